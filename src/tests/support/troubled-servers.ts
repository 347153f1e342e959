// Mastodon servers of a test's own that can't be reached, or ask an account to wait, until they are mended.
export interface TestServer extends Disposable {
  readonly url: string;
  /** With its port, as CRIER_ALLOW_PRIVATE_HOSTS names it. */
  readonly host: string;
  /** From now on it publishes everything. */
  mend(): void;
  published(): number;
}

/** Nobody listens at its port. */
export function failingServer(): TestServer {
  const place = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const port = place.url.port;
  void place.stop(true);
  let server: Bun.Server<undefined> | null = null;
  let count = 0;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    host: `127.0.0.1:${port}`,
    mend() {
      server = Bun.serve({
        hostname: "127.0.0.1",
        port,
        fetch: (request) => publish(request, url, () => count++),
      });
    },
    published: () => count,
    [Symbol.dispose]: () => void server?.stop(true),
  };
}

/** It asks everybody to wait for an hour. */
export function limitingServer(): TestServer {
  let isLimited = true;
  let count = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request): Response {
      if (isLimited && request.method === "POST") {
        const headers = { "retry-after": "3600" };
        return Response.json({ error: "Too many requests" }, { status: 429, headers });
      }
      return publish(request, new URL(request.url).origin, () => count++);
    },
  });
  return {
    url: server.url.origin,
    host: server.url.host,
    mend: () => void (isLimited = false),
    published: () => count,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

function publish({ method }: Request, origin: string, counted: () => void): Response {
  if (method !== "POST") return Response.json([]);
  counted();
  return Response.json({ id: crypto.randomUUID(), url: `${origin}/1`, uri: "1", content: "x" });
}

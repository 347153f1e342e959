// A bucket in memory, for tests that need one with files in it: objects are put, read, listed and removed.
export interface TestBucket extends AsyncDisposable {
  /** CRIER_S3_… */
  readonly settings: Readonly<Record<string, string>>;
  readonly objects: Map<string, Uint8Array<ArrayBuffer>>;
}

export function startBucket(): TestBucket {
  const objects: TestBucket["objects"] = new Map();
  const types = new Map<string, string>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const url = new URL(request.url);
      const key = decodeURIComponent(url.pathname.split("/").slice(2).join("/"));
      if (request.method === "PUT") {
        objects.set(key, new Uint8Array(await request.arrayBuffer()));
        types.set(key, request.headers.get("content-type") ?? "");
        return new Response(null, { headers: { etag: '"x"' } });
      }
      if (request.method === "DELETE") return new Response(null, { status: objects.delete(key) ? 204 : 404 });
      if (key === "") return listing(objects, url.searchParams);
      const found = objects.get(key);
      if (!found) return new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 });
      return part(found, types.get(key) ?? "", request);
    },
  });
  return {
    objects,
    settings: {
      CRIER_S3_BUCKET: "test",
      CRIER_S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      CRIER_S3_ACCESS_KEY: "k",
      CRIER_S3_SECRET_KEY: "s",
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function part(bytes: Uint8Array<ArrayBuffer>, type: string, request: Request): Response {
  const headers = {
    "content-type": type,
    "content-length": String(bytes.length),
    "last-modified": new Date().toUTCString(),
    etag: '"x"',
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const [, start, end] = /bytes=(\d+)-(\d*)/.exec(request.headers.get("range") ?? "") ?? [];
  if (start === undefined) return new Response(bytes);
  const some = bytes.slice(Number(start), end ? Number(end) + 1 : undefined);
  const range = `bytes ${start}-${Number(start) + some.length - 1}/${bytes.length}`;
  return new Response(some, { status: 206, headers: { "content-range": range } });
}

function listing(objects: TestBucket["objects"], query: URLSearchParams): Response {
  const [prefix, after] = [query.get("prefix") ?? "", query.get("start-after") ?? ""];
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const entries = keys
    .slice(0, 1000)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size>` +
        `<LastModified>${new Date().toISOString()}</LastModified><ETag>"x"</ETag></Contents>`,
    );
  const text = `<?xml version="1.0"?><ListBucketResult><IsTruncated>${keys.length > 1000}</IsTruncated>${entries.join("")}</ListBucketResult>`;
  return new Response(text, { headers: { "content-type": "application/xml" } });
}

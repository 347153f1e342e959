// One address for several servers: each request goes to the next of them, as a proxy in front leads it.

export interface Front extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** How many requests each server had. */
  readonly counts: readonly number[];
}

/** @param ports of the servers */
export function openFront(ports: readonly number[]): Front {
  const counts = ports.map(() => 0);
  let next = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch(request) {
      const n = next++ % ports.length;
      counts[n] = (counts[n] ?? 0) + 1;
      const { pathname, search } = new URL(request.url);
      return fetch(`http://127.0.0.1:${ports[n]}${pathname}${search}`, {
        method: request.method,
        // Also the Host: the servers know the address by which they are reached.
        headers: request.headers,
        body: request.body,
        redirect: "manual",
      });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port ?? 0,
    counts,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

// Produces HTTP load for measurements: kept connections, one request at a time on each, little work of its own.

export interface Measured {
  readonly perSecond: number;
  /** ms */
  readonly times: readonly number[];
}

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly forMs: number;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
}

const HEAD_END = "\r\n\r\n";

/** `fetch` would be the bottleneck: what is measured is the server, on a machine with few processors. */
export async function load(input: LoadOptions): Promise<Measured> {
  const request = requestOf(input);
  const times: number[] = [];
  const began = performance.now();
  const until = began + input.forMs;
  const lines = Array.from({ length: input.connections }, () => line(request, input, until, times));
  await Promise.all(lines);
  return { perSecond: times.length / ((performance.now() - began) / 1000), times };
}

function requestOf({ url, method = "GET", headers = {}, body }: LoadOptions): Uint8Array {
  const { host, pathname } = new URL(url);
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const all = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${all.join("")}\r\n${body ?? ""}`);
}

/** One connection, until the time is over; the request under way then still counts. */
async function line(request: Uint8Array, { url, status }: LoadOptions, until: number, times: number[]) {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let sent = 0;
  let got = "";
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(socket, chunk) {
        // latin1: a character a byte, so that lengths hold.
        got += chunk.toString("latin1");
        const length = lengthOf(got);
        if (length === null || got.length < length) return;
        if (!got.startsWith(`HTTP/1.1 ${status} `))
          return reject(new Error(`unexpected: ${got.slice(0, 600)}`));
        got = got.slice(length);
        const now = performance.now();
        times.push(now - sent);
        if (now >= until) resolve();
        else send(socket);
      },
      close: () => reject(new Error("the server closed the connection")),
      error: (_, error) => reject(error),
    },
  });
  send(socket);
  await promise.finally(() => socket.terminate());

  function send(socket: { write(data: Uint8Array): number }) {
    sent = performance.now();
    if (socket.write(request) !== request.byteLength) reject(new Error("the request did not fit the socket"));
  }
}

/** Of a whole answer, head and body; null while the head is not there. */
function lengthOf(text: string): number | null {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return null;
  const body = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  if (body === undefined) throw new Error(`an answer without a length: ${text.slice(0, end)}`);
  return end + HEAD_END.length + Number(body);
}

// Stands between Crier and a real server, breaks chosen calls, and records what arrived.
import http from "node:http";
import type { AddressInfo } from "node:net";

/** What is done to a call; `-after`: the server has carried it out by then. */
export type Break = "drop-before" | "drop-after" | "502-after" | "half-after" | "hang-after";

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly broken: Break | null;
  /** What the server answered; null when the call never got there. */
  readonly status: number | null;
}

export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** Every call that is over, in the order of the server's answers. */
  readonly seen: readonly Seen[];
  /** Calls whose answer is being withheld. */
  readonly hanging: number;
  /** Breaks those off. */
  release(): void;
}

type Plan = (call: Pick<Seen, "method" | "path" | "body">) => Break | null;

/** @param plan decides before the server sees the call */
export async function startFaultProxy(upstream: string, plan: Plan): Promise<FaultProxy> {
  const seen: Seen[] = [];
  const held = new Set<http.ServerResponse>();
  const server = http.createServer((request, response) => {
    pass(request, response).catch(() => response.socket?.resetAndDestroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get hanging() {
      return held.size;
    },
    release: () => held.forEach((response) => response.socket?.resetAndDestroy()),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/" } = request;
    const body = Buffer.concat(await Array.fromAsync(request, (chunk: Buffer) => chunk));
    const call = { method, path, body: body.toString() };
    const broken = plan(call);
    if (broken === "drop-before") {
      seen.push({ ...call, broken, status: null });
      return void response.socket?.resetAndDestroy();
    }
    const headers = new Headers(flat(request.headers));
    // The host stays: some sign it.
    for (const own of ["connection", "content-length"]) headers.delete(own);
    const sent = method === "GET" || method === "HEAD" ? { method, headers } : { method, headers, body };
    const answer = await fetch(new URL(path, upstream), sent);
    const bytes = await answer.bytes();
    seen.push({ ...call, broken, status: answer.status });
    // Of an answer without a body there is no half.
    const isDropped = broken === "drop-after" || (broken === "half-after" && method === "HEAD");
    if (isDropped) return void response.socket?.resetAndDestroy();
    if (broken === "hang-after") return hold(response);
    if (broken === "502-after") return void response.writeHead(502).end("<h1>502 Bad Gateway</h1>");
    if (broken === "half-after") {
      response.writeHead(answer.status, { "content-length": bytes.byteLength + 1 });
      return void response.write(bytes, () => response.socket?.resetAndDestroy());
    }
    response.writeHead(answer.status, passed(answer, bytes));
    response.end(bytes);
  }

  function hold(response: http.ServerResponse): void {
    held.add(response);
    response.once("close", () => held.delete(response));
  }
}

/** fetch has unpacked what was packed, and a HEAD's length is not that of its bytes. */
function passed({ headers }: Response, bytes: Uint8Array): Record<string, string> {
  const {
    "content-encoding": packed,
    "transfer-encoding": _,
    connection: __,
    ...kept
  } = flat(Object.fromEntries(headers));
  const length =
    bytes.byteLength > 0 || packed !== undefined ? { "content-length": String(bytes.byteLength) } : {};
  return { ...kept, ...length };
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(given);
}

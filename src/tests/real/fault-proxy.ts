// Stands between Crier and a server that nobody here wrote, breaks the calls it is told to, and knows what arrived.
import http from "node:http";
import type { AddressInfo } from "node:net";

/** What is done to a call; `-after`: the server has carried it out by then. */
export type Break = "drop-before" | "drop-after" | "502-after" | "hang-after";

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
    for (const own of ["host", "connection", "content-length"]) headers.delete(own);
    const sent = method === "GET" ? { method, headers } : { method, headers, body };
    const answer = await fetch(new URL(path, upstream), sent);
    const bytes = await answer.bytes();
    seen.push({ ...call, broken, status: answer.status });
    if (broken === "drop-after") return void response.socket?.resetAndDestroy();
    if (broken === "hang-after") return hold(response);
    if (broken === "502-after") return void response.writeHead(502).end("<h1>502 Bad Gateway</h1>");
    const type = answer.headers.get("content-type") ?? "application/octet-stream";
    response.writeHead(answer.status, { "content-type": type, "content-length": bytes.byteLength });
    response.end(bytes);
  }

  function hold(response: http.ServerResponse): void {
    held.add(response);
    response.once("close", () => held.delete(response));
  }
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(given);
}

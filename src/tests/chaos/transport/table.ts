// Runs cells in parallel, and makes the same calls with `fetch` for comparison.
import type { Answer, CallOptions, NetworkRequest } from "../../../networks/client/call.ts";
import type { Cell } from "./cells.ts";
import { runCell, type Caller, type Seen } from "./run.ts";

const AT_ONCE = 12;

export async function runCells(
  cells: readonly Cell[],
  open: Caller,
  report: (done: number) => void = () => {},
): Promise<Seen[]> {
  const all: Seen[] = [];
  const left = cells.values();
  const worker = async () => {
    for (const cell of left) {
      all.push(await runCell(cell, open));
      report(all.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return all;
}

/** What one would write without knowing better: it keeps connections, and can't tell how far a request came. */
export const viaFetch: Caller = (options) => async (request) => {
  const stop = new AbortController();
  const untimed = options.clock.after(request.timeoutMs ?? 60_000, () => stop.abort());
  try {
    return await fetched(request, options, stop.signal);
  } catch (error) {
    return { kind: "lost", detail: error instanceof Error ? error.name : "unknown error" };
  } finally {
    untimed();
  }
};

async function fetched(
  { url, method, headers, body }: NetworkRequest,
  { ca }: CallOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const bytes = body && "bytes" in body && body.bytes instanceof Uint8Array ? Buffer.from(body.bytes) : null;
  const response = await fetch(url, {
    method,
    signal,
    redirect: "manual",
    ...(headers && { headers }),
    ...(bytes && { body: bytes }),
    ...(ca && { tls: { ca } }),
  });
  const text = await response.text();
  const { status } = response;
  return { kind: "answered", status, headers: Object.fromEntries(response.headers), text, json: undefined };
}

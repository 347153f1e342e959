// Lists every break point with every method, over http and https, on a first connection and after an earlier call.
import type { NetworkRequest } from "../../../networks/client/call.ts";
import { POINTS, type BreakPoint } from "./points.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export interface Cell {
  readonly point: BreakPoint;
  readonly method: NetworkRequest["method"];
  readonly secure: boolean;
  /** An earlier call to the same server was answered, and the server keeps its connection open. */
  readonly reused: boolean;
}

export const CELLS: readonly Cell[] = POINTS.flatMap((point) =>
  METHODS.flatMap((method) =>
    [false, true].flatMap((secure) =>
      [false, true].map((reused): Cell => ({ point, method, secure, reused })),
    ),
  ),
).filter(({ point, method, secure }) => {
  const { at } = point.moment;
  if (at === "hello" || at === "certificate") return secure;
  // Where there is no body, it can't break in one.
  return at !== "head" || method !== "GET";
});

export function nameOf({ point, method, secure, reused }: Cell): string {
  return `${point.name}: ${method} over ${secure ? "https" : "http"}${reused ? " after an earlier call" : ""}`;
}

/** Where a caller that keeps connections is tempted to send again: the kept one breaks before an answer is whole. */
export const TEMPTING: readonly Cell[] = CELLS.filter(
  ({ point: { moment, kinds, silent }, reused }) =>
    reused && (moment.at === "head" || moment.at === "request") && kinds[0] === "lost" && !silent,
);

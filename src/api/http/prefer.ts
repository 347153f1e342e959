// The Prefer header: how long a caller wants to wait for the networks.

/** `Prefer: respond-async` does not wait; `wait=N` (seconds) only shortens the waiting (D18, RFC 7240). */
export function waitOf(request: Request, longestMs: number): number {
  const clauses = (request.headers.get("prefer") ?? "").split(",").map((input) => input.trim().toLowerCase());
  if (clauses.includes("respond-async")) return 0;
  const seconds = clauses
    .map((clause) => /^wait=(\d{1,6})$/.exec(clause)?.[1])
    .find((found) => found !== undefined);
  return seconds === undefined ? longestMs : Math.min(Number(seconds) * 1000, longestMs);
}

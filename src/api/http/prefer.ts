// The Prefer header: how long a caller wants to wait for the networks, and whether a draft may be unfinished.

/** `Prefer: respond-async` does not wait; `wait=N` (seconds) only shortens the waiting (D18, RFC 7240). */
export function waitOf(request: Request, longestMs: number): number {
  const clauses = clausesIn(request);
  if (clauses.includes("respond-async")) return 0;
  const seconds = clauses
    .map((clause) => /^wait=(\d{1,6})$/.exec(clause)?.[1])
    .find((found) => found !== undefined);
  return seconds === undefined ? longestMs : Math.min(Number(seconds) * 1000, longestMs);
}

/** `Prefer: handling=lenient` accepts unfinished drafts (D46, RFC 7240 4.4). Of two `handling`, the first counts. */
export function isLenient(request: Request): boolean {
  return clausesIn(request).find((clause) => clause.startsWith("handling=")) === "handling=lenient";
}

/** In small letters, without the quotes and spaces that a value may have. */
function clausesIn(request: Request): string[] {
  const clauses = (request.headers.get("prefer") ?? "").split(",");
  return clauses.map((clause) =>
    clause
      .trim()
      .toLowerCase()
      .replace(/\s*=\s*"?([^"]*)"?$/, "=$1"),
  );
}

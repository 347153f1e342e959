// The Prefer header: how long a caller wants to wait for the networks.

/** `Prefer: respond-async` does not wait; `wait=N` (seconds) only shortens the waiting (D18, RFC 7240). */
export function waitOf(request: Request, longestMs: number): number {
  const wishes = (request.headers.get("prefer") ?? "").split(",").map((wish) => wish.trim().toLowerCase());
  if (wishes.includes("respond-async")) return 0;
  const seconds = wishes
    .map((wish) => /^wait=(\d{1,6})$/.exec(wish)?.[1])
    .find((found) => found !== undefined);
  return seconds === undefined ? longestMs : Math.min(Number(seconds) * 1000, longestMs);
}

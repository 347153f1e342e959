// Checks whether a request was made by Crier's own pages (CSRF).
import { Problem } from "../../errors.ts";

const SAFE = ["GET", "HEAD", "OPTIONS"];
export const isSafe = (request: Request): boolean => SAFE.includes(request.method);

/**
 * The browser's own word (Sec-Fetch-Site) decides; where it gives none, as over plain http, the Origin does. A request
 * with neither is refused.
 * @throws Problem cross_origin
 */
export function requireSameOrigin(request: Request, baseUrl: string): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === null ? origin !== null && isOwn(origin, request, baseUrl) : site === "same-origin") return;
  throw new Problem(
    "cross_origin",
    `What changes something must come from ${new URL(baseUrl).origin}; this came from ${origin ?? "no page at all"}.`,
  );
}

function isOwn(origin: string, request: Request, baseUrl: string): boolean {
  const own = new URL(baseUrl);
  if (origin === own.origin) return true;
  // Without TLS an appliance is reached by several names: localhost, 127.0.0.1, its name in the local network.
  return own.protocol === "http:" && origin === `http://${request.headers.get("host") ?? ""}`;
}

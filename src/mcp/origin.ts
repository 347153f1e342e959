// Refuses requests that another site's web page may have sent, by their Origin and Host (DNS rebinding).
import { requireOwnHost, type Place } from "../api/http/host.ts";
import { Problem } from "../errors.ts";

/**
 * A request without an Origin comes from no page, and passes.
 * @param baseUrl the appliance's own address
 * @throws Problem cross_origin or host_refused
 */
export function refuseForeign(request: Request, place: Place, baseUrl: string): void {
  const host = request.headers.get("host") ?? "";
  const origin = request.headers.get("origin");
  if (origin !== null && !isOurs(origin, host, baseUrl)) {
    throw new Problem("cross_origin", "This request comes from a page of another site.");
  }
  requireOwnHost(request, place);
}

/** Exact, with scheme and port; the scheme may be hidden from us by a proxy that does TLS. */
function isOurs(origin: string, host: string, baseUrl: string): boolean {
  return [new URL(baseUrl).origin, `http://${host}`, `https://${host}`].includes(origin);
}

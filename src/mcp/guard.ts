// Whether a request may be one of a web page that somebody else serves: its Origin and Host say (DNS rebinding).
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import { Problem } from "../errors.ts";

/** What this appliance listens on, and the address that the operator gave it. */
export interface Place {
  readonly host: string;
  readonly publicUrl: string | null;
}

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
  const known = hostnamesOf(place);
  if (known === null || validateHostHeader(host, known).ok) return;
  throw new Problem(
    "host_refused",
    "This appliance is not known under the name that the request's Host says.",
  );
}

/** Exact, with scheme and port; the scheme may be hidden from us by a proxy that does TLS. */
function isOurs(origin: string, host: string, baseUrl: string): boolean {
  return [new URL(baseUrl).origin, `http://${host}`, `https://${host}`].includes(origin);
}

/** Names under which it can be reached; null when it listens everywhere and was given no address. */
function hostnamesOf({ host, publicUrl }: Place): string[] | null {
  if (publicUrl === null && ["0.0.0.0", "::", ""].includes(host)) return null;
  const own = host.includes(":") ? `[${host}]` : host;
  // A proxy in front may speak to us under our own name; a stranger's page can't take that one.
  const given = publicUrl === null ? [] : [new URL(publicUrl).hostname];
  return [...localhostAllowedHostnames(), own, ...given];
}

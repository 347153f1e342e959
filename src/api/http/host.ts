// Checks the Host header: is it valid, and does it name this server (DNS rebinding)?
import ipaddr from "ipaddr.js";
import { Problem } from "../../errors.ts";

/** What this appliance listens on, and the address that the operator gave it. */
export interface Place {
  readonly host: string;
  readonly publicUrl: string | null;
}

/**
 * Completes the address of a request without a Host, as HTTP/1.0 allows and load balancers send to check our health.
 * Bun gives a path alone where the Host is missing or wrong. The address becomes an http one, as that of every other request:
 * a proxy ends TLS, and the router finds the path by the length of "http://".
 * @throws Problem invalid_request for a Host that is not one, and for CONNECT, which asks for no path
 */
export function requireAddress(request: Request, baseUrl: string): void {
  if (/^https?:\/\//.test(request.url) && URL.canParse(request.url)) return;
  if (request.method === "CONNECT")
    throw new Problem("invalid_request", "The request has no path. Use one such as /v1/posts.");
  const url = `http://${new URL(baseUrl).host}${request.url}`;
  if (request.headers.has("host") || !request.url.startsWith("/") || !URL.canParse(url))
    throw new Problem("invalid_request", "The Host header is not a host name with an optional port.");
  Object.defineProperty(request, "url", { value: url });
}

/**
 * A foreign page can make its own name lead here, and then counts as ours in a browser: only names that
 * no one else can have, or that the operator gave, pass.
 * @throws Problem host_refused
 */
export function requireOwnHost(request: Request, place: Place): void {
  const header = request.headers.get("host");
  // No browser leaves it out.
  if (header === null) return;
  const known = hostnamesOf(place);
  const { hostname = "" } = URL.parse(`http://${header}`) ?? {};
  if (known === null || isNobodys(hostname) || known.includes(hostname)) return;
  throw new Problem(
    "host_refused",
    `${hostname.slice(0, 100)} is not a host name of this server. If it should be, set CRIER_URL to the address that people use.`,
  );
}

/** Addresses, and names that no public name server answers: an attacker cannot own such a name and make it lead here. */
function isNobodys(hostname: string): boolean {
  if (hostname.startsWith("[") || ipaddr.isValid(hostname)) return true;
  return hostname.endsWith(".localhost") || (hostname !== "" && !hostname.includes("."));
}

/** Names under which it can be reached; null when it listens everywhere and was given no address. */
function hostnamesOf({ host, publicUrl }: Place): string[] | null {
  if (publicUrl === null) return ["0.0.0.0", "::", ""].includes(host) ? null : [host];
  return [host, new URL(publicUrl).hostname];
}

// Where a request comes from: the connection's other end, or what a proxy that the operator trusts says about it.
import ipaddr from "ipaddr.js";

const peers = new WeakMap<Request, () => string | null>();

/** Said by whoever took the connection. */
export function cameFrom(request: Request, peer: () => string | null): void {
  peers.set(request, peer);
}

/**
 * The client's address, one word for each network that a single client can have. Headers are believed only when a
 * trusted proxy sent them, and of those only what the nearest untrusted hop was seen as.
 */
export function clientAddress(request: Request, trustedProxies: readonly string[]): string {
  const peer = peers.get(request)?.() ?? "";
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  let client = peer;
  while (isTrusted(client, trustedProxies)) {
    const next = hops.pop();
    if (next === undefined || !ipaddr.isValid(next)) break;
    client = next;
  }
  return networkOf(client);
}

function isTrusted(address: string, proxies: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return proxies.some((proxy) => {
    const [range, bits] = rangeOf(proxy);
    return range.kind() === parsed.kind() && parsed.match(range, bits);
  });
}

function rangeOf(proxy: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (proxy.includes("/")) return ipaddr.parseCIDR(proxy);
  const address = ipaddr.process(proxy);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** Whoever has one IPv6 address has the other 2^64 of its network too. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

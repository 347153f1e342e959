// The client's address: the connection's other end, or what a trusted proxy reports.
import ipaddr from "ipaddr.js";
import type { Log } from "../../log.ts";

const peers = new WeakMap<Request, () => string | null>();

/** Called by the server for each request. */
export function rememberPeer(request: Request, peer: () => string | null): void {
  peers.set(request, peer);
}

/**
 * The client's address, one word for each network that a single client can have. Headers are believed only when a
 * trusted proxy sent them, and of those only what the nearest untrusted hop was seen as.
 */
export function clientAddress(request: Request, trustedProxies: readonly string[]): string {
  const peer = peerOf(request);
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map(hopAddress);
  let client = peer;
  while (isTrusted(client, trustedProxies)) {
    const next = hops.pop();
    if (next === undefined || !ipaddr.isValid(next)) break;
    client = next;
  }
  return networkOf(client);
}

/** The other end of the connection; empty when that is not known. */
export const peerOf = (request: Request): string => peers.get(request)?.() ?? "";

/** Proxies write an address as it is, with a port, in brackets or in quotes. */
function hopAddress(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, plain] = /^([\d.]+):\d+$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}

/** How many untrusted proxies are logged: a client that sends the header must not fill the log. */
const MOST_REPORTED = 10;

/**
 * Where requests come from. Says once of each address that speaks for others without being trusted: it may be the
 * operator's own proxy, and then all its visitors count as one.
 */
export function openAddresses(trusted: readonly string[], log: Log): (request: Request) => string {
  const reported = new Set<string>();
  return (request) => {
    if (request.headers.has("x-forwarded-for")) notice(peerOf(request));
    return clientAddress(request, trusted);
  };

  function notice(peer: string): void {
    if (reported.has(peer) || reported.size === MOST_REPORTED || isTrusted(peer, trusted)) return;
    reported.add(peer);
    const detail = `${peer} sends X-Forwarded-For, but is not in CRIER_TRUSTED_PROXIES: all who come through it count as one`;
    log.warn("untrusted_proxy", { detail });
  }
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

/** A client with one IPv6 address also has the other 2^64 of its network. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

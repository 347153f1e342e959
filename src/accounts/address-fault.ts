// Whether the address of this server suits a network.
import type { AddressNeed } from "../networks/network.ts";

/**
 * Why a network would not accept this server's address, and what to do; null when it may. Only what can be seen from the
 * address itself: whether the internet reaches it is checked elsewhere.
 */
export function addressFault(name: string, needs: AddressNeed, baseUrl: string): string | null {
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const change = "Set CRIER_URL to the https address at which browsers reach this server, and restart it.";
  if (needs === "any" || (protocol === "https:" && !(isLocal && needs === "public"))) return null;
  if (needs === "https or localhost") {
    if (hostname === "localhost") return null;
    return `${name} accepts only an https address or localhost; this server's is ${baseUrl}. ${change}`;
  }
  const why =
    needs === "public"
      ? `${name} downloads files from this server, whose address has to be https and public`
      : `${name} accepts only an https address`;
  return `${why}; this server's is ${baseUrl}. ${change}`;
}

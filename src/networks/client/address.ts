// Decides which addresses Crier may call: users enter hosts, so private addresses are refused.
import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Every address of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) =>
  (await systemLookup(host, { all: true })).map(({ address }) => address);

/** An address that must not be called. The message names the host and nothing else of the URL. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

/** Azure's platform endpoint: a public address by its range, reachable only from inside (delivery.facts.md 3.1). */
const INTERNAL_ALTHOUGH_UNICAST = "168.63.129.16";

/** Whether an IP address is an ordinary one on the internet. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && parsed.toString() !== INTERNAL_ALTHOUGH_UNICAST;
}

/**
 * Parses a URL. `open` means that the operator allows it to be private and plain http. `guardedLookup` checks the
 * addresses of a host name while connecting. @throws AddressRefusedError unless it may be called
 */
export function checkedUrl(text: string, allowed: (url: URL) => boolean): { url: URL; open: boolean } {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new AddressRefusedError("This is not an http address.");
  if (url.username || url.password)
    throw new AddressRefusedError(`${url.host}: an address can't contain a password.`);
  const open = allowed(url);
  if (!open && url.protocol !== "https:")
    throw new AddressRefusedError(`${url.host} is refused: it is not https.`);
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (!open && ipaddr.isValid(literal) && !isPublic(literal)) throw privateAddressError(url.host);
  return { url, open };
}

/** A `lookup` for node:net: the addresses checked here are the very ones connected to, so DNS can't change its mind. */
export function guardedLookup(resolve: Resolve, open: boolean): LookupFunction {
  return (host, options, answer) => {
    resolve(host).then(
      (addresses) => {
        if (addresses.length === 0) return answer(new AddressRefusedError(`${host} has no address.`), "", 0);
        if (!open && !addresses.every(isPublic)) return answer(privateAddressError(host), "", 0);
        const found = addresses.map((address) => ({
          address,
          family: ipaddr.parse(address).kind() === "ipv6" ? 6 : 4,
        }));
        const [first] = found;
        if (options.all || !first) return answer(null, found);
        return answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, "", 0),
    );
  };
}

function privateAddressError(host: string): AddressRefusedError {
  return new AddressRefusedError(
    `${host} is refused: it is not on the public internet (CRIER_ALLOW_PRIVATE_HOSTS lists exceptions).`,
  );
}

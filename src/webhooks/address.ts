// Which addresses a webhook may have: checked when it is set, and again at every connection.
import { Problem } from "../errors.ts";
import { RemoteError, remoteAddress } from "../media/remote/fetch.ts";
import { isPublic, type Resolve } from "../networks/client/address.ts";

export interface AddressDeps {
  /** On which public hosts are called. */
  readonly ports: readonly number[];
  /** Hosts that may be private and plain http, on any port: CRIER_ALLOW_PRIVATE_HOSTS. */
  readonly mayBePrivate: (url: URL) => boolean;
  readonly resolve: Resolve;
}

export const MAX_URL = 2000;

/** The address as it is called. @throws RemoteError, its message what the address must be */
export function webhookUrl(
  text: string,
  deps: Pick<AddressDeps, "ports" | "mayBePrivate">,
): { url: URL; open: boolean } {
  return remoteAddress(text, deps);
}

/** @returns the address in its normal form @throws Problem url_refused */
export async function requireAddress(text: string, deps: AddressDeps): Promise<string> {
  const { url, open } = check(text, deps);
  if (open) return url.href;
  // A name that nobody knows now may be known later; each connection looks it up again.
  const addresses = await deps.resolve(url.hostname).catch(() => []);
  if (!addresses.every(isPublic)) throw refuse(`${url.hostname} is not on the public internet.`);
  return url.href;
}

function check(text: string, deps: AddressDeps) {
  try {
    return webhookUrl(text, deps);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    throw refuse(error.reason === "address" ? `The address must be ${error.message}.` : `${error.message}.`);
  }
}

function refuse(detail: string): Problem {
  return new Problem("url_refused", detail, { errors: [{ pointer: "/url", message: detail }] });
}

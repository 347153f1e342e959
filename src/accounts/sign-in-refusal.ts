// What a network's error during a sign-in means, in words for people.
import type { Network } from "../networks/network.ts";

/** What is wrong; each has a sentence of its own. */
export type RefusalMeaning = "denied" | "address" | "scope" | "application" | "busy";

/** The words that networks use (RFC 6749 4.1.2.1 and 5.2, and their own). */
const MEANINGS: Readonly<Record<RefusalMeaning, readonly string[]>> = {
  denied: ["access_denied", "user_denied", "user_cancelled_login", "user_cancelled_authorize"],
  address: ["redirect_uri_mismatch", "invalid_redirect_uri", "redirect_uri_not_allowed", "redirect_uri"],
  scope: ["invalid_scope", "unauthorized_scope_error", "scope_not_authorized", "unauthorized_scope"],
  application: ["invalid_client", "unauthorized_client", "invalid_client_id", "client_key"],
  busy: ["temporarily_unavailable", "server_error"],
};

/** @param word a network's error code. @returns null for a word that Crier does not know */
export function meaningOf(word: string): RefusalMeaning | null {
  const found = Object.entries(MEANINGS).find(([, words]) => words.includes(word));
  return (found?.[0] as RefusalMeaning | undefined) ?? null;
}

/** What went wrong and what to do, in a sentence or two. */
export function refusalWords({ id, name }: Pick<Network, "id" | "name">, meaning: RefusalMeaning): string {
  switch (meaning) {
    case "denied":
      return `You did not agree at ${name}, so nothing was connected.`;
    case "address":
      return `${name} does not accept the redirect address. Register it at ${name} exactly as Crier shows it.`;
    case "scope":
      return `${name} does not grant Crier's application the permissions it needs to publish. Check the application's products and scopes there.`;
    case "application": {
      const setting = `CRIER_${id.toUpperCase()}_CLIENT_ID`;
      return `${name} does not accept Crier's application. Check its id and secret, in Crier under Accounts or in ${setting}, and whether the application may be used already.`;
    }
    case "busy":
      return `${name} has trouble with signing in just now. Begin again in a few minutes.`;
  }
}

/** Why the network sent a person back without a code, and what to do; null when there is one. */
export function networkRefusal(network: Network, query: URLSearchParams): string | null {
  const { name } = network;
  const word = query.get("error");
  if (word === null)
    return query.get("code") ? null : `${name} did not return a usable sign-in. Start again.`;
  const meaning = meaningOf(word);
  if (meaning !== null) return refusalWords(network, meaning);
  // Anybody can make an address that leads here: only a plain word of it is repeated.
  return `${name} ended the sign-in${/^[a-z_]{1,60}$/.test(word) ? ` with the word ${word}` : ""}. Begin again.`;
}

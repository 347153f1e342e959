// What people read who can't go on with a sign-in, and what a network's error at its own page means.
import type { OAuthFault } from "../../accounts/oauth-flow.ts";
import type { Network } from "../../networks/network.ts";

export type ConnectFault =
  OAuthFault | "nobody" | "link_expired" | "link_invalid" | "no_profile" | "nothing_here";

const AGAIN = "Start again with a new link: `crier account connect` prints one.";

export const CONNECT_FAULTS: Readonly<Record<ConnectFault, string>> = {
  nobody: "You are not signed in. Open a link that `crier account connect` prints: it needs no sign-in.",
  link_expired: `This link is older than an hour. ${AGAIN}`,
  link_invalid: `This link is invalid or incomplete. ${AGAIN}`,
  no_profile: "This profile does not exist. `crier profile list` lists all profiles.",
  unknown: `Crier does not know this sign-in. Nothing was connected. ${AGAIN}`,
  used: `This sign-in has already been completed, and works only once. ${AGAIN}`,
  expired: `This sign-in took longer than an hour. Nothing was connected. ${AGAIN}`,
  other_browser: `This sign-in was started in another browser, or this browser blocks cookies. Nothing was connected. ${AGAIN}`,
  nothing_here: `This sign-in has expired or the server was restarted. ${AGAIN}`,
};

/** The words networks put into `error` when they send a person back (RFC 6749 4.1.2.1, and their own). */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  denied: ["access_denied", "user_denied", "user_cancelled_login", "user_cancelled_authorize"],
  address: ["redirect_uri_mismatch", "invalid_redirect_uri", "redirect_uri_not_allowed"],
  scope: ["invalid_scope", "unauthorized_scope_error", "scope_not_authorized", "unauthorized_scope"],
  application: ["invalid_client", "unauthorized_client", "invalid_client_id", "client_key"],
  busy: ["temporarily_unavailable", "server_error"],
};

/** Why the network sent a person back without a code, and what to do; null when there is one. */
export function networkRefusal({ id, name }: Network, query: URLSearchParams): string | null {
  const word = query.get("error");
  if (word === null) {
    return query.get("code") ? null : `${name} did not return a usable sign-in. Start again.`;
  }
  const meaning = Object.keys(MEANINGS).find((key) => MEANINGS[key]?.includes(word));
  switch (meaning) {
    case "denied":
      return `You did not agree at ${name}, so nothing was connected.`;
    case "address":
      return `${name} does not accept the redirect address. Register it at ${name} exactly as Crier shows it.`;
    case "scope":
      return `${name} does not grant Crier's application the permissions it needs to publish. Check the application's products and scopes there.`;
    case "application": {
      const setting = `CRIER_${id.toUpperCase()}_CLIENT_ID`;
      return `${name} does not accept Crier's application. Check ${setting}, and whether the application may be used already.`;
    }
    case "busy":
      return `${name} has trouble with signing in just now. Begin again in a few minutes.`;
    default:
      // Anybody can make an address that leads here: only a plain word of it is repeated.
      return `${name} ended the sign-in${/^[a-z_]{1,60}$/.test(word) ? ` with the word ${word}` : ""}. Begin again.`;
  }
}

// What people read who can't go on with a sign-in.
import type { OAuthFault } from "../../accounts/oauth-flow.ts";

export type ConnectFault =
  OAuthFault | "signed_out" | "link_expired" | "link_invalid" | "no_profile" | "nothing_here";

const AGAIN = "Start again in Crier under Accounts, or with a new link: `crier account connect` prints one.";

export const CONNECT_FAULTS: Readonly<Record<ConnectFault, string>> = {
  signed_out: "You are not signed in. Open a link that `crier account connect` prints: it needs no sign-in.",
  link_expired: `This link is older than an hour. ${AGAIN}`,
  link_invalid: `This link is invalid or incomplete. ${AGAIN}`,
  no_profile: "This profile does not exist. `crier profile list` lists all profiles.",
  unknown: `Crier does not know this sign-in. Nothing was connected. ${AGAIN}`,
  used: `This sign-in has already been completed, and works only once. ${AGAIN}`,
  expired: `This sign-in took longer than an hour. Nothing was connected. ${AGAIN}`,
  other_browser: `This sign-in was started in another browser, or this browser blocks cookies. Nothing was connected. ${AGAIN}`,
  nothing_here: `This sign-in has expired or the server was restarted. ${AGAIN}`,
};

// How an account stands: whether its posts will go out, in a word, an icon and a colour.
import { now } from "../api.ts";
import { accountsWords as words } from "../words/accounts.ts";
import type { AccountRecord } from "./queries.ts";

export type StandingKind = "signedOut" | "ending" | "paused" | "works" | "ready" | "disconnected";

export interface Standing {
  readonly kind: StandingKind;
  readonly word: string;
  readonly icon: string;
  readonly tone: string;
}

const STANDINGS: Readonly<Record<StandingKind, Omit<Standing, "kind">>> = {
  signedOut: { word: words.signedOut, icon: "✕", tone: "failed" },
  ending: { word: words.ending, icon: "⚠", tone: "mark" },
  paused: { word: words.paused, icon: "‖", tone: "waiting" },
  works: { word: words.works, icon: "●", tone: "posted" },
  ready: { word: words.ready, icon: "●", tone: "posted" },
  disconnected: { word: words.disconnected, icon: "○", tone: "" },
};

/** So long before its end, people are warned. */
const SOON_MS = 7 * 86_400_000;

export function standingOf(account: AccountRecord): Standing {
  const kind = kindOf(account);
  return { kind, ...STANDINGS[kind] };
}

function kindOf({
  status,
  paused,
  tokenExpiresAt,
  statusDetail,
  lastSuccessAt,
}: AccountRecord): StandingKind {
  if (status === "disconnected") return "disconnected";
  if (status !== "active") return "signedOut";
  // The server says so for those that it can't renew.
  const isEnding = tokenExpiresAt !== null && Date.parse(tokenExpiresAt) < now() + SOON_MS;
  if (isEnding && statusDetail !== null) return "ending";
  if (paused !== null) return "paused";
  return lastSuccessAt === null ? "ready" : "works";
}

/** It can't publish until somebody signs in again. */
export const needsSignIn = ({ kind }: Standing): boolean => kind === "signedOut" || kind === "ending";

// Threads' addresses, and what its errors mean before and during publishing (networks/threads.facts.md 6).
import { type Dialect, type Verdict, openGraph } from "../meta/graph.ts";
import type { Busy, ConnectIo, Refused } from "../network.ts";
import { refused } from "../client/outcome.ts";

export const NETWORK = "Threads";

export function nodeUrl(path: string, io: ConnectIo): string {
  return `${io.endpoint("api")}/v1.0/${path}`;
}

/** "Media not found": common in a container's first seconds; certainly nothing was published. */
export const NOT_FOUND = 4_279_009;
const RESTRICTED = 4_279_013;
const SPAM = 2_207_051;

function bySubcode(subcode: number, message: string): Verdict | undefined {
  switch (subcode) {
    case NOT_FOUND:
      return { kind: "busy", retryAfterMs: 5000, detail: "Threads can't find the prepared post yet." };
    case RESTRICTED:
      return refused(
        "unknown",
        `Threads restricts this account: ${message}. Open its app to see what to do.`,
      );
    case SPAM:
      return { kind: "unknown", detail: `Threads answered: ${message}.` };
    default:
      return undefined;
  }
}

/** Nothing is public yet. */
const steps: Dialect = {
  network: NETWORK,
  meaning({ subcode }, message) {
    if (/LINK_LIMIT/.test(message))
      return refused("content", "Threads allows at most five different links in a post. Remove some.");
    return bySubcode(subcode, message);
  },
};

const TRY_AGAIN: readonly string[] = ["FAILED_DOWNLOADING_VIDEO", "UNKNOWN"];

/** Why a container failed: one word. */
export function failure(message: string): Refused | Busy {
  if (TRY_AGAIN.includes(message)) {
    const detail = `Threads could not fetch or process a file (${message}); Crier will try again.`;
    return { kind: "busy", retryAfterMs: null, detail };
  }
  return refused("media", `Threads can't use the file (${message || "no reason given"}). Use another file.`);
}

/** Token, permission and rate limit: certainly not published. Crier verifies after any other error. */
const USUAL: readonly number[] = [4, 10, 17, 32, 102, 190, 613];

/** Which refusals of the publishing request are reliable: code 10 with a 5xx was answered for posts that were live. */
export const publishing: Dialect = {
  network: NETWORK,
  meaning({ code, subcode }, message) {
    const known = bySubcode(subcode, message);
    const isUsual = USUAL.includes(code) || (code >= 200 && code < 300);
    if (known || isUsual) return known;
    return { kind: "unknown", detail: `Threads answered: ${message} (code ${code}).` };
  },
};

export const api = openGraph(steps);

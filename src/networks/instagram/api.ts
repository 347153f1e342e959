// Instagram's addresses, and what its errors mean before and during publishing (networks/instagram.facts.md 6).
import { GRAPH_VERSION, type Dialect, type GraphError, type Verdict, openGraph } from "../meta/graph.ts";
import type { Busy, ConnectIo, Io, Refused } from "../network.ts";
import { refused } from "../client/outcome.ts";

export const NETWORK = "Instagram";

export function nodeUrl(path: string, io: ConnectIo): string {
  return `${io.endpoint("api")}/${GRAPH_VERSION}/${path}`;
}

/** The address of one of the account's edges. */
export function accountUrl(path: string, io: Io): string {
  return nodeUrl(`${encodeURIComponent(io.credentials["userId"] ?? "me")}/${path}`, io);
}

// ---- errors, by subcode

const NOT_READY = 2_207_027;
const QUOTA_REACHED = 2_207_042;
const RESTRICTED = 2_207_050;
/** The container is not found, or has ended. */
export const LOST: readonly number[] = [2_207_006, 2_207_008, 2_207_020];
/** Instagram could not get the file from its address. */
const NOT_FETCHED: readonly number[] = [2_207_003, 2_207_052, 2_207_076, 2_207_077];
/** Internal errors of Instagram. */
const INTERNAL: readonly number[] = [2_207_001, 2_207_032, 2_207_053];
/** Image too large, format, ratio; video format, not processable. */
const BAD_FILE: readonly number[] = [2_207_004, 2_207_005, 2_207_009, 2_207_026, 2_207_082, 2_207_085];
/** Caption, cover position, kind, count, tags, trial reels. */
const BAD_POST: readonly number[] = [
  2_207_010, 2_207_057, 2_207_023, 2_207_028, 2_207_035, 2_207_036, 2_207_037, 2_207_040, 2_207_081,
];

const NO_RETRY_TIME = { kind: "busy", retryAfterMs: null } as const;

function bySubcode(subcode: number, message: string): Refused | Busy | undefined {
  if (NOT_READY === subcode)
    return { kind: "busy", retryAfterMs: 30_000, detail: "Instagram is still processing the media." };
  if (QUOTA_REACHED === subcode)
    return refused(
      "quota",
      `Instagram accepts no more posts from this account today: ${message}. Try again tomorrow.`,
    );
  if (RESTRICTED === subcode)
    return refused(
      "unknown",
      `Instagram restricts this account: ${message}. Open its app to see what to do.`,
    );
  if (LOST.includes(subcode))
    return { ...NO_RETRY_TIME, detail: "Instagram lost an upload; Crier will repeat it." };
  if (NOT_FETCHED.includes(subcode))
    return { ...NO_RETRY_TIME, detail: `Instagram could not fetch a file from this Crier: ${message}.` };
  if (INTERNAL.includes(subcode)) return { ...NO_RETRY_TIME, detail: `Instagram failed: ${message}.` };
  if (BAD_FILE.includes(subcode))
    return refused("media", `Instagram refused the file: ${message}. Use another file.`);
  if (BAD_POST.includes(subcode))
    return refused("content", `Instagram refused the post: ${message}. Change it and try again.`);
  return undefined;
}

/** Nothing is public yet. */
const steps: Dialect = {
  network: NETWORK,
  meaning({ code, subcode }, message) {
    const known = bySubcode(subcode, message);
    if (known) return known;
    // Instagram also answers this for existing objects.
    if (code === 100 && subcode === 33)
      return { ...NO_RETRY_TIME, detail: `Instagram answered: ${message}.` };
    return undefined;
  },
};

/** Why a container failed: `Error: 2207026, …`. */
export function failure(message: string): Refused | Busy {
  const subcode = Number(/\b22\d{5}\b/.exec(message)?.[0]);
  const known = bySubcode(subcode, message.replace(/\.$/, ""));
  return known ?? refused("media", `Instagram could not process the file: ${message || "no reason given"}`);
}

/** Which refusals of the publishing request are reliable: code 4 with 2207051 was answered for posts that were live. */
export const publishing: Dialect = {
  network: NETWORK,
  meaning(error, message): Verdict | undefined {
    const { code, subcode } = error;
    if ([NOT_READY, QUOTA_REACHED, RESTRICTED, ...LOST].includes(subcode)) return bySubcode(subcode, message);
    return isUsual(error)
      ? undefined
      : { kind: "unknown", detail: `Instagram answered: ${message} (code ${code}).` };
  },
};

/** Rate limit, token and permission: certainly not published. */
function isUsual({ code, subcode }: GraphError): boolean {
  const usual = [10, 17, 32, 102, 190, 613, 80_002].includes(code) || (code >= 200 && code < 300);
  return usual && (subcode < 2_207_000 || subcode >= 2_208_000);
}

export const api = openGraph(steps);

// Facebook's calls and what its errors mean (networks/facebook.facts.md 6, 7).
import {
  GRAPH_VERSION,
  isRateLimit,
  type Dialect,
  type GraphError,
  type Verdict,
  openGraph,
} from "../meta/graph.ts";
import { textOf } from "../client/json.ts";
import type { ConnectIo, Credentials, Io, Json } from "../network.ts";
import { linkOf } from "../client/remote-post.ts";
import { refused } from "../client/outcome.ts";

export const NETWORK = "Facebook";

// ---- errors

/** Steps before publishing. */
const dialect: Dialect = { network: NETWORK, meaning };

/** Errors of the publishing request. `again`: an earlier attempt may have sent it, too. */
export function publishing({ again, processes }: { again: boolean; processes: boolean }): Dialect {
  return {
    network: NETWORK,
    meaning(error, message) {
      const inDoubt =
        // Facebook also answers this when the post, or that of an earlier attempt, is live.
        has(error, UNAVAILABLE) ||
        has(error, ALREADY) ||
        (again && has(error, [368, 506])) ||
        (processes && isRateLimit(error.code));
      return inDoubt ? { kind: "unknown", detail: `Facebook says: ${message}.` } : meaning(error, message);
    },
  };
}

const UNAVAILABLE = [1363030, 1363047, 1609010];
const ALREADY = [1366051];
const TOO_FAST = [1390008, 1404112];
const PERSON = [1404006, 4854002, 1404078];
const LINK = [1609005, 2061006, 1609008];
const PHOTO = [1366046, 2069019];
const VIDEO = [6000, 6001, 1363040, 1363127, 1363128, 1363129];

function meaning(error: GraphError, message: string): Verdict | undefined {
  if (has(error, UNAVAILABLE) || has(error, TOO_FAST))
    return {
      kind: "busy",
      retryAfterMs: null,
      detail: `Facebook asks Crier to try again later: ${message}.`,
    };
  if (has(error, PERSON))
    return refused(
      "unknown",
      `Facebook requires a check by a person: ${message}. Open the Page at Facebook, then try again.`,
    );
  if (has(error, LINK))
    return refused("content", `Facebook does not accept the link: ${message}. Use another one.`);
  if (has(error, PHOTO))
    return refused("media", `Facebook does not accept the photo: ${message}. Use another file.`);
  if (has(error, VIDEO))
    return refused("media", `Facebook does not accept the video: ${message}. Use another file.`);
  if (error.code === 368) return refused("content", `Facebook blocked the post: ${message}.`);
  if (error.code === 506)
    return refused("content", "This Page has just published the same text. Change it and try again.");
  return undefined;
}

/** The documentation names some errors by code and some by subcode. */
function has({ code, subcode }: GraphError, numbers: readonly number[]): boolean {
  return numbers.includes(code) || numbers.includes(subcode);
}

// ---- addresses

export function nodeUrl(io: ConnectIo, node: string, fields?: string): string {
  const url = `${io.endpoint("api")}/${GRAPH_VERSION}/${node}`;
  return fields === undefined ? url : `${url}?${new URLSearchParams({ fields })}`;
}

/** An edge of the account's Page. */
export function pageUrl(io: Io, edge: string, parameters: Readonly<Record<string, string>> = {}): string {
  return `${nodeUrl(io, pageOf(io.credentials))}/${edge}?${new URLSearchParams(parameters)}`;
}

export function pageOf({ pageId = "" }: Credentials): string {
  return pageId;
}

/** The post's address if Facebook returns a plausible one, absolute or relative, else the address it should have. */
export function postUrl(value: Json | undefined, path: string, io: Io): string {
  const web = io.endpoint("web");
  const text = textOf(value);
  const whole = text?.startsWith("/") ? URL.parse(text, web)?.href : text;
  return linkOf(whole, [web]) ?? `${web}/${path}`;
}

export const api = openGraph(dialect);

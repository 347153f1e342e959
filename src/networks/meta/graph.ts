// Meta's Graph API, as Facebook, Instagram and Threads share it: errors, calls, lists, uploads (networks/facebook.facts.md 1.4, 6).
import { stretch } from "../client/body.ts";
import type { Answered, NetworkRequest } from "../client/call.ts";
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import {
  StepFailed,
  type Busy,
  type ConnectIo,
  type DraftMedia,
  type Json,
  type Refused,
  type Unknown,
} from "../network.ts";
import { quote, repeatable, retryAfterMs, type AnswerContext, type ErrorReader } from "../client/outcome.ts";

/** Lives until 2028; a call to a version that has ended is silently served by the oldest living one. */
export const GRAPH_VERSION = "v26.0";

// ---- errors

/** `{"error": {"code", "error_subcode", "message", …}}`. */
export interface GraphError {
  readonly code: number;
  /** 0 when there is none. */
  readonly subcode: number;
  readonly message: string;
}
export type Verdict = Refused | Busy | Unknown;

/** What one network adds: its name, and what its own codes mean. `said` is Meta's sentence, without its full stop. */
export interface Dialect {
  readonly network: string;
  /** Undefined: the code means what it means everywhere, if anything. */
  meaning(error: GraphError, said: string): Verdict | undefined;
}

/** The error in the documented shape; undefined when it is anything else. */
export function graphErrorOf({ json }: Answered): GraphError | undefined {
  const error = isObject(json) ? json["error"] : undefined;
  if (!isObject(error)) return undefined;
  const { code, error_subcode: subcode, message } = error;
  if (typeof code !== "number" || typeof message !== "string") return undefined;
  const shown = textOf(error["error_user_msg"]) ?? message;
  return { code, subcode: typeof subcode === "number" ? subcode : 0, message: shown };
}

/** How the answer to a publishing request is read: what no document calls safe stays unknown. */
export function graphReading(dialect: Dialect): ErrorReader {
  return {
    network: dialect.network,
    refusal(answer, asked) {
      const error = graphErrorOf(answer);
      if (!error) return undefined;
      const said = quote(error.message, asked).replace(/\.$/, "");
      const meant = dialect.meaning(error, said) ?? usually(error.code, said, dialect.network);
      // "Too many requests" and a no for another reason do not go together.
      if (answer.status === 429 && meant?.kind === "refused") return undefined;
      return meant?.kind === "busy" && meant.retryAfterMs === null
        ? { ...meant, retryAfterMs: retryAfterMs(answer, asked) }
        : meant;
    },
  };
}

const AUTH: readonly number[] = [102, 190];

function usually(code: number, said: string, network: string): Verdict | undefined {
  // 1 and 2 were answered for posts that were live.
  if (code === 1 || code === 2) return { kind: "unknown", detail: `${network} says: ${said}.` };
  if (isRate(code))
    return { kind: "busy", retryAfterMs: null, detail: `${network} asks to come back later: ${said}.` };
  if (AUTH.includes(code)) return refused("auth", `${said}. Connect the account again.`);
  if (code === 10 || (code >= 200 && code < 300))
    return refused("auth", `${network} does not let this account or application do that: ${said}.`);
  if (code === 100)
    return refused("content", `${network} refused the post: ${said}. Change it and try again.`);
  return undefined;
}

const RATE: readonly number[] = [4, 17, 32, 341, 613];

/** Whether a code says that there were too many calls. */
export function isRate(code: number): boolean {
  return RATE.includes(code) || (code >= 80_000 && code < 80_100);
}

export function refused(category: Refused["category"], detail: string): Refused {
  return { kind: "refused", category, detail };
}

/** Before anything is public, doubt means "again" and a code without a document is a no in Meta's own words. */
export function stepReading(dialect: Dialect): ErrorReader {
  const { network, refusal } = graphReading(dialect);
  return {
    network,
    refusal(answer, asked) {
      const error = graphErrorOf(answer);
      const meant = refusal(answer, asked);
      if (meant?.kind === "unknown") return { kind: "busy", retryAfterMs: null, detail: meant.detail };
      if (meant || !error) return meant;
      return refused("unknown", `${network} says: ${quote(error.message, asked)} (code ${error.code})`);
    },
  };
}

// ---- calls

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

export function askedBy(io: ConnectIo, token: string): AnswerContext {
  return { now: () => io.now(), secrets: [token, io.application?.secret ?? ""] };
}

/** A call that may be repeated: the answer's object. Throws StepFailed unless the answer is a 2xx. */
export async function step(
  io: ConnectIo,
  token: string,
  request: NetworkRequest,
  dialect: Dialect,
): Promise<JsonObject> {
  const answer = await io.call({ ...request, headers: { ...bearer(token), ...request.headers } });
  return objectOf(repeatable(answer, stepReading(dialect), askedBy(io, token)).json);
}

/** The object of a read, or undefined when it is not answered with 200. */
export async function peek(io: ConnectIo, token: string, url: string): Promise<JsonObject | undefined> {
  const answer = await io.call({ method: "GET", url, headers: bearer(token), timeoutMs: 20_000 });
  const answered = answer.kind === "answered" && answer.status === 200;
  return answered && isObject(answer.json) ? answer.json : undefined;
}

/** A node that may be gone: null when Meta says that there is none (code 100). Throws StepFailed when it can't be asked. */
export async function nodeOf(
  io: ConnectIo,
  token: string,
  url: string,
  dialect: Dialect,
): Promise<JsonObject | null> {
  const answer = await io.call({ method: "GET", url, headers: bearer(token), timeoutMs: 20_000 });
  const isNo = answer.kind === "answered" && answer.status >= 400 && answer.status < 500;
  if (isNo && graphErrorOf(answer)?.code === 100) return null;
  return objectOf(repeatable(answer, stepReading(dialect), askedBy(io, token)).json);
}

const PAGES = 20;

/**
 * A list, page after page, as long as `further` says of a page; undefined when any page can't be read. The address of
 * the next page is made here: Meta's own holds the token.
 */
export async function listOf(
  url: string,
  read: (url: string) => Promise<JsonObject | undefined>,
  further: (page: readonly JsonObject[]) => boolean = () => true,
): Promise<JsonObject[] | undefined> {
  const all: JsonObject[] = [];
  const next = new URL(url);
  for (let page = 0; page < PAGES; page++) {
    const answer = await read(next.href);
    if (!Array.isArray(answer?.["data"])) return undefined;
    const items = arrayOf(answer["data"]).filter((item) => isObject(item));
    all.push(...items);
    const paging = objectOf(answer["paging"]);
    const after = textOf(objectOf(paging["cursors"])["after"]);
    if (after === undefined || paging["next"] === undefined || !further(items)) break;
    next.searchParams.set("after", after);
  }
  return all;
}

// ---- uploads

const UPLOAD_TIMEOUT_MS = 600_000;

/** An upload's address, when it lies at Meta's upload host or an endpoint of ours: it is handed a token and a file. */
export function uploadAddress(value: Json | undefined, io: ConnectIo): string | undefined {
  const url = URL.parse(textOf(value) ?? "");
  if (!url || url.username || url.password) return undefined;
  const own = [io.endpoint("rupload"), io.endpoint("api")].map((base) => URL.parse(base)?.origin);
  return url.origin === "https://rupload.facebook.com" || own.includes(url.origin) ? url.href : undefined;
}

export interface Upload {
  readonly url: string;
  readonly token: string;
  /** How many bytes Meta has already. */
  readonly offset: number;
}

/**
 * Sends what is missing of a file. False: this upload is spent, and only a new one can succeed. Throws StepFailed.
 */
export async function rupload(
  file: DraftMedia,
  { url, token, offset }: Upload,
  io: ConnectIo,
  dialect: Dialect,
): Promise<boolean> {
  const answer = await io.call({
    method: "POST",
    url,
    headers: { authorization: `OAuth ${token}`, offset: String(offset), file_size: String(file.size) },
    body: { bytes: stretch(file, offset), type: "application/octet-stream" },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  if (answer.kind === "answered" && answer.status < 500) {
    const info = debugInfo(answer);
    if (info?.["type"] === "ProcessingFailedError") return false;
    if (info) throw new StepFailed(brokenOff(info, answer.status, dialect.network, askedBy(io, token)));
  }
  const { json } = repeatable(answer, stepReading(dialect), askedBy(io, token));
  if (objectOf(json)["success"] === true) return true;
  const detail = `${dialect.network} answered an upload, but not that it succeeded.`;
  throw new StepFailed({ kind: "notSent", detail });
}

/** After "busy" the next attempt asks where to go on. */
function brokenOff(info: JsonObject, status: number, network: string, asked: AnswerContext): Refused | Busy {
  const said = quote(textOf(info["message"]) ?? "no reason given", asked);
  if (status === 401 || status === 403)
    return refused("auth", `${network} does not let this account upload: ${said}`);
  const detail = `${network} broke off an upload, which will be gone on with: ${said}`;
  return { kind: "busy", retryAfterMs: null, detail };
}

/** `{"debug_info": {"retriable", "type", "message"}}`: how the upload host words its errors. */
function debugInfo({ json }: Answered): JsonObject | undefined {
  const info = isObject(json) ? json["debug_info"] : undefined;
  return isObject(info) ? info : undefined;
}

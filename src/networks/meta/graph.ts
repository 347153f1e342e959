// What Facebook, Instagram and Threads share of Meta's Graph API: errors, calls, lists, uploads (networks/facebook.facts.md 1.4, 6).
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import { byteRange } from "../client/body.ts";
import type { Answered } from "../client/call.ts";
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import {
  StepFailedError,
  type Busy,
  type ConnectIo,
  type DraftMedia,
  type Json,
  type Refused,
  type Unknown,
  type Credentials,
  type Io,
} from "../network.ts";
import { retryAfterMs, type ErrorReader, refused, notSentStep } from "../client/outcome.ts";
import { quote, type AnswerContext } from "../client/redaction.ts";
import { openApi, PEEK_TIMEOUT_MS, TOKEN_CREDENTIALS, type Api } from "../client/api.ts";

/** Supported until 2028; Meta then silently serves calls with the oldest supported version. */
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

/** What differs between the networks: the name, and what its error codes mean. */
export interface Dialect {
  readonly network: string;
  /** @param message Meta's message without its full stop. @returns undefined when the code has no special meaning */
  meaning(error: GraphError, message: string): Verdict | undefined;
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

/** Reads errors of the publishing request; what is not documented as safe stays unknown. */
export function graphErrors(dialect: Dialect): ErrorReader {
  return {
    network: dialect.network,
    refusal(answer, context) {
      const error = graphErrorOf(answer);
      if (!error) return undefined;
      const message = quote(error.message, context).replace(/\.$/, "");
      const meaning = dialect.meaning(error, message) ?? defaultMeaning(error.code, message, dialect.network);
      // A 429 with another reason for a refusal contradicts itself.
      if (answer.status === 429 && meaning?.kind === "refused") return undefined;
      return meaning?.kind === "busy" && meaning.retryAfterMs === null
        ? { ...meaning, retryAfterMs: retryAfterMs(answer, context) }
        : meaning;
    },
  };
}

const AUTH: readonly number[] = [102, 190];

function defaultMeaning(code: number, message: string, network: string): Verdict | undefined {
  // 1 and 2 were answered for posts that were live.
  if (code === 1 || code === 2) return { kind: "unknown", detail: `${network} answered: ${message}.` };
  if (isRateLimit(code))
    return {
      kind: "busy",
      retryAfterMs: null,
      detail: `${network} asks Crier to try again later: ${message}.`,
    };
  if (AUTH.includes(code)) return refused("auth", `${message}. Connect the account again.`);
  if (code === 10 || (code >= 200 && code < 300))
    return refused("auth", `${network} does not let this account or application do that: ${message}.`);
  if (code === 100)
    return refused("content", `${network} refused the post: ${message}. Change it and try again.`);
  return undefined;
}

const RATE_LIMITS: readonly number[] = [4, 17, 32, 341, 613];

/** Whether the code means that there were too many calls. */
export function isRateLimit(code: number): boolean {
  return RATE_LIMITS.includes(code) || (code >= 80_000 && code < 80_100);
}

// ---- calls

/** The API of one of the networks. @param dialect the errors of the steps before publishing */
export function openGraph(dialect: Dialect): Api {
  return openApi({ ...graphErrors(dialect), stepRefusal: stepRefusal(dialect), ...TOKEN_CREDENTIALS });
}

/** Before anything is public, a doubtful error is worth a retry, and an undocumented code is a refusal. */
function stepRefusal(dialect: Dialect): ErrorReader["refusal"] {
  const { network, refusal } = graphErrors(dialect);
  return (answer, context) => {
    const error = graphErrorOf(answer);
    const meaning = refusal(answer, context);
    if (meaning?.kind === "unknown") return { kind: "busy", retryAfterMs: null, detail: meaning.detail };
    if (meaning || !error) return meaning;
    return refused("unknown", `${network} answered: ${quote(error.message, context)} (code ${error.code})`);
  };
}

/** A node that may not exist: null when Meta answers code 100. @throws StepFailedError for any other error */
export async function nodeOf(
  api: Api,
  io: ConnectIo,
  credentials: Credentials,
  url: string,
): Promise<JsonObject | null> {
  const answer = await api.send(io, credentials, { method: "GET", url, timeoutMs: PEEK_TIMEOUT_MS });
  const isNo = answer.kind === "answered" && answer.status >= 400 && answer.status < 500;
  if (isNo && graphErrorOf(answer)?.code === 100) return null;
  return objectOf(api.success(answer, io, credentials).json);
}

const PAGES = 20;

/**
 * A list, page by page, while `further` returns true for a page; undefined when any page can't be read. Crier builds the
 * address of the next page itself, because Meta's contains the token.
 */
export async function listPages(
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

/** An upload's address, only if it is Meta's or a configured endpoint: it receives a token and a file. */
export function uploadAddress(value: Json | undefined, io: ConnectIo): string | undefined {
  const url = URL.parse(textOf(value) ?? "");
  if (!url || url.username || url.password) return undefined;
  const own = [io.endpoint("rupload"), io.endpoint("api")].map((base) => URL.parse(base)?.origin);
  return url.origin === "https://rupload.facebook.com" || own.includes(url.origin) ? url.href : undefined;
}

export interface Upload {
  readonly url: string;
  /** The number of bytes that Meta already has. */
  readonly offset: number;
}

/** Sends the missing bytes of a file. @returns false when only a new upload can succeed. @throws StepFailedError */
export async function sendUpload(
  file: DraftMedia,
  { url, offset }: Upload,
  api: Api,
  io: Io,
): Promise<boolean> {
  const { network } = api.errors;
  const token = io.credentials["accessToken"] ?? "";
  const answer = await io.call({
    method: "POST",
    url,
    headers: { authorization: `OAuth ${token}`, offset: String(offset), file_size: String(file.size) },
    body: { bytes: byteRange(file, offset), type: "application/octet-stream" },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  if (answer.kind === "answered" && answer.status < 500) {
    const info = debugInfo(answer);
    if (info?.["type"] === "ProcessingFailedError") return false;
    if (info)
      throw new StepFailedError(interruption(info, answer.status, network, api.context(io, io.credentials)));
  }
  const { json } = api.success(answer, io, io.credentials);
  if (objectOf(json)["success"] === true) return true;
  const detail = `${network} answered an upload but did not confirm it.`;
  throw notSentStep(detail);
}

/** After "busy" the next attempt resumes the upload. */
function interruption(
  info: JsonObject,
  status: number,
  network: string,
  context: AnswerContext,
): Refused | Busy {
  const message = quote(textOf(info["message"]) ?? "no reason given", context);
  if (status === 401 || status === 403)
    return refused("auth", `${network} does not let this account upload: ${message}`);
  const detail = `${network} interrupted an upload, which Crier will resume: ${message}`;
  return { kind: "busy", retryAfterMs: null, detail };
}

/** `{"debug_info": {"retriable", "type", "message"}}`: the format of the upload host's errors. */
function debugInfo({ json }: Answered): JsonObject | undefined {
  const info = isObject(json) ? json["debug_info"] : undefined;
  return isObject(info) ? info : undefined;
}

// Bluesky's calls and what its errors mean (networks/bluesky.facts.md 6).
import type { Answered } from "../client/call.ts";
import { isObject, objectOf, textOf } from "../client/json.ts";
import type { Busy, Category, Credentials, Refused, Unknown } from "../network.ts";
import { retryAfterMs } from "../client/outcome.ts";
import { quote, type AnswerContext } from "../client/redaction.ts";
import { openApi } from "../client/api.ts";

export const NETWORK = "Bluesky";
export const POST = "app.bsky.feed.post";

const RECONNECT = "Bluesky no longer accepts this login. Connect the account again with a new app password.";

const WRONG_PASSWORD =
  "Bluesky does not accept this handle and password. Check both, or make a new app password.";

/** Error names by what they are about; one that is not here is refused as `unknown`. */
const CATEGORY: Readonly<Record<string, Category>> = {
  ExpiredToken: "auth",
  InvalidToken: "auth",
  AuthMissing: "auth",
  AuthenticationRequired: "auth",
  AuthFactorTokenRequired: "auth",
  AccountTakedown: "auth",
  AccountSuspended: "auth",
  AccountDeactivated: "auth",
  RepoDeactivated: "auth",
  UploadForbidden: "auth",
  InvalidRequest: "content",
  InvalidMimeType: "media",
  BlobTooLarge: "media",
  PayloadTooLarge: "media",
  UnsupportedContentType: "media",
  VideoTooLarge: "media",
  VideoTooLong: "media",
  BadAspectRatio: "media",
  DailyLimitExceeded: "quota",
};

/** `{"error": "Name", "message": "text"}`: the shape of every XRPC error. */
export function errorOf(answer: Answered): { name: string; message: string } | undefined {
  const name = isObject(answer.json) ? textOf(answer.json["error"]) : undefined;
  if (name === undefined || !/^[A-Za-z_]{1,64}$/.test(name)) return undefined;
  return { name, message: textOf(objectOf(answer.json)["message"]) ?? "" };
}

function refusal(answer: Answered, context: AnswerContext): Refused | Busy | Unknown | undefined {
  const error = errorOf(answer);
  if (!error) return undefined;
  const message = quote(error.message || error.name, context);
  if (answer.status === 429 || error.name === "RateLimitExceeded") {
    const retryAfter = retryAfterMs(answer, context, "ratelimit-reset");
    return {
      kind: "busy",
      retryAfterMs: retryAfter,
      detail: "Bluesky has a rate limit and asks Crier to try again later.",
    };
  }
  // A record exists under the post's key, possibly from an earlier attempt: only `verify` can decide.
  if (error.name === "InvalidSwap")
    return { kind: "unknown", detail: `Something is already at this post's key. ${message}` };
  // The server deleted an unused upload: certainly not published, and uploading again helps.
  if (error.name === "BlobNotFound")
    return { kind: "busy", retryAfterMs: null, detail: `An upload is gone. ${message}` };
  const category = CATEGORY[error.name] ?? (answer.status === 401 ? "auth" : "unknown");
  return {
    kind: "refused",
    category,
    detail: category === "auth" ? authDetail(error.name, message) : adviceOf(category, message),
  };
}

function authDetail(name: string, message: string): string {
  if (name === "AuthFactorTokenRequired")
    return "This password needs a code by e-mail. Use an app password instead.";
  if (name === "AuthenticationRequired") return WRONG_PASSWORD;
  if (name.endsWith("Token") || name.startsWith("Auth")) return RECONNECT;
  return `Bluesky does not let this account post: ${message}`;
}

function adviceOf(category: Category, message: string): string {
  if (category === "media")
    return `Bluesky refused the file: ${message}. Use another file or make it smaller.`;
  if (category === "quota") return `Bluesky's limit for today is used up: ${message}. Try again tomorrow.`;
  return `Bluesky refused the post: ${message}. Change it and try again.`;
}

// ---- calls

/** The account's own server. */
export function pdsOf(credentials: Credentials): string {
  return credentials["pds"] ?? "";
}

export function didOf(credentials: Credentials): string {
  return credentials["did"] ?? "";
}

/** `{base}/xrpc/{nsid}?query` */
export function xrpc(base: string, nsid: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${base}/xrpc/${nsid}${search && `?${search}`}`;
}

/** Each call sends its own token: the session's, the refresh token, or one for a service. */
export const api = openApi({
  network: NETWORK,
  refusal,
  headers: () => ({}),
  secrets: ({ accessJwt, refreshJwt, password }) => [accessJwt, refreshJwt, password],
});

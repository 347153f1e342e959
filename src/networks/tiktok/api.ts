// TikTok's calls and what its errors mean (networks/tiktok.facts.md 6).
import type { Answer, Answered } from "../client/call.ts";
import { isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Busy, ConnectIo, Credentials, Json, Refused } from "../network.ts";
import { refused } from "../client/outcome.ts";
import { quote, type AnswerContext, type Redaction } from "../client/redaction.ts";
import { openApi, TOKEN_CREDENTIALS } from "../client/api.ts";

export const NETWORK = "TikTok";

// ---- errors

interface Fault {
  readonly code: string;
  readonly message: string;
}

/** `{"data": {…}, "error": {"code", "message", "log_id"}}`; the code `ok` means no error, whatever the HTTP status. */
export function faultOf({ json }: Answered): Fault | undefined {
  const error = isObject(json) ? json["error"] : undefined;
  if (!isObject(error)) return undefined;
  const code = textOf(error["code"]);
  if (code === undefined || code === "ok") return undefined;
  return { code, message: textOf(error["message"]) ?? code };
}

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

const TOMORROW: Readonly<Record<string, string>> = {
  spam_risk_too_many_posts: "TikTok accepts no more posts from this account for a day.",
  reached_active_user_cap:
    "TikTok limits how many accounts this application may post for in a day, and the limit is reached.",
  spam_risk_too_many_pending_share:
    "This account's TikTok inbox already holds five drafts, which is the limit. Finish or discard one there.",
};

type Meaning = readonly [category: Refused["category"], advice: string];
const REFUSED: Readonly<Record<string, Meaning>> = {
  access_token_invalid: ["auth", "Connect the account again."],
  scope_not_authorized: ["auth", "Connect the account again and grant every permission."],
  invalid_param: ["content", "Change the post and try again."],
  invalid_params: ["content", "Change the post and try again."],
  app_version_check_failed: ["content", "The account's TikTok app is too old for this kind of post."],
  privacy_level_option_mismatch: ["content", "Choose a privacy_level that this account has now."],
  unaudited_client_can_only_post_to_private_accounts: [
    "content",
    "Until TikTok has audited the application, set the account to private and privacy_level to SELF_ONLY, or send a draft with mode inbox.",
  ],
  url_ownership_unverified: [
    "media",
    "TikTok fetches photos only from addresses that are verified in its developer portal. Verify Crier's public address there.",
  ],
  spam_risk_user_banned_from_posting: [
    "unknown",
    "TikTok has blocked this account from posting. Open its app to see why.",
  ],
};

function refusal(answer: Answered, context: AnswerContext): Refused | Busy | undefined {
  const fault = faultOf(answer);
  if (!fault) return undefined;
  if (answer.status === 429 || fault.code === "rate_limit_exceeded")
    return {
      kind: "busy",
      retryAfterMs: MINUTE_MS,
      detail: "TikTok has a rate limit and asks Crier to try again later.",
    };
  const wait = TOMORROW[fault.code];
  if (wait !== undefined) return { kind: "busy", retryAfterMs: DAY_MS, detail: wait };
  const meaning = REFUSED[fault.code];
  if (!meaning) return undefined;
  const [category, advice] = meaning;
  const message = quote(fault.message, context).replace(/\.$/, "");
  return refused(category, `TikTok says: ${message}. ${advice}`);
}

/** Before anything is public, an undocumented error in TikTok's format is a refusal. */
function stepRefusal(answer: Answered, context: AnswerContext): Refused | Busy | undefined {
  const fault = faultOf(answer);
  const own = fault && refused("unknown", `TikTok says: ${quote(fault.message, context)}`);
  return refusal(answer, context) ?? (answer.status < 500 ? own : undefined);
}

// ---- calls

export const api = openApi({
  network: NETWORK,
  refusal,
  stepRefusal,
  base: (io) => `${io.endpoint("api")}/v2`,
  ...TOKEN_CREDENTIALS,
});

/** @param path below `/v2/`, with its slash at the end */
export function post(
  io: ConnectIo,
  credentials: Credentials,
  path: string,
  json: Json,
  timeoutMs = MINUTE_MS,
): Promise<Answer> {
  const headers = { "content-type": "application/json; charset=UTF-8" };
  return api.send(io, credentials, { method: "POST", url: `/${path}`, headers, body: { json }, timeoutMs });
}

/** The `data` of a step that may be repeated. @throws StepFailedError unless it is a 2xx without an error */
export function dataOf(answer: Answer, io: ConnectIo, credentials: Credentials): JsonObject {
  // TikTok may send an error with a 200; it is read as a 400.
  const isError = answer.kind === "answered" && answer.status < 300 && faultOf(answer) !== undefined;
  const read = isError ? { ...answer, status: 400 } : answer;
  return objectOf(objectOf(api.success(read, io, credentials).json)["data"]);
}

/** The id of a publication, such as `v_pub_file~v2-1.123`. Undefined for anything else, and for one of Crier's secrets. */
export function publishIdOf(value: Json | undefined, { secrets }: Redaction): string | undefined {
  const id = textOf(value);
  return id !== undefined && /^[\w.~-]{1,64}$/.test(id) && !secrets.includes(id) ? id : undefined;
}

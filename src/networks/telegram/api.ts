// Telegram's Bot API: calls, responses and what its errors mean (networks/telegram.facts.md 6).
import type { Answer, Answered } from "../client/call.ts";
import { isObject, numberOf, objectOf, textOf } from "../client/json.ts";
import type { Busy, ConnectIo, Credentials, Json, Refused, Unknown } from "../network.ts";
import { refused } from "../client/outcome.ts";
import { quote, type AnswerContext } from "../client/redaction.ts";
import { openApi, PEEK_TIMEOUT_MS } from "../client/api.ts";

export const NETWORK = "Telegram";
const LONGEST_WAIT_S = 24 * 3600;

type Query = Readonly<Record<string, string>>;

// ---- errors

/** `{"ok": false, "error_code", "description"}`: the shape of every error; proxies in front answer with HTML. */
export function errorOf({ status, json }: Answered): string | undefined {
  const error = objectOf(json);
  const isError = error["ok"] === false && error["error_code"] === status;
  return isError ? textOf(error["description"]) : undefined;
}

function refusal(answer: Answered, context: AnswerContext): Refused | Busy | Unknown | undefined {
  const error = errorOf(answer);
  if (error === undefined) return undefined;
  const message = quote(error.replace(/^(Bad Request|Forbidden|Unauthorized|Not Found): /, ""), context);
  switch (answer.status) {
    case 400:
      return badRequest(message.replace(/\.$/, ""), answer);
    case 401:
    case 404:
      return refused(
        "auth",
        `Telegram does not accept the bot's token (${message}). Connect the channel again.`,
      );
    case 403:
      return refused("auth", `The bot can't post in the channel: ${message}. ${MAKE_ADMIN}`);
    case 413:
      return refused("media", `The files are too large for Telegram: ${message}.`);
    case 429:
      return {
        kind: "busy",
        retryAfterMs: waitOf(answer),
        detail: "Telegram has a rate limit and asks Crier to try again later.",
      };
    default:
      return undefined;
  }
}

export const MAKE_ADMIN = "Make the bot an administrator of the channel with the right to post messages.";
const CHAT = /chat not found|rights|CHAT_(WRITE|ADMIN)|not a member|chat_id is empty/i;
const FILE = /photo|image|video|animation|file|media|dimensions|HTTP URL/i;

function badRequest(message: string, answer: Answered): Refused {
  const parameters = objectOf(objectOf(answer.json)["parameters"]);
  if (parameters["migrate_to_chat_id"] !== undefined)
    return refused("auth", "The chat has a new number. Connect it again.");
  if (CHAT.test(message))
    return refused("auth", `The bot can't post in the channel: ${message}. ${MAKE_ADMIN}`);
  if (FILE.test(message)) return refused("media", `Telegram refused the file: ${message}. Use another file.`);
  return refused("content", `Telegram refused the post: ${message}. Change it and try again.`);
}

/** Whether the bot can't write to the chat, as opposed to a problem with its token or the message. */
export function isAboutChat(answer: Answer): boolean {
  if (answer.kind !== "answered") return false;
  const error = errorOf(answer) ?? "";
  return (answer.status === 403 && error !== "") || (answer.status === 400 && CHAT.test(error));
}

/** Telegram sends the seconds in the body, not in a header. */
function waitOf({ json }: Answered): number | null {
  const seconds = numberOf(objectOf(objectOf(json)["parameters"])["retry_after"]);
  return seconds === undefined ? null : Math.ceil(Math.min(Math.max(seconds, 0), LONGEST_WAIT_S) * 1000);
}

// ---- calls

export const api = openApi({
  network: NETWORK,
  refusal,
  headers: () => ({}),
  secrets: ({ token }) => [token, token?.split(":")[1]],
});

/** The address contains the token and the chat, so no message may quote it. */
export function methodUrl(io: ConnectIo, { token = "" }: Credentials, method: string, query: Query): string {
  const parameters = new URLSearchParams(query).toString();
  return `${io.endpoint("api")}/bot${token}/${method}${parameters && `?${parameters}`}`;
}

/** The result of a 2xx in Telegram's format. */
export function resultOf({ json }: Pick<Answered, "json">): Json | undefined {
  return isObject(json) && json["ok"] === true ? json["result"] : undefined;
}

/** A read that may be repeated. @throws StepFailedError unless the answer is a 2xx */
export async function step(
  io: ConnectIo,
  credentials: Credentials,
  method: string,
  query: Query,
): Promise<Json | undefined> {
  const url = methodUrl(io, credentials, method, query);
  return resultOf({ json: await api.step(io, credentials, { method: "GET", url }) });
}

/** The result of a read, or the description of its error; undefined without a clear response. */
export async function ask(
  io: ConnectIo,
  credentials: Credentials,
  method: string,
  query: Query,
): Promise<{ readonly result: Json } | { readonly error: string } | undefined> {
  const url = methodUrl(io, credentials, method, query);
  const answer = await io.call({ method: "GET", url, timeoutMs: PEEK_TIMEOUT_MS });
  if (answer.kind !== "answered") return undefined;
  const result = answer.status === 200 ? resultOf(answer) : undefined;
  if (result !== undefined) return { result };
  const error = answer.status === 400 ? errorOf(answer) : undefined;
  return error === undefined ? undefined : { error };
}

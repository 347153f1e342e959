// Mastodon's calls and what its errors mean (networks/mastodon.facts.md 6).
import type { Answered, NetworkRequest } from "../client/call.ts";
import { isObject, textOf, type JsonObject } from "../client/json.ts";
import type { Busy, ConnectIo, Credentials, Io, Json, Refused, Unknown } from "../network.ts";
import { quote, repeatable, retryAfterMs, type AnswerContext, type ErrorReader } from "../client/outcome.ts";
import { idOf, linkOf } from "../client/remote-post.ts";

export const NETWORK = "Mastodon";

/** `{"error": "text"}`: the shape of every error; proxies in front answer with HTML or nothing. */
export function errorOf(answer: Answered): string | undefined {
  return isObject(answer.json) ? textOf(answer.json["error"]) : undefined;
}

const ALREADY_ATTACHED = /already attached|not found or already/i;
const STILL_PROCESSING = /not finished processing/i;

export function refusal(answer: Answered, asked: AnswerContext): Refused | Busy | Unknown | undefined {
  const error = errorOf(answer);
  if (error === undefined) return undefined;
  const said = quote(error, asked).replace(/\.$/, "");
  switch (answer.status) {
    case 401:
      return refused("auth", `${said}. Connect the account again with a new access token.`);
    case 403:
      return refused("auth", `The server does not let this account or token post: ${said}.`);
    case 413:
      return refused("media", `The file is too large for this server: ${said}.`);
    case 429: {
      const wait = retryAfterMs(answer, asked, "x-ratelimit-reset");
      return { kind: "busy", retryAfterMs: wait, detail: "The server asks to come back later (rate limit)." };
    }
    case 422:
      return unprocessable(said);
    default:
      return refused(answer.status === 404 ? "content" : "unknown", `The server refused the post: ${said}.`);
  }
}

function unprocessable(said: string): Refused | Busy | Unknown {
  // Media ids are single-use: an earlier attempt of ours may have used these, so only verify can tell.
  if (ALREADY_ATTACHED.test(said)) return { kind: "unknown", detail: `The server says: ${said}.` };
  if (STILL_PROCESSING.test(said)) {
    return { kind: "busy", retryAfterMs: 10_000, detail: "The server is still processing the media." };
  }
  if (/attach|file|image|video|media|content type/i.test(said)) {
    return refused("media", `The server refused the file: ${said}. Use another file.`);
  }
  return refused("content", `The server refused the post: ${said}. Change it and try again.`);
}

function refused(category: Refused["category"], detail: string): Refused {
  return { kind: "refused", category, detail };
}

export const reading: ErrorReader = { network: NETWORK, refusal };

// ---- statuses

export function statusId(status: JsonObject, io: Io): string | undefined {
  return idOf(status["id"], askedBy(io, io.credentials));
}

/** The status's own address where its server gives a plausible one, else the one Mastodon would give it. */
export function statusUrl(status: JsonObject, id: string, io: Io): string {
  const server = serverOf(io.credentials);
  const own = linkOf(status["url"], [server, io.endpoint("web")]);
  return own ?? `${server}/@${io.credentials["username"] ?? ""}/${id}`;
}

// ---- calls

export function serverOf(credentials: Credentials): string {
  return credentials["server"] ?? "";
}

/** Messages are in the account's language where a server knows it; English is asked for all the same. */
export function authorized(credentials: Credentials): Record<string, string> {
  return { authorization: `Bearer ${credentials["token"] ?? ""}`, "accept-language": "en" };
}

export function askedBy(io: ConnectIo, credentials: Credentials): AnswerContext {
  return { now: () => io.now(), secrets: [credentials["token"] ?? ""] };
}

/** A call that may be repeated; throws StepFailed unless the answer is a 2xx. */
export async function step(
  io: ConnectIo,
  credentials: Credentials,
  request: NetworkRequest,
): Promise<Answered> {
  const answer = await io.call({ ...request, headers: { ...authorized(credentials), ...request.headers } });
  return repeatable(answer, reading, askedBy(io, credentials));
}

/** The value of a read, or undefined when the server does not answer it with 200. */
export async function peek(io: ConnectIo, credentials: Credentials, path: string): Promise<Json | undefined> {
  const url = serverOf(credentials) + path;
  const answer = await io.call({ method: "GET", url, headers: authorized(credentials), timeoutMs: 20_000 });
  return answer.kind === "answered" && answer.status === 200 ? answer.json : undefined;
}

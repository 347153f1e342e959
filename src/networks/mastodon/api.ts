// Mastodon's calls and what its errors mean (networks/mastodon.facts.md 6).
import type { Answered } from "../client/call.ts";
import { isObject, textOf, type JsonObject } from "../client/json.ts";
import type { Busy, Credentials, Io, Refused, Unknown } from "../network.ts";
import { retryAfterMs, refused } from "../client/outcome.ts";
import { quote, type AnswerContext } from "../client/redaction.ts";
import { idOf, linkOf } from "../client/remote-post.ts";
import { bearer, openApi } from "../client/api.ts";

export const NETWORK = "Mastodon";

/** `{"error": "text"}`: the shape of every error; proxies in front answer with HTML or nothing. */
export function errorOf(answer: Answered): string | undefined {
  return isObject(answer.json) ? textOf(answer.json["error"]) : undefined;
}

const ALREADY_ATTACHED = /already attached|not found or already/i;
const STILL_PROCESSING = /not finished processing/i;

function refusal(answer: Answered, context: AnswerContext): Refused | Busy | Unknown | undefined {
  const error = errorOf(answer);
  if (error === undefined) return undefined;
  const message = quote(error, context).replace(/\.$/, "");
  switch (answer.status) {
    case 401:
      return refused("auth", `${message}. Connect the account again with a new access token.`);
    case 403:
      return refused("auth", `The server does not let this account or token post: ${message}.`);
    case 413:
      return refused("media", `The file is too large for this server: ${message}.`);
    case 429: {
      const wait = retryAfterMs(answer, context, "x-ratelimit-reset");
      return {
        kind: "busy",
        retryAfterMs: wait,
        detail: "The server has a rate limit and asks Crier to try again later.",
      };
    }
    case 422:
      return unprocessable(message);
    default:
      return refused(
        answer.status === 404 ? "content" : "unknown",
        `The server refused the post: ${message}.`,
      );
  }
}

function unprocessable(message: string): Refused | Busy | Unknown {
  // Media ids are single-use, and an earlier attempt may have used these: only `verify` can decide.
  if (ALREADY_ATTACHED.test(message)) return { kind: "unknown", detail: `The server answered: ${message}.` };
  if (STILL_PROCESSING.test(message)) {
    return { kind: "busy", retryAfterMs: 10_000, detail: "The server is still processing the media." };
  }
  if (/attach|file|image|video|media|content type/i.test(message)) {
    return refused("media", `The server refused the file: ${message}. Use another file.`);
  }
  return refused("content", `The server refused the post: ${message}. Change it and try again.`);
}

// ---- statuses

export function statusId(status: JsonObject, io: Io): string | undefined {
  return idOf(status["id"], api.context(io, io.credentials));
}

/** The status's address if its server returns a plausible one, else the address it should have. */
export function statusUrl(status: JsonObject, id: string, io: Io): string {
  const server = serverOf(io.credentials);
  const own = linkOf(status["url"], [server, io.endpoint("web")]);
  return own ?? `${server}/@${io.credentials["username"] ?? ""}/${id}`;
}

// ---- calls

export function serverOf(credentials: Credentials): string {
  return credentials["server"] ?? "";
}

export const api = openApi({
  network: NETWORK,
  refusal,
  base: (_, credentials) => serverOf(credentials),
  /** Requests English messages; some servers use the account's language anyway. */
  headers: ({ token }) => ({ ...bearer(token), "accept-language": "en" }),
  secrets: ({ token }) => [token],
});

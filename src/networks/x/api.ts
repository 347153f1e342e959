// X's calls and what its errors mean (networks/x.facts.md 6).
import type { Answered, NetworkRequest } from "../client/call.ts";
import { arrayOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Busy, Io, Refused } from "../network.ts";
import { retryAfterMs, refused } from "../client/outcome.ts";
import { quote, type AnswerContext } from "../client/redaction.ts";
import { idOf } from "../client/remote-post.ts";
import { openApi, TOKEN_CREDENTIALS } from "../client/api.ts";

export const NETWORK = "X";

/**
 * X's error as text: a problem document (`title`, `detail`, `type`), a list of `errors` with messages, or both.
 * Undefined for anything else.
 */
export function errorOf({ json }: Answered): { message: string; all: string } | undefined {
  const { title, detail, type, errors } = objectOf(json);
  const messages = arrayOf(errors).map((each) => textOf(objectOf(each)["message"]));
  const words = [...messages, textOf(detail), textOf(title)].filter((each) => each !== undefined);
  const [message] = words;
  return message === undefined ? undefined : { message, all: [...words, textOf(type) ?? ""].join(" ") };
}

/** A 403 as in version 2 or in 1.1 (code 187). It does not name the existing post. */
export const DUPLICATE = /duplicate content|status is a duplicate/i;
/** Errors of the application, its permissions or the account, not of the post. */
const ACCOUNT = /oauth|app permission|scope|suspend|locked|client-forbidden|not enrolled/i;

function refusal(answer: Answered, context: AnswerContext): Refused | Busy | undefined {
  const error = errorOf(answer);
  if (error === undefined) return undefined;
  const message = quote(error.message, context).replace(/\.$/, "");
  switch (answer.status) {
    case 400:
      return /media/i.test(error.all)
        ? refused("media", `X refused the file: ${message}. Use another file, or try again.`)
        : refused("content", `X refused the post: ${message}. Change it and try again.`);
    case 401:
      return refused("auth", `X does not accept the sign-in (${message}). Connect the account again.`);
    case 402:
      return refused("quota", `X requires payment: ${message}. Add credits at console.x.com and try again.`);
    case 403:
      return forbidden(error, message);
    case 413:
      return refused("media", `The file is too large for X: ${message}.`);
    case 429: {
      const wait = retryAfterMs(answer, context, `${exhaustion(answer)}-reset`);
      return {
        kind: "busy",
        retryAfterMs: wait,
        detail: "X has a rate limit and asks Crier to try again later.",
      };
    }
    default:
      return refused(answer.status === 404 ? "content" : "unknown", `X refused the post: ${message}.`);
  }
}

function forbidden({ all }: { all: string }, message: string): Refused {
  if (DUPLICATE.test(all)) {
    const detail =
      "X refused it because this account recently posted the same text. Check the account; to post it again, change the text.";
    return refused("content", detail);
  }
  if (ACCOUNT.test(all))
    return refused("auth", `X does not let this account or application post: ${message}.`);
  return refused("content", `X refused the post: ${message}. Change it and try again.`);
}

/** Which of X's rate limits is used up; the general one when X does not report it. */
function exhaustion({ headers }: Answered): string {
  const daily = ["x-user-limit-24hour", "x-app-limit-24hour"];
  return daily.find((name) => headers[`${name}-remaining`]?.trim() === "0") ?? "x-rate-limit";
}

export const api = openApi({
  network: NETWORK,
  refusal,
  base: (io) => io.endpoint("api"),
  ...TOKEN_CREDENTIALS,
});

// ---- posts

export function postId(post: JsonObject, io: Io): string | undefined {
  return idOf(post["id"], api.context(io, io.credentials));
}

/** The address at which X shows a post; responses do not contain it. */
export function postUrl(id: string, io: Io): string {
  return `${io.endpoint("web")}/${encodeURIComponent(io.credentials["username"] ?? "i")}/status/${id}`;
}

// ---- calls

/** A call that may be repeated. @returns its `data`. @throws StepFailedError unless the answer is a 2xx */
export async function step(io: Io, request: NetworkRequest): Promise<JsonObject> {
  return objectOf((await api.step(io, io.credentials, request))["data"]);
}

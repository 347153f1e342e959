// Pinterest's calls and what its errors mean (networks/pinterest.facts.md 6).
import type { Answered } from "../client/call.ts";
import { numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Busy, Io, Refused } from "../network.ts";
import { retryAfterMs, refused } from "../client/outcome.ts";
import { quote, type AnswerContext } from "../client/redaction.ts";
import { idOf } from "../client/remote-post.ts";
import { openApi, TOKEN_CREDENTIALS } from "../client/api.ts";

export const NETWORK = "Pinterest";

/** `{"code": 1, "message": "text"}`: the shape of every error. */
function errorOf({ json }: Answered): { code: number; message: string } | undefined {
  const error = objectOf(json);
  const [code, message] = [numberOf(error["code"]), textOf(error["message"])];
  return code === undefined || message === undefined ? undefined : { code, message };
}

/** An application that was not reviewed yet. */
const TRIAL = 29;

function refusal(answer: Answered, context: AnswerContext): Refused | Busy | undefined {
  const error = errorOf(answer);
  if (error === undefined) return undefined;
  const message = quote(error.message, context).replace(/\.$/, "");
  switch (answer.status) {
    case 400:
      return /image|video|media|cover|aspect/i.test(message)
        ? refused("media", `Pinterest refused the file: ${message}. Use another file.`)
        : refused("content", `Pinterest refused the pin: ${message}. Change it and try again.`);
    case 401:
      return refused(
        "auth",
        `Pinterest does not accept the sign-in (${message}). Connect the account again.`,
      );
    case 403:
      return forbidden(error.code, message);
    case 404:
      return refused("content", `Pinterest can't find the board or section: ${message}. Choose another one.`);
    case 413:
      return refused("media", `The pin is too large for Pinterest: ${message}. Use a smaller file.`);
    case 422:
      return refused("content", `Pinterest refused the pin: ${message}. Change it and try again.`);
    case 429:
      return {
        kind: "busy",
        retryAfterMs: waitOf(answer, context),
        detail: "Pinterest has a rate limit and asks Crier to try again later.",
      };
    default:
      return refused("unknown", `Pinterest refused the pin: ${message}.`);
  }
}

function forbidden(code: number, message: string): Refused {
  if (code === TRIAL) {
    const detail =
      "This application has only trial access to Pinterest and can't create pins. Ask Pinterest for standard access.";
    return refused("unknown", detail);
  }
  if (/board|spam|blocked/i.test(message))
    return refused(
      "content",
      `Pinterest does not allow this pin: ${message}. Change it or choose another board.`,
    );
  return refused("auth", `Pinterest does not let this account or application pin: ${message}.`);
}

/** `X-RateLimit-Reset` counts seconds from now; a time since 1970 would be far larger. */
function waitOf(answer: Answered, context: AnswerContext): number | null {
  const reset = answer.headers["x-ratelimit-reset"]?.trim() ?? "";
  const seconds = /^\d{1,6}$/.test(reset) ? { "retry-after": reset } : {};
  return retryAfterMs(
    { ...answer, headers: { ...seconds, ...answer.headers } },
    context,
    "x-ratelimit-reset",
  );
}

export const api = openApi({
  network: NETWORK,
  refusal,
  base: (io) => io.endpoint("api"),
  ...TOKEN_CREDENTIALS,
});

// ---- pins

export function pinId(pin: JsonObject, io: Io): string | undefined {
  return idOf(pin["id"], api.context(io, io.credentials));
}

/** The address at which Pinterest shows a pin; responses do not contain it. */
export function pinUrl(id: string, io: Io): string {
  return `${io.endpoint("web")}/pin/${id}/`;
}

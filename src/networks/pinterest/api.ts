// Pinterest's calls and what its errors mean (networks/pinterest.facts.md 6).
import type { Answered, NetworkRequest } from "../client/call.ts";
import { isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Busy, ConnectIo, Credentials, Io, Refused } from "../network.ts";
import { quote, repeatable, retryAfterMs, type AnswerContext, type ErrorReader } from "../client/outcome.ts";
import { idOf } from "../client/remote-post.ts";

export const NETWORK = "Pinterest";

/** `{"code": 1, "message": "text"}`: the shape of every error. */
function errorOf({ json }: Answered): { code: number; said: string } | undefined {
  const { code, message } = objectOf(json);
  const [number, said] = [numberOf(code), textOf(message)];
  return number === undefined || said === undefined ? undefined : { code: number, said };
}

/** An application that was not reviewed yet. */
const TRIAL = 29;

export function refusal(answer: Answered, asked: AnswerContext): Refused | Busy | undefined {
  const error = errorOf(answer);
  if (error === undefined) return undefined;
  const said = quote(error.said, asked).replace(/\.$/, "");
  switch (answer.status) {
    case 400:
      return /image|video|media|cover|aspect/i.test(said)
        ? refused("media", `Pinterest refused the file: ${said}. Use another file.`)
        : refused("content", `Pinterest refused the pin: ${said}. Change it and try again.`);
    case 401:
      return refused("auth", `Pinterest does not accept the sign-in (${said}). Connect the account again.`);
    case 403:
      return forbidden(error.code, said);
    case 404:
      return refused("content", `Pinterest does not find the board or section: ${said}. Choose another one.`);
    case 413:
      return refused("media", `The pin is too large for Pinterest: ${said}. Use a smaller file.`);
    case 422:
      return refused("content", `Pinterest refused the pin: ${said}. Change it and try again.`);
    case 429:
      return {
        kind: "busy",
        retryAfterMs: waitOf(answer, asked),
        detail: "Pinterest asks to come back later.",
      };
    default:
      return refused("unknown", `Pinterest refused the pin: ${said}.`);
  }
}

function forbidden(code: number, said: string): Refused {
  if (code === TRIAL) {
    const detail =
      "Pinterest lets this application only try things out (trial access): it can't make pins. Ask Pinterest for standard access.";
    return refused("unknown", detail);
  }
  if (/board|spam|blocked/i.test(said))
    return refused(
      "content",
      `Pinterest does not allow this pin: ${said}. Change it or choose another board.`,
    );
  return refused("auth", `Pinterest does not let this account or application pin: ${said}.`);
}

/** `X-RateLimit-Reset` counts seconds from now; a time since 1970 would be far larger. */
function waitOf(answer: Answered, asked: AnswerContext): number | null {
  const reset = answer.headers["x-ratelimit-reset"]?.trim() ?? "";
  const seconds = /^\d{1,6}$/.test(reset) ? { "retry-after": reset } : {};
  return retryAfterMs({ ...answer, headers: { ...seconds, ...answer.headers } }, asked, "x-ratelimit-reset");
}

function refused(category: Refused["category"], detail: string): Refused {
  return { kind: "refused", category, detail };
}

export const reading: ErrorReader = { network: NETWORK, refusal };

// ---- pins

export function pinId(pin: JsonObject, io: Io): string | undefined {
  return idOf(pin["id"], askedBy(io, io.credentials));
}

/** Pinterest answers with no address of a pin; this is where it shows one. */
export function pinUrl(id: string, io: Io): string {
  return `${io.endpoint("web")}/pin/${id}/`;
}

// ---- calls

export function authorized(credentials: Credentials): Record<string, string> {
  return { authorization: `Bearer ${credentials["accessToken"] ?? ""}` };
}

export function askedBy(io: ConnectIo, { accessToken = "", refreshToken = "" }: Credentials): AnswerContext {
  return { now: () => io.now(), secrets: [accessToken, refreshToken] };
}

/** A call that may be repeated; throws StepFailed unless the answer is a 2xx. */
export async function step(
  io: ConnectIo,
  credentials: Credentials,
  { url: path, ...request }: NetworkRequest,
): Promise<JsonObject> {
  const url = io.endpoint("api") + path;
  const answer = await io.call({ ...request, url, headers: authorized(credentials) });
  return objectOf(repeatable(answer, reading, askedBy(io, credentials)).json);
}

/** The answer to a read, or undefined when it is none with 200. */
export async function peek(io: Io, path: string): Promise<JsonObject | undefined> {
  const url = io.endpoint("api") + path;
  const headers = authorized(io.credentials);
  const answer = await io.call({ method: "GET", url, headers, timeoutMs: 20_000 });
  return answer.kind === "answered" && answer.status === 200 && isObject(answer.json)
    ? answer.json
    : undefined;
}

// LinkedIn's versioned API: calls, errors, and the URNs of posts (networks/linkedin.facts.md 1, 6).
import type { Answered } from "../client/call.ts";
import { arrayOf, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Busy, ConnectIo, Credentials, Refused, Unknown } from "../network.ts";
import { retryAfterMs, refused } from "../client/outcome.ts";
import { quote, type AnswerContext } from "../client/redaction.ts";
import { bearer, openApi, PEEK_TIMEOUT_MS, TOKEN_CREDENTIALS } from "../client/api.ts";

export const NETWORK = "LinkedIn";

// ---- versions

/** The API version that Crier is written for. Each is supported for at least a year, then LinkedIn answers 426. */
const VERSION = "202608";

/** That version while it is supported; in an outdated Crier, the version of half a year ago. */
export function versionAt(now: number): string {
  return monthBefore(now, 11) <= VERSION ? VERSION : monthBefore(now, 6);
}

function monthBefore(now: number, months: number): string {
  const at = new Date(now);
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months));
  return first.toISOString().slice(0, 7).replace("-", "");
}

// ---- errors

export interface ApiError {
  readonly message: string;
  readonly codes: readonly string[];
}

/** `{"message", "status", "code"}`; `errorDetails.inputErrors` names wrong fields. */
export function errorOf({ status, json }: Answered): ApiError | undefined {
  const error = objectOf(json);
  const message = textOf(error["message"]);
  if (message === undefined || numberOf(error["status"]) !== status) return undefined;
  const inputs = arrayOf(objectOf(error["errorDetails"])["inputErrors"]);
  const codes = [error, ...inputs.map(objectOf)].map(({ code }) => textOf(code));
  return { message, codes: codes.filter((code) => code !== undefined) };
}

function refusal(answer: Answered, context: AnswerContext): Refused | Busy | Unknown | undefined {
  const error = errorOf(answer);
  if (error === undefined) return undefined;
  const message = quote(error.message, context).replace(/\.$/, "");
  switch (answer.status) {
    case 401:
      return refused("auth", `LinkedIn ended this sign-in (${message}). Connect the account again.`);
    case 403:
      return refused("auth", `LinkedIn does not let this account or application do that: ${message}.`);
    case 426:
      return refused(
        "unknown",
        "LinkedIn no longer supports the API version that this Crier uses. Update Crier.",
      );
    case 429:
      return {
        kind: "busy",
        retryAfterMs: retryAfterMs(answer, context) ?? untilMidnight(context.now()),
        detail: "LinkedIn's limit for today is reached; it resets at midnight UTC.",
      };
    case 400:
    case 404:
    case 422:
      return FILE.test(message)
        ? refused("media", `LinkedIn refused a file: ${message}. Use another file.`)
        : refused("content", `LinkedIn refused the post: ${message}. Change it and try again.`);
    default:
      return undefined;
  }
}

const FILE = /image|video|media|asset|upload/i;
const DAY_MS = 86_400_000;

/** Quotas are daily, and LinkedIn sends no Retry-After. */
function untilMidnight(now: number): number {
  return DAY_MS - (now % DAY_MS);
}

// ---- URNs

const POST = /^urn:li:(?:share|ugcPost):\d{1,30}$/;

/** The URN of a post; undefined for anything else. */
export function postUrn(value: unknown): string | undefined {
  return typeof value === "string" && POST.test(value) ? value : undefined;
}

/** The post that a refused one is a duplicate of. */
export function duplicateOf(answer: Answered): string | undefined {
  const error = errorOf(answer);
  if (answer.status !== 422 || !error?.codes.includes("DUPLICATE_POST")) return undefined;
  return /urn:li:(?:share|ugcPost):\d{1,30}/.exec(error.message)?.[0] ?? "";
}

export function postUrl(urn: string, io: ConnectIo): string {
  return `${io.endpoint("web")}/feed/update/${urn}/`;
}

// ---- calls

export const api = openApi({
  network: NETWORK,
  refusal,
  base: (io) => io.endpoint("api"),
  headers: ({ accessToken }, io) => ({
    ...bearer(accessToken),
    "linkedin-version": versionAt(io.now()),
    "x-restli-protocol-version": "2.0.0",
  }),
  secrets: TOKEN_CREDENTIALS.secrets,
});

/** A read's response with 200; else its status, or 0 without a response. */
export async function peek(
  io: ConnectIo,
  credentials: Credentials,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonObject | number> {
  const request = { method: "GET", url: path, headers, timeoutMs: PEEK_TIMEOUT_MS } as const;
  const answer = await api.send(io, credentials, request);
  if (answer.kind !== "answered") return 0;
  return answer.status === 200 ? objectOf(answer.json) : answer.status;
}

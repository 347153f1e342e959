// YouTube's calls and what its errors mean (networks/youtube.facts.md 6).
import type { Answered } from "../client/call.ts";
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Busy, ConnectIo, Credentials, Io, Refused } from "../network.ts";
import { retryAfterMs, refused } from "../client/outcome.ts";
import { quote, type AnswerContext } from "../client/redaction.ts";
import { openApi, TOKEN_CREDENTIALS } from "../client/api.ts";

export const NETWORK = "YouTube";

// ---- errors

interface Fault {
  readonly reason: string;
  readonly message: string;
}

/** `{"error": {"code", "message", "errors": [{"reason"}], "status"}}`; the code repeats the HTTP status. */
function faultOf({ status, json }: Answered): Fault | undefined {
  const error = isObject(json) ? json["error"] : undefined;
  if (!isObject(error) || error["code"] !== status) return undefined;
  const message = textOf(error["message"]);
  const reason = textOf(objectOf(arrayOf(error["errors"])[0])["reason"]) ?? textOf(error["status"]);
  return message === undefined || reason === undefined ? undefined : { message, reason };
}

const DETAILS: readonly string[] = [
  "invalidTitle",
  "invalidDescription",
  "invalidTags",
  "invalidCategoryId",
  "invalidPublishAt",
  "invalidRecordingDetails",
  "invalidVideoGameRating",
  "invalidVideoMetadata",
  "defaultLanguageNotSet",
  "forbiddenLicenseSetting",
  "forbiddenPrivacySetting",
];
const FILE: readonly string[] = [
  "invalidFilename",
  "mediaBodyRequired",
  "invalidImage",
  "imageFormatUnsupported",
  "imageTooTall",
  "imageTooWide",
];
const ACCOUNT: Readonly<Record<string, string>> = {
  authError: "Connect the account again.",
  UNAUTHENTICATED: "Connect the account again.",
  insufficientPermissions: "Connect the account again and grant every permission.",
  youtubeSignupRequired: "This Google account has no channel. Create one at youtube.com, then connect again.",
  authenticatedUserAccountClosed: "The channel is closed.",
  authenticatedUserAccountSuspended: "The channel is suspended. YouTube Studio shows the reason.",
};
const USED_UP: readonly string[] = ["quotaExceeded", "dailyLimitExceeded"];
const TOO_FAST: readonly string[] = ["rateLimitExceeded", "userRateLimitExceeded", "uploadRateLimitExceeded"];

/** What an error means; undefined for what is not documented as a refusal. */
function refusal(answer: Answered, context: AnswerContext): Refused | Busy | undefined {
  const fault = faultOf(answer);
  if (!fault) return undefined;
  const { reason } = fault;
  const message = quote(fault.message, context).replace(/\.$/, "");
  if (USED_UP.includes(reason)) return usedUp(context.now());
  if (reason === "uploadLimitExceeded")
    return busy(DAY_MS, "YouTube accepts no more videos from this channel for a day.");
  if (TOO_FAST.includes(reason) || answer.status === 429)
    return busy(
      retryAfterMs(answer, context) ?? 60_000,
      "YouTube has a rate limit and asks Crier to try again later.",
    );
  const advice = ACCOUNT[reason];
  if (advice !== undefined) return refused("auth", `YouTube says: ${message}. ${advice}`);
  if (reason === "accessNotConfigured")
    return refused(
      "unknown",
      "The YouTube Data API v3 is not enabled in this application's project. Enable it in the Google Cloud console.",
    );
  if (FILE.includes(reason))
    return refused("media", `YouTube refused the file: ${message}. Use another file.`);
  if (DETAILS.includes(reason))
    return refused("content", `YouTube refused the video: ${message}. Change it and try again.`);
  if (reason === "forbidden") return refused("unknown", `YouTube does not allow it: ${message}.`);
  return undefined;
}

function busy(retryAfter: number, detail: string): Busy {
  return { kind: "busy", retryAfterMs: retryAfter, detail };
}

const DAY_MS = 24 * 3_600_000;
const pacific = new Intl.DateTimeFormat("en", {
  timeZone: "America/Los_Angeles",
  hourCycle: "h23",
  timeStyle: "medium",
});

/** Quotas reset at midnight in California. */
function usedUp(now: number): Busy {
  const [hours = 0, minutes = 0, seconds = 0] = pacific.format(now).split(":").map(Number);
  const passed = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return busy(
    DAY_MS - passed,
    "This application's YouTube quota is used up; it resets at midnight Pacific time.",
  );
}

/** Before anything is public, an undocumented error in YouTube's format is a refusal. */
export function stepRefusal(answer: Answered, context: AnswerContext): Refused | Busy | undefined {
  const fault = faultOf(answer);
  const own = fault && refused("unknown", `YouTube says: ${quote(fault.message, context)}`);
  return refusal(answer, context) ?? (answer.status < 500 ? own : undefined);
}

// ---- calls

export const api = openApi({
  network: NETWORK,
  refusal,
  stepRefusal,
  base: (io) => `${io.endpoint("api")}/youtube/v3`,
  ...TOKEN_CREDENTIALS,
});

/** The items of a list. @param path with its query. @throws StepFailedError when they can't be read */
export async function itemsOf(
  io: ConnectIo,
  credentials: Credentials,
  path: string,
): Promise<readonly JsonObject[]> {
  const list = await api.step(io, credentials, { method: "GET", url: `/${path}` });
  return arrayOf(list["items"]).filter((item) => isObject(item));
}

/** The list itself, with the token of its next page; undefined when it can't be read. */
export async function peek(io: Io, path: string): Promise<JsonObject | undefined> {
  const list = await api.peek(io, io.credentials, `/${path}`);
  return Array.isArray(list?.["items"]) ? list : undefined;
}

// ---- videos

/** The address of a video; that of a Short has another form. */
export function videoUrl(id: string, short: boolean, io: Io): string {
  return `${io.endpoint("web")}/${short ? "shorts/" : "watch?v="}${id}`;
}

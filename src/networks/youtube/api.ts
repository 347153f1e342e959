// YouTube's calls and what its errors mean (networks/youtube.facts.md 6).
import type { Answered, NetworkRequest } from "../client/call.ts";
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Busy, ConnectIo, Credentials, Io, Refused } from "../network.ts";
import { quote, repeatable, retryAfterMs, type AnswerContext, type ErrorReader } from "../client/outcome.ts";

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
  ...["invalidTitle", "invalidDescription", "invalidTags", "invalidCategoryId", "invalidPublishAt"],
  ...["invalidRecordingDetails", "invalidVideoGameRating", "invalidVideoMetadata", "defaultLanguageNotSet"],
  ...["forbiddenLicenseSetting", "forbiddenPrivacySetting"],
];
const FILE: readonly string[] = [
  ...["invalidFilename", "mediaBodyRequired", "invalidImage", "imageFormatUnsupported"],
  ...["imageTooTall", "imageTooWide"],
];
const ACCOUNT: Readonly<Record<string, string>> = {
  authError: "Connect the account again.",
  UNAUTHENTICATED: "Connect the account again.",
  insufficientPermissions: "Connect the account again and allow everything that is asked for.",
  youtubeSignupRequired: "This Google account has no channel. Create one at youtube.com, then connect again.",
  authenticatedUserAccountClosed: "The channel is closed.",
  authenticatedUserAccountSuspended: "The channel is suspended; YouTube Studio says why.",
};
const USED_UP: readonly string[] = ["quotaExceeded", "dailyLimitExceeded"];
const TOO_FAST: readonly string[] = ["rateLimitExceeded", "userRateLimitExceeded", "uploadRateLimitExceeded"];

/** What every answer but the last of an upload means; undefined for what no document calls a refusal. */
function refusal(answer: Answered, asked: AnswerContext): Refused | Busy | undefined {
  const fault = faultOf(answer);
  if (!fault) return undefined;
  const { reason } = fault;
  const said = quote(fault.message, asked).replace(/\.$/, "");
  if (USED_UP.includes(reason)) return usedUp(asked.now());
  if (reason === "uploadLimitExceeded")
    return busy(DAY_MS, "YouTube takes no more videos from this channel for a day.");
  if (TOO_FAST.includes(reason) || answer.status === 429)
    return busy(retryAfterMs(answer, asked) ?? 60_000, "YouTube asks to come back later (rate limit).");
  const advice = ACCOUNT[reason];
  if (advice !== undefined) return refused("auth", `YouTube says: ${said}. ${advice}`);
  if (reason === "accessNotConfigured")
    return refused("unknown", "The YouTube Data API v3 is not switched on in this application's project.");
  if (FILE.includes(reason)) return refused("media", `YouTube refused the file: ${said}. Use another file.`);
  if (DETAILS.includes(reason))
    return refused("content", `YouTube refused the video: ${said}. Change it and try again.`);
  if (reason === "forbidden") return refused("unknown", `YouTube does not allow it: ${said}.`);
  return undefined;
}

export function refused(category: Refused["category"], detail: string): Refused {
  return { kind: "refused", category, detail };
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

/** Quotas begin anew at midnight in California. */
function usedUp(now: number): Busy {
  const [hours = 0, minutes = 0, seconds = 0] = pacific.format(now).split(":").map(Number);
  const passed = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return busy(DAY_MS - passed, "This application's YouTube quota is used up until midnight Pacific time.");
}

export const reading: ErrorReader = { network: NETWORK, refusal };

/** Before anything is public, an error in YouTube's shape is a no in its own words. */
export const stepReading: ErrorReader = {
  network: NETWORK,
  refusal(answer, asked) {
    const fault = faultOf(answer);
    const said = fault && refused("unknown", `YouTube says: ${quote(fault.message, asked)}`);
    return refusal(answer, asked) ?? (answer.status < 500 ? said : undefined);
  },
};

// ---- calls

export function authorized({ accessToken = "" }: Credentials): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}

export function askedBy(io: ConnectIo, { accessToken = "", refreshToken = "" }: Credentials): AnswerContext {
  const secrets = [accessToken, refreshToken, io.application?.secret ?? ""];
  return { now: () => io.now(), secrets: secrets.filter((secret) => secret !== "") };
}

/** A call that may be repeated; throws StepFailed unless the answer is a 2xx. */
export async function step(
  io: ConnectIo,
  credentials: Credentials,
  request: NetworkRequest,
): Promise<Answered> {
  const answer = await io.call({ ...request, headers: { ...authorized(credentials), ...request.headers } });
  return must(answer, io, credentials);
}

/** The answer of a step that may be repeated. Throws StepFailed unless it is a 2xx. */
export function must(
  answer: Parameters<typeof repeatable>[0],
  io: ConnectIo,
  credentials: Credentials,
): Answered {
  return repeatable(answer, stepReading, askedBy(io, credentials));
}

/** The items of a list, `path` with its query; throws StepFailed when they can't be read. */
export async function itemsOf(
  io: ConnectIo,
  credentials: Credentials,
  path: string,
): Promise<readonly JsonObject[]> {
  const answer = await step(io, credentials, { method: "GET", url: apiOf(io, path) });
  return arrayOf(objectOf(answer.json)["items"]).filter((item) => isObject(item));
}

/** The list itself, with the token of its next page; undefined when it can't be read. */
export async function peek(io: Io, path: string): Promise<JsonObject | undefined> {
  const url = apiOf(io, path);
  const answer = await io.call({
    method: "GET",
    url,
    headers: authorized(io.credentials),
    timeoutMs: 20_000,
  });
  if (answer.kind !== "answered" || answer.status !== 200 || !isObject(answer.json)) return undefined;
  return Array.isArray(answer.json["items"]) ? answer.json : undefined;
}

export function apiOf(io: ConnectIo, path: string): string {
  return `${io.endpoint("api")}/youtube/v3/${path}`;
}

// ---- videos

/** How a video is shown: a Short has an address of its own. */
export function videoUrl(id: string, short: boolean, io: Io): string {
  return `${io.endpoint("web")}/${short ? "shorts/" : "watch?v="}${id}`;
}

// Connects a TikTok account, refreshes its tokens, and reads what the account may do (networks/tiktok.facts.md 1.1, 3).
import type { Options } from "./options.ts";
import { problem } from "../client/problems.ts";
import {
  type LiveOptionRules,
  StepFailedError,
  type Connect,
  type ConnectIo,
  type Connection,
  type LiveOptions,
  type Credentials,
  type Grant,
  type Io,
  type Renewal,
} from "../network.ts";
import type { Answer } from "../client/call.ts";
import { arrayOf, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import { requireApplication } from "../client/oauth.ts";
import { requireSuccess, unreadable, refused, refusedStep } from "../client/outcome.ts";
import { quote, type AnswerContext, contextOf } from "../client/redaction.ts";
import type { RuleChanges } from "../../domain/rules.ts";
import { idOf, pictureOf } from "../client/remote-post.ts";
import { expiryOf } from "../client/untrusted.ts";
import { dataOf, NETWORK, post, api } from "./api.ts";
import type { DisabledFeatures } from "./post.ts";
import { tokenFields, parseTokenFields } from "../client/tokens.ts";
import { walkthrough } from "./walkthrough.ts";

export const ENDPOINTS = {
  api: "https://open.tiktokapis.com",
  login: "https://www.tiktok.com",
  web: "https://www.tiktok.com",
} as const;

export const connect: Connect = {
  walkthrough,
  fields: tokenFields({
    access:
      "From TikTok's sign-in, with the scopes user.info.basic, user.info.profile, video.publish and video.upload",
    refresh: "Without it the account must be connected again every day",
    ends: "For example 2026-11-21T12:00:00Z",
  }),
  login,
  oauth: {
    application: {
      url: "https://developers.tiktok.com/apps",
      help: "Add the products Login Kit and Content Posting API with Direct Post, then copy the client key and secret.",
    },
    authorize: { endpoint: "login", path: "/v2/auth/authorize/" },
    // Without video.list, lost photo posts can't be found; an application that was not granted it can't request it.
    scopes: ["user.info.basic", "user.info.profile", "video.publish", "video.upload"],
    scopeSeparator: ",",
    clientIdName: "client_key",
    // Desktop clients must send it, in hexadecimal; web clients need not.
    pkce: "hex",
    parameters: {},
    exchange,
  },
  refresh,
  revoke,
};

// ---- tokens: TikTok calls the application's id a key, so the shared functions do not fit

async function exchange({ code, redirectUri, verifier }: Grant, io: ConnectIo): Promise<Credentials> {
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    ...(verifier !== null && { code_verifier: verifier }),
  };
  const { credentials, expiresAt } = await requestTokens(form, io);
  return { ...credentials, ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }) };
}

/** TikTok may rotate the refresh token; the old one is then invalid. */
async function refresh(credentials: Credentials, io: ConnectIo): Promise<Renewal | null> {
  const { refreshToken, expiresAt: _, ...others } = credentials;
  if (!refreshToken) return null;
  const fresh = await requestTokens({ grant_type: "refresh_token", refresh_token: refreshToken }, io);
  return { credentials: { ...others, refreshToken, ...fresh.credentials }, expiresAt: fresh.expiresAt };
}

async function revoke({ accessToken = "" }: Credentials, io: ConnectIo): Promise<void> {
  await requestGrant("/v2/oauth/revoke/", { token: accessToken }, io);
}

async function requestTokens(form: Record<string, string>, io: ConnectIo): Promise<Renewal> {
  const askedAt = io.now();
  const answer = await requestGrant("/v2/oauth/token/", form, io);
  const [accessToken, refreshToken] = [textOf(answer["access_token"]), textOf(answer["refresh_token"])];
  const seconds = numberOf(answer["expires_in"]);
  if (accessToken === undefined) throw unreadable(NETWORK, "the tokens");
  return {
    credentials: { accessToken, ...(refreshToken !== undefined && { refreshToken }) },
    expiresAt: expiryOf(askedAt, seconds),
  };
}

/** Errors here are flat: `{"error", "error_description", "log_id"}`, at times with a 200. */
async function requestGrant(path: string, form: Record<string, string>, io: ConnectIo): Promise<JsonObject> {
  const { id, secret } = requireApplication(io, "tiktok");
  const answer = await io.call({
    method: "POST",
    url: io.endpoint("api") + path,
    body: { form: { client_key: id, client_secret: secret, ...form } },
  });
  const context = contextOf(io, Object.values(form));
  const refusal = (answered: { readonly json: Answered["json"] }) =>
    refusedGrant(objectOf(answered.json), context);
  if (answer.kind === "answered" && answer.status < 300) {
    const no = refusal(answer);
    if (no) throw new StepFailedError(no);
  }
  return objectOf(requireSuccess(answer, { network: NETWORK, refusal }, context).json);
}
type Answered = Extract<Answer, { kind: "answered" }>;

function refusedGrant({ error, error_description: description }: JsonObject, context: AnswerContext) {
  const word = textOf(error);
  if (word === undefined || word === "ok") return undefined;
  if (word === "invalid_grant")
    return refused("auth", "TikTok no longer accepts this sign-in. Connect the account again.");
  const message = quote(textOf(description) ?? word, context).replace(/\.$/, "");
  return refused("unknown", `TikTok refused the sign-in: ${message}.`);
}

// ---- the account

async function login(fields: Credentials, io: ConnectIo): Promise<readonly Connection[]> {
  const { credentials, expiresAt } = parseTokenFields(fields);
  const user = await userOf(credentials, io);
  const remoteId = idOf(user["open_id"], api.context(io, credentials));
  const displayName = textOf(user["display_name"]);
  const username = textOf(user["username"]) ?? displayName;
  if (remoteId === undefined || displayName === undefined || username === undefined)
    throw unreadable(NETWORK, "the account");
  const connection = {
    remoteId,
    server: null,
    handle: username,
    displayName,
    avatarUrl: pictureOf(user["avatar_url"]),
    profileUrl: `${io.endpoint("web")}/@${encodeURIComponent(username)}`,
    credentials: { ...credentials, username },
    expiresAt,
    rules: rulesOf(await infoOf(credentials, io)),
  };
  return [connection];
}

async function userOf(credentials: Credentials, io: ConnectIo): Promise<JsonObject> {
  const url = "/user/info/?fields=open_id,union_id,avatar_url,display_name,username";
  const answer = await api.send(io, credentials, { method: "GET", url });
  return objectOf(dataOf(answer, io, credentials)["user"]);
}

// ---- what the account may do now

async function infoOf(credentials: Credentials, io: ConnectIo): Promise<JsonObject> {
  return dataOf(await post(io, credentials, "post/publish/creator_info/query/", {}), io, credentials);
}

/** At most TikTok's limit of ten minutes. */
function rulesOf(info: JsonObject): RuleChanges {
  const seconds = numberOf(info["max_video_post_duration_sec"]);
  if (seconds === undefined || seconds <= 0) return {};
  return { media: { video: { maxDurationMs: Math.min(seconds, 600) * 1000 } } };
}

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const info = await infoOf(io.credentials, io);
  const { privacy_level_options: levels, comment_disabled, duet_disabled, stitch_disabled } = info;
  return {
    values: {
      creator_nickname: textOf(info["creator_nickname"]) ?? null,
      creator_username: textOf(info["creator_username"]) ?? null,
      creator_avatar_url: pictureOf(info["creator_avatar_url"]),
      privacy_level_options: arrayOf(levels).filter((level) => typeof level === "string"),
      comment_disabled: comment_disabled === true,
      duet_disabled: duet_disabled === true,
      stitch_disabled: stitch_disabled === true,
      max_video_post_duration_sec: numberOf(info["max_video_post_duration_sec"]) ?? null,
    },
    rules: rulesOf(info),
  };
}

/** Reads what the account may post now, which TikTok requires before every post. @throws StepFailedError when it may not */
export async function checkPermission(
  { level, durationMs }: { readonly level: string; readonly durationMs: number },
  io: Io,
): Promise<{ readonly username: string; readonly closed: DisabledFeatures }> {
  const info = await infoOf(io.credentials, io);
  const levels = arrayOf(info["privacy_level_options"]);
  if (!levels.includes(level)) {
    const detail = `This account can't post with privacy_level ${level} now. It has: ${levels.filter((each) => typeof each === "string").join(", ")}.`;
    throw refusedStep("content", quote(detail, api.context(io, io.credentials)));
  }
  const longest = rulesOf(info).media?.video?.maxDurationMs ?? null;
  if (longest !== null && durationMs > longest)
    throw refusedStep("media", `This account's videos may last ${longest / 1000} s now. Use a shorter one.`);
  return {
    username: textOf(info["creator_username"]) ?? io.credentials["username"] ?? "",
    closed: {
      comment: info["comment_disabled"] === true,
      duet: info["duet_disabled"] === true,
      stitch: info["stitch_disabled"] === true,
    },
  };
}

// ---- options that depend on the account

const FEATURES = ["comment", "duet", "stitch"] as const;

/** What the account's owner and the state of the application allow now (networks/tiktok.facts.md 1.1). */
export const liveOptionRules: LiveOptionRules<Options> = {
  applyTo: ({ mode }) => mode !== "inbox",
  validate({ options: chosen }, values) {
    const levels = arrayOf(values["privacy_level_options"]);
    const level = chosen.privacy_level;
    const isClosed = level !== undefined && levels.length > 0 && !levels.includes(level);
    const has = levels.map(String).join(", ");
    const opened = FEATURES.filter(
      (name) => chosen[`disable_${name}`] === false && values[`${name}_disabled`] === true,
    );
    return [
      ...(isClosed
        ? [
            problem(
              "options.privacy_level",
              `This account can't post with ${level} now. Choose one of ${has}.`,
            ),
          ]
        : []),
      ...opened.map((name) =>
        problem(
          `options.disable_${name}`,
          `This account has switched off ${NAMES[name]}: leave them disabled.`,
        ),
      ),
    ];
  },
};
const NAMES = { comment: "comments", duet: "duets", stitch: "stitches" } as const;

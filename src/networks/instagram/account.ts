// Connects an Instagram account with a token or by Instagram Login, and reads its publishing limit (networks/instagram.facts.md 3, 4).
import { textOf } from "../client/json.ts";
import {
  exchangeCode,
  publishingLimit,
  refreshToken,
  parseTokenField,
  type LongLivedTokens,
} from "../meta/long-lived-token.ts";
import type { Connect, ConnectIo, Connection, LiveOptions, Credentials, Io } from "../network.ts";
import { unreadable, refusedStep } from "../client/outcome.ts";
import { pictureOf } from "../client/remote-post.ts";
import { NETWORK, nodeUrl, api } from "./api.ts";
import { tokenFields } from "../client/tokens.ts";
import { walkthrough } from "./walkthrough.ts";

const SCOPES = ["instagram_business_basic", "instagram_business_content_publish"];

const tokens: LongLivedTokens = {
  id: "instagram",
  network: NETWORK,
  prefix: "ig",
  redeem: (io) => `${io.endpoint("token")}/oauth/access_token`,
  trade: (path, io) => `${io.endpoint("api")}/${path}`,
};

export const connect: Connect = {
  walkthrough,
  fields: tokenFields({
    access: `An Instagram user token with ${SCOPES.join(" and ")}: in your app's dashboard, Instagram, API setup, Generate token.`,
    refresh: null,
    ends: "When the token expires, for example 2026-12-31T12:00:00Z. Default: Crier requests a new token and uses that one.",
  }),
  login,
  oauth: {
    application: {
      url: "https://developers.facebook.com/apps/",
      help: "Create an app with the Instagram product, API setup with Instagram login. Enter its Instagram app ID and secret here.",
    },
    authorize: { endpoint: "authorize", path: "/oauth/authorize" },
    scopes: SCOPES,
    scopeSeparator: ",",
    clientIdName: "client_id",
    pkce: null,
    parameters: {},
    exchange: (grant, io) => exchangeCode(grant, tokens, io),
  },
  refresh: (credentials, io) => refreshToken(credentials, tokens, io),
  /** Only the account's owner can, in Instagram's settings. */
  revoke: null,
};

async function login(fields: Credentials, io: ConnectIo): Promise<readonly Connection[]> {
  const { accessToken, expiresAt } = await parseTokenField(fields, tokens, io);
  const url = nodeUrl("me?fields=user_id,username,name,profile_picture_url,account_type", io);
  const me = await api.step(io, { accessToken }, { method: "GET", url });
  const userId = textOf(me["user_id"]) ?? textOf(me["id"]);
  const username = textOf(me["username"]);
  if (userId === undefined || username === undefined) throw unreadable(NETWORK, "the account");
  if (me["account_type"] === "PERSONAL") {
    const detail =
      "Instagram lets only business and creator accounts publish. Change the account's type in its settings.";
    throw refusedStep("auth", detail);
  }
  const { rules } = await limitsOf(userId, accessToken, io);
  const connection = {
    remoteId: userId,
    server: null,
    handle: username,
    displayName: textOf(me["name"]) ?? username,
    avatarUrl: pictureOf(me["profile_picture_url"]),
    profileUrl: `${io.endpoint("web")}/${username}/`,
    credentials: { accessToken, userId, username },
    expiresAt,
    rules,
  };
  return [connection];
}

// ---- limits

const limitsOf = (userId: string, token: string, io: ConnectIo) =>
  publishingLimit(
    nodeUrl(`${encodeURIComponent(userId)}/content_publishing_limit?fields=quota_usage,config`, io),
    api,
    { accessToken: token },
    io,
  );

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const { accessToken = "", userId = "" } = io.credentials;
  const url = nodeUrl("me?fields=user_id,username", io);
  await api.step(io, { accessToken }, { method: "GET", url });
  const { used: usedIds, total, rules } = await limitsOf(userId, accessToken, io);
  return { values: { posts_today: usedIds, posts_a_day: total }, rules };
}

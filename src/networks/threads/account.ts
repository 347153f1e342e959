// Connecting a Threads account with a token or by signing in, and what it may publish (networks/threads.facts.md 3, 4).
import { textOf } from "../client/json.ts";
import {
  exchangeCode,
  publishingLimit,
  refreshToken,
  parseTokenField,
  type LongLivedTokens,
} from "../meta/long-lived-token.ts";
import type { Connect, ConnectIo, Connection, LiveOptions, Credentials, Io } from "../network.ts";
import { unreadable } from "../client/outcome.ts";
import { pictureOf } from "../client/remote-post.ts";
import { NETWORK, nodeUrl, api } from "./api.ts";
import { tokenFields } from "../client/tokens.ts";
import { walkthrough } from "./walkthrough.ts";

const SCOPES = ["threads_basic", "threads_content_publish"];

const tokens: LongLivedTokens = {
  id: "threads",
  network: NETWORK,
  prefix: "th",
  redeem: (io) => `${io.endpoint("token")}/oauth/access_token`,
  trade: (path, io) => `${io.endpoint("api")}/${path}`,
};

export const connect: Connect = {
  walkthrough,
  fields: tokenFields({
    access: `A Threads user token with ${SCOPES.join(" and ")}: in your app's dashboard, Threads, Settings, User Token Generator.`,
    refresh: null,
    ends: "When the token expires, for example 2026-12-31T12:00:00Z. Default: Crier requests a new token and uses that one.",
  }),
  login,
  oauth: {
    application: {
      url: "https://developers.facebook.com/apps/",
      help: "Create an app with the use case Access the Threads API. Its Threads app ID and secret are needed here, not those of the app itself.",
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
  /** Only the account's owner can, in the settings of Threads. */
  revoke: null,
};

async function login(fields: Credentials, io: ConnectIo): Promise<readonly Connection[]> {
  const { accessToken, expiresAt } = await parseTokenField(fields, tokens, io);
  const url = nodeUrl("me?fields=id,username,name,threads_profile_picture_url", io);
  const me = await api.step(io, { accessToken }, { method: "GET", url });
  const [userId, username] = [textOf(me["id"]), textOf(me["username"])];
  if (userId === undefined || username === undefined) throw unreadable(NETWORK, "the account");
  const { rules } = await limitsOf(accessToken, io);
  const connection = {
    remoteId: userId,
    server: null,
    handle: username,
    displayName: textOf(me["name"]) ?? username,
    avatarUrl: pictureOf(me["threads_profile_picture_url"]),
    profileUrl: `${io.endpoint("web")}/@${username}`,
    credentials: { accessToken, userId, username },
    expiresAt,
    rules,
  };
  return [connection];
}

const limitsOf = (token: string, io: ConnectIo) =>
  publishingLimit(
    nodeUrl("me/threads_publishing_limit?fields=quota_usage,config", io),
    api,
    { accessToken: token },
    io,
  );

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const { accessToken = "" } = io.credentials;
  await api.step(io, { accessToken }, { method: "GET", url: nodeUrl("me?fields=id,username", io) });
  const { used: usedIds, total, rules } = await limitsOf(accessToken, io);
  return { values: { posts_today: usedIds, posts_a_day: total }, rules };
}

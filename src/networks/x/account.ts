// Connects an X account by sign-in, refreshes its tokens, and reads what its subscription allows (networks/x.facts.md 3, 4).
import { textOf, type JsonObject, objectOf } from "../client/json.ts";
import type { Connect, ConnectIo, Connection, LiveOptions, Credentials, Io } from "../network.ts";
import { revokeToken, type TokenEndpoint } from "../client/oauth.ts";
import { unreadable, refusedStep } from "../client/outcome.ts";
import type { RuleChanges } from "../../domain/rules.ts";
import { idOf, pictureOf } from "../client/remote-post.ts";
import { refreshCredentials, exchangeCode, tokenFields, parseTokenFields } from "../client/tokens.ts";
import { NETWORK, api } from "./api.ts";
import { UNSURE } from "./rules.ts";
import { walkthrough } from "./walkthrough.ts";

const SCOPES = ["tweet.read", "tweet.write", "users.read", "media.write", "offline.access"];
/** The lifetime of X's access tokens; one that is entered expires at the latest after this time. */
const TOKEN_LIVES_MS = 7_200_000;

export const connect: Connect = {
  walkthrough,
  fields: tokenFields({
    access: `A user's OAuth 2.0 token with ${SCOPES.slice(0, -1).join(", ")}. Signing in sets it automatically.`,
    refresh: "From the same sign-in, with offline.access. It works once, so no other program may use it.",
    ends: "For example 2027-01-31T12:00:00Z. Default: in two hours.",
  }),
  login,
  oauth: {
    application: {
      url: "https://console.x.com",
      help: "Make an app there, buy credits, and set up user authentication: Web App (confidential client), Read and write, with the redirect address below.",
    },
    authorize: { endpoint: "authorize", path: "/i/oauth2/authorize" },
    scopes: SCOPES,
    scopeSeparator: " ",
    clientIdName: "client_id",
    pkce: "base64url",
    parameters: {},
    exchange: (grant, io) => exchangeCode(grant, tokenEndpoint(io), io),
  },
  /** A refresh token works once; the response contains the next one. */
  refresh: (credentials, io) => refreshCredentials(credentials, tokenEndpoint(io), io, TOKEN_LIVES_MS),
  revoke,
};

async function login(fields: Credentials, io: ConnectIo): Promise<readonly [Connection]> {
  const { credentials: tokens, expiresAt } = parseTokenFields(fields);
  const me = await identity(tokens, io);
  const userId = idOf(me["id"], api.context(io, tokens));
  const username = textOf(me["username"]);
  if (userId === undefined || username === undefined) throw unreadable(NETWORK, "the account");
  const connection = {
    remoteId: userId,
    server: null,
    handle: username,
    displayName: textOf(me["name"]) ?? username,
    avatarUrl: pictureOf(me["profile_image_url"]),
    profileUrl: `${io.endpoint("web")}/${encodeURIComponent(username)}`,
    credentials: { ...tokens, userId, username },
    expiresAt: expiresAt ?? io.now() + TOKEN_LIVES_MS,
    rules: rulesOf(me),
  };
  return [connection];
}

const FIELDS = "id,name,username,profile_image_url,verified_type,subscription_type";

async function identity(credentials: Credentials, io: ConnectIo): Promise<JsonObject> {
  const url = `/2/users/me?user.fields=${FIELDS}`;
  const answer = await api.send(io, credentials, { method: "GET", url });
  if (answer.kind === "answered" && (answer.status === 401 || answer.status === 403)) {
    const detail = `X refused the access token. Sign in again, with ${SCOPES.join(", ")}.`;
    throw refusedStep("auth", detail);
  }
  return objectOf(objectOf(api.success(answer, io, credentials).json)["data"]);
}

// ---- tokens

function tokenEndpoint(io: ConnectIo, path = "/2/oauth2/token"): TokenEndpoint {
  const url = io.endpoint("api") + path;
  return { id: "x", network: NETWORK, url, clientAuth: "basic", isGrantGone };
}

/** X reports an expired token or code as an invalid request. */
function isGrantGone(error: string, message: string): boolean {
  return error === "invalid_request" && /token was invalid|code was invalid/i.test(message);
}

async function revoke({ accessToken = "", refreshToken = "" }: Credentials, io: ConnectIo): Promise<void> {
  await revokeToken(refreshToken || accessToken, tokenEndpoint(io, "/2/oauth2/revoke"), io);
}

// ---- live options

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const me = await identity(io.credentials, io);
  return {
    values: {
      username: me["username"] ?? null,
      subscription_type: me["subscription_type"] ?? null,
      verified_type: me["verified_type"] ?? null,
    },
    rules: rulesOf(me),
  };
}

const PAYING: readonly string[] = ["Basic", "Premium", "PremiumPlus"];

/** Subscribers may write longer posts and upload longer videos; the API's documentation does not say how long. */
function rulesOf({ subscription_type: subscription }: JsonObject): RuleChanges {
  if (!PAYING.includes(textOf(subscription) ?? "")) return {};
  return {
    text: { max: 25_000, unsure: ["text.length"] },
    media: { unsure: [...UNSURE, "video.duration", "video.bytes"] },
  };
}

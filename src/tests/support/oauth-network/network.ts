// Defines a made-up network with sign-in: PKCE, rotating refresh tokens, a person and their guilds.
import { Type } from "@sinclair/typebox";
import type { Answered } from "../../../networks/client/call.ts";
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from "../../../networks/client/json.ts";
import {
  defineNetwork,
  StepFailedError,
  type ConnectIo,
  type Connection,
  type Credentials,
  type Network,
} from "../../../networks/network.ts";
import {
  refreshTokens,
  redeemCode,
  revokeToken,
  type TokenEndpoint,
  type Tokens,
} from "../../../networks/client/oauth.ts";
import { outcomeOf, inconclusive, refused } from "../../../networks/client/outcome.ts";
import { quote } from "../../../networks/client/redaction.ts";
import { openApi, TOKEN_CREDENTIALS } from "../../../networks/client/api.ts";

const options = Type.Object({}, { additionalProperties: false });
type Options = typeof options;
type Prepared = { readonly text: string };

/** Where its ends are, what is asked for there, and whom a sign-in is good for. */
interface Ends {
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string;
  readonly scopes: readonly string[];
  accountsOf(me: JsonObject): readonly JsonObject[];
}

/** A person and the guilds that they lead. */
export const guild = guildAt({
  ...{ authorize: "/authorize", token: "/token", revoke: "/revoke", scopes: ["posts.read", "posts.write"] },
  accountsOf: (me) => arrayOf(me["accounts"]).map(objectOf),
});

export function guildAt(ends: Ends): Network {
  return defineNetwork<Options, Prepared>({
    id: "guild",
    name: "Guild",
    access: "own_app",
    endpoints: { api: "https://api.guild.test", web: "https://guild.test" },
    rules: {
      text: { max: 500, unit: "graphemes", maxBytes: null, linkLength: null, shortMentions: false },
      requires: null,
      quota: null,
      media: { maxItems: 0, maxVideos: 0, mixed: false, altTextMax: null, image: null, video: null },
    },
    options,
    kinds: null,
    words: ({ text, media }) => ({ text, altTexts: media.map(({ altText }) => altText) }),
    validate: () => [],
    connect: {
      walkthrough: {
        effort: { minutes: 5, cost: null, review: null },
        address: "any",
        steps: [
          {
            title: "Found an application",
            text: "Choose the kind *Web*.",
            copy: [
              { label: "Address", of: "redirectUri" },
              { label: "Permissions", of: "scopes" },
            ],
            link: "https://guild.test/developers",
          },
        ],
        mistakes: ["Another kind than Web.", "A slash too many.", "A permission that was not granted."],
      },
      fields: [
        {
          name: "accessToken",
          label: "Access token",
          help: "Of your application",
          secret: true,
          default: null,
        },
        {
          name: "refreshToken",
          label: "Refresh token",
          help: "Of the same sign-in",
          secret: true,
          default: null,
          optional: true,
        },
        {
          name: "expiresAt",
          label: "Ends",
          help: "When the access token ends, as ISO 8601",
          secret: false,
          default: null,
          optional: true,
        },
      ],
      login: (fields, io) => login(fields, ends, io),
      oauth: {
        application: { url: "https://guild.test/developers", help: "Choose the kind *Web*." },
        authorize: { endpoint: "web", path: ends.authorize },
        scopes: ends.scopes,
        scopeSeparator: " ",
        clientIdName: "client_id",
        pkce: "base64url",
        parameters: { prompt: "consent" },
        exchange: async (grant, io) => fieldsOf(await redeemCode(grant, endpoint(ends.token, io), io)),
      },
      async refresh({ refreshToken = "", ...rest }, io) {
        if (refreshToken === "")
          throw signInFailed("This sign-in came without a refresh token. Connect it again.");
        const { expiresAt, ...tokens } = await refreshTokens(refreshToken, endpoint(ends.token, io), io);
        const credentials = {
          ...rest,
          accessToken: tokens.accessToken,
          refreshToken: tokens.refreshToken ?? refreshToken,
        };
        return { credentials, expiresAt };
      },
      revoke: ({ refreshToken = "", accessToken = "" }, io) =>
        revokeToken(refreshToken || accessToken, endpoint(ends.revoke, io), io),
    },
    secrets: (credentials) => api.secrets(credentials),
    lostAnswers: { certainty: "Guild can't be asked about lost answers.", searchUrl: () => null },
    liveOptions: async (io) => {
      await me(io.credentials, io);
      return { values: {}, rules: {} };
    },
    prepare: async ({ text }) => ({ text }),
    async commit({ text }, io) {
      const answer = await api.send(io, io.credentials, {
        method: "POST",
        url: "/posts",
        body: { json: { text } },
      });
      return outcomeOf(answer, { ...api.errors, accepted: postIn }, api.context(io, io.credentials));
    },
    settle: async () => ({ kind: "unknown", detail: "Guild has no posts in processing." }),
    verify: async () => inconclusive("Guild can't be asked."),
  });
}

function endpoint(path: string, io: ConnectIo): TokenEndpoint {
  return { id: "guild", network: "Guild", url: io.endpoint("api") + path, clientAuth: "form" };
}

function fieldsOf({ accessToken, refreshToken, expiresAt }: Tokens): Credentials {
  const ends = expiresAt === null ? "" : new Date(expiresAt).toISOString();
  return { accessToken, refreshToken: refreshToken ?? "", expiresAt: ends };
}

/** One sign-in is good for the person and for every guild that they lead. */
async function login(
  fields: Credentials,
  { accountsOf }: Ends,
  io: ConnectIo,
): Promise<readonly Connection[]> {
  const { accessToken = "", refreshToken = "", expiresAt = "" } = fields;
  const accounts = accountsOf(await me(fields, io));
  if (accounts.length === 0) {
    throw signInFailed("Guild knows no account to publish for. Found or join a guild there first.");
  }
  return accounts.map((account) => ({
    remoteId: textOf(account["id"]) ?? "",
    server: null,
    handle: textOf(account["handle"]) ?? "",
    displayName: textOf(account["name"]) ?? "",
    avatarUrl: null,
    profileUrl: null,
    credentials: { accessToken, refreshToken },
    expiresAt: expiresAt === "" ? null : Date.parse(expiresAt),
    rules: {},
  }));
}

const signInFailed = (detail: string) => new StepFailedError(refused("auth", detail));

async function me(credentials: Credentials, io: ConnectIo) {
  return await api.step(io, credentials, { method: "GET", url: "/me" });
}

function postIn({ json }: Answered) {
  const remoteId = textOf(objectOf(json)["id"]);
  return remoteId === undefined ? undefined : ({ kind: "accepted", remoteId, url: null } as const);
}

const api = openApi({
  network: "Guild",
  base: (io) => io.endpoint("api"),
  ...TOKEN_CREDENTIALS,
  refusal({ json, status }, context) {
    const error = isObject(json) ? textOf(json["error"]) : undefined;
    if (error === undefined) return undefined;
    const detail = `Guild says: ${quote(error, context)}`;
    return refused(status === 401 ? "auth" : "content", detail);
  },
});

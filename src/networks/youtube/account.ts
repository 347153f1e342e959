// Connects a YouTube channel, refreshes its tokens, and reads what the channel may do (networks/youtube.facts.md 3).
import type { Options } from "./options.ts";
import { problem } from "../client/problems.ts";

import { arrayOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type {
  Connect,
  ConnectIo,
  Connection,
  LiveOptions,
  Credentials,
  Io,
  Json,
  LiveOptionRules,
} from "../network.ts";
import { revokeToken, type TokenEndpoint } from "../client/oauth.ts";
import { listOf, unreadable, refusedStep } from "../client/outcome.ts";
import type { RuleChanges } from "../../domain/rules.ts";
import { idOf, pictureOf } from "../client/remote-post.ts";
import { refreshCredentials, exchangeCode, tokenFields, parseTokenFields } from "../client/tokens.ts";
import { itemsOf, NETWORK, api } from "./api.ts";
import { walkthrough } from "./walkthrough.ts";

export const ENDPOINTS = {
  api: "https://www.googleapis.com",
  accounts: "https://accounts.google.com",
  oauth2: "https://oauth2.googleapis.com",
  web: "https://www.youtube.com",
} as const;

export const connect: Connect = {
  walkthrough,
  fields: tokenFields({
    access: "From Google's sign-in, with the scope https://www.googleapis.com/auth/youtube",
    refresh: "Without it the account must be connected again every hour",
    ends: "For example 2026-11-21T12:00:00Z",
  }),
  login,
  oauth: {
    application: {
      url: "https://console.cloud.google.com/apis/credentials",
      help: "Enable the YouTube Data API v3 in a project, then create an OAuth client of the type Web application.",
    },
    authorize: { endpoint: "accounts", path: "/o/oauth2/v2/auth" },
    // Covers uploads, playlists and reading; with youtube.upload alone a lost video can't be found.
    scopes: ["https://www.googleapis.com/auth/youtube"],
    scopeSeparator: " ",
    clientIdName: "client_id",
    pkce: "base64url",
    // Both are needed to get a refresh token, also the second time.
    parameters: { access_type: "offline", prompt: "consent", include_granted_scopes: "true" },
    exchange: (grant, io) => exchangeCode(grant, tokenEndpoint(io, "/token"), io),
  },
  /** Google's refresh tokens usually stay the same. */
  refresh: (credentials, io) => refreshCredentials(credentials, tokenEndpoint(io, "/token"), io, null),
  revoke,
};

// ---- tokens

function tokenEndpoint(io: ConnectIo, path: "/token" | "/revoke"): TokenEndpoint {
  return { id: "youtube", network: NETWORK, url: io.endpoint("oauth2") + path, clientAuth: "form" };
}

async function revoke({ refreshToken, accessToken = "" }: Credentials, io: ConnectIo): Promise<void> {
  await revokeToken(refreshToken ?? accessToken, tokenEndpoint(io, "/revoke"), io);
}

// ---- channels

async function login(fields: Credentials, io: ConnectIo): Promise<readonly Connection[]> {
  const { credentials, expiresAt } = parseTokenFields(fields);
  const channels = await itemsOf(io, credentials, MINE);
  if (channels.length === 0) {
    const detail =
      "This Google account has no YouTube channel. Create one at youtube.com, then connect again.";
    throw refusedStep("auth", detail);
  }
  return channels.map((channel) => connectionOf(channel, credentials, expiresAt, io));
}

const MINE = "channels?part=snippet,contentDetails,status&mine=true";

function connectionOf(
  channel: JsonObject,
  credentials: Credentials,
  expiresAt: number | null,
  io: ConnectIo,
): Connection {
  const remoteId = idOf(channel["id"], api.context(io, credentials));
  const snippet = objectOf(channel["snippet"]);
  const title = textOf(snippet["title"]);
  const uploads = textOf(objectOf(objectOf(channel["contentDetails"])["relatedPlaylists"])["uploads"]);
  if (remoteId === undefined || title === undefined || uploads === undefined)
    throw unreadable(NETWORK, "the channel");
  return {
    remoteId,
    server: null,
    handle: textOf(snippet["customUrl"])?.replace(/^@/, "") ?? remoteId,
    displayName: title,
    avatarUrl: pictureOf(objectOf(objectOf(snippet["thumbnails"])["default"])["url"]),
    profileUrl: `${io.endpoint("web")}/channel/${remoteId}`,
    credentials: { ...credentials, uploads },
    expiresAt,
    rules: rulesOf(channel),
  };
}

const QUARTER_HOUR_MS = 15 * 60_000;

/** Longer videos need a channel with a verified phone number. */
function rulesOf(channel: JsonObject): RuleChanges {
  const long = objectOf(channel["status"])["longUploadsStatus"];
  if (long !== "eligible" && long !== "disallowed") return {};
  return { media: { video: { maxDurationMs: QUARTER_HOUR_MS } } };
}

// ---- live options

const PLAYLIST_PAGES = 4;
const PLAYLISTS = 50;

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const [channel = {}] = await itemsOf(io, io.credentials, MINE);
  const snippet = objectOf(channel["snippet"]);
  const region = /^[A-Z]{2}$/.exec(textOf(snippet["country"]) ?? "")?.[0] ?? "US";
  const categories = await itemsOf(io, io.credentials, `videoCategories?part=snippet&regionCode=${region}`);
  const { lists, isWhole } = await playlists(io);
  const assignable = categories.filter((each) => objectOf(each["snippet"])["assignable"] === true);
  return {
    values: {
      channel: textOf(snippet["title"]) ?? null,
      longUploadsStatus: textOf(objectOf(channel["status"])["longUploadsStatus"]) ?? null,
      categories: assignable.map(namedItem),
      playlists: lists.map(namedItem),
      morePlaylists: !isWhole,
    },
    rules: rulesOf(channel),
  };
}

/** Only a complete list proves that the channel does not have a playlist. */
export const liveOptionRules: LiveOptionRules<Pick<Options, "playlistId" | "categoryId">> = {
  applyTo: ({ playlistId, categoryId }) => playlistId !== undefined || categoryId !== undefined,
  validate({ options: { playlistId, categoryId } }, { playlists: own, morePlaylists, categories }) {
    const lists = arrayOf(own);
    return [
      ...(playlistId !== undefined && morePlaylists === false && !hasId(lists, playlistId)
        ? [
            problem(
              "options.playlistId",
              "The channel does not have this playlist. Choose one of its `playlists`.",
            ),
          ]
        : []),
      ...(categoryId !== undefined &&
      arrayOf(categories).length > 0 &&
      !hasId(arrayOf(categories), categoryId)
        ? [
            problem(
              "options.categoryId",
              "YouTube does not offer this category here. Choose one of the `categories`.",
            ),
          ]
        : []),
    ];
  },
};

const hasId = (items: readonly Json[], id: string) => items.some((item) => objectOf(item)["id"] === id);

async function playlists(io: Io): Promise<{ lists: JsonObject[]; isWhole: boolean }> {
  const all: JsonObject[] = [];
  let page = "";
  for (let pages = 0; pages < PLAYLIST_PAGES; pages++) {
    const url = `/playlists?part=snippet&mine=true&maxResults=${PLAYLISTS}${page}`;
    const list = await api.step(io, io.credentials, { method: "GET", url });
    all.push(...listOf(list["items"], NETWORK, "the list of playlists").map(objectOf));
    const next = textOf(list["nextPageToken"]);
    if (next === undefined) return { lists: all, isWhole: true };
    page = `&pageToken=${encodeURIComponent(next)}`;
  }
  return { lists: all, isWhole: false };
}

function namedItem(item: JsonObject): { id: string; title: string } {
  const id = textOf(item["id"]) ?? "";
  return { id, title: textOf(objectOf(item["snippet"])["title"]) ?? id };
}

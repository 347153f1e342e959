// Connecting a YouTube channel, keeping its sign-in alive, and what the channel may do (networks/youtube.facts.md 3).
import { arrayOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import {
  StepFailed,
  type OptionProblem,
  type Connect,
  type ConnectIo,
  type Connection,
  type LiveOptions,
  type Credentials,
  type Io,
  type Json,
  type LiveOptionsRules,
} from "../network.ts";
import { revokeToken, type TokenEndpoint } from "../client/oauth.ts";
import { listOf, unreadable, refused } from "../client/outcome.ts";
import type { RuleChanges } from "../rules.ts";
import { idOf, pictureOf } from "../client/remote-post.ts";
import { renewedTokens, signedIn, tokenFields, typedTokens } from "../client/tokens.ts";
import type { Options } from "./video.ts";
import { itemsOf, NETWORK, api } from "./api.ts";

export const ENDPOINTS = {
  api: "https://www.googleapis.com",
  accounts: "https://accounts.google.com",
  oauth2: "https://oauth2.googleapis.com",
  web: "https://www.youtube.com",
} as const;

export const connect: Connect = {
  fields: tokenFields({
    access: "Of Google's sign-in, for the scope https://www.googleapis.com/auth/youtube",
    refresh: "Without it the account must be connected again every hour",
    ends: "As in 2026-11-21T12:00:00Z",
  }),
  login,
  oauth: {
    application: {
      url: "https://console.cloud.google.com/apis/credentials",
      help: "Switch on the YouTube Data API v3 in a project, then create an OAuth client of the type Web application.",
    },
    authorize: { endpoint: "accounts", path: "/o/oauth2/v2/auth" },
    // It covers uploads, playlists and reading; youtube.upload alone can't look for a lost video.
    scopes: ["https://www.googleapis.com/auth/youtube"],
    scopeSeparator: " ",
    clientIdName: "client_id",
    pkce: "base64url",
    // Both are needed to get a refresh token, also the second time.
    parameters: { access_type: "offline", prompt: "consent", include_granted_scopes: "true" },
    exchange: (grant, io) => signedIn(grant, tokensAt(io, "/token"), io),
  },
  /** Google's refresh tokens usually stay the same. */
  refresh: (credentials, io) => renewedTokens(credentials, tokensAt(io, "/token"), io, null),
  revoke,
};

// ---- tokens

function tokensAt(io: ConnectIo, path: "/token" | "/revoke"): TokenEndpoint {
  return { id: "youtube", network: NETWORK, url: io.endpoint("oauth2") + path, proof: "form" };
}

async function revoke({ refreshToken, accessToken = "" }: Credentials, io: ConnectIo): Promise<void> {
  await revokeToken(refreshToken ?? accessToken, tokensAt(io, "/revoke"), io);
}

// ---- channels

async function login(fields: Credentials, io: ConnectIo): Promise<readonly Connection[]> {
  const { credentials, expiresAt } = typedTokens(fields);
  const channels = await itemsOf(io, credentials, MINE);
  if (channels.length === 0) {
    const detail =
      "This Google account has no YouTube channel. Create one at youtube.com, then connect again.";
    throw new StepFailed(refused("auth", detail));
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

/** Longer videos are for channels with a confirmed telephone number. */
function rulesOf(channel: JsonObject): RuleChanges {
  const long = objectOf(channel["status"])["longUploadsStatus"];
  if (long !== "eligible" && long !== "disallowed") return {};
  return { media: { video: { maxDurationMs: QUARTER_HOUR_MS } } };
}

// ---- live values

const PLAYLIST_PAGES = 4;
const PLAYLISTS = 50;

export async function creator(io: Io): Promise<LiveOptions> {
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
      categories: assignable.map(named),
      playlists: lists.map(named),
      morePlaylists: !isWhole,
    },
    rules: rulesOf(channel),
  };
}

/** What the channel has is known for certain only as long as the list of it is whole. */
export const live: LiveOptionsRules<Pick<Options, "playlistId" | "categoryId">> = {
  concern: ({ playlistId, categoryId }) => playlistId !== undefined || categoryId !== undefined,
  complaints({ options: { playlistId, categoryId } }, { playlists: own, morePlaylists, categories }) {
    const lists = arrayOf(own);
    return [
      ...(playlistId !== undefined && morePlaylists === false && !hasId(lists, playlistId)
        ? [no("options.playlistId", "The channel has no such playlist. Choose one of its `playlists`.")]
        : []),
      ...(categoryId !== undefined &&
      arrayOf(categories).length > 0 &&
      !hasId(arrayOf(categories), categoryId)
        ? [no("options.categoryId", "YouTube has no such category here. Choose one of the `categories`.")]
        : []),
    ];
  },
};

const hasId = (items: readonly Json[], id: string) => items.some((item) => objectOf(item)["id"] === id);

function no(rule: string, message: string): OptionProblem {
  return { rule, message, limit: null, actual: null, certain: true };
}

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

function named(item: JsonObject): { id: string; title: string } {
  const id = textOf(item["id"]) ?? "";
  return { id, title: textOf(objectOf(item["snippet"])["title"]) ?? id };
}

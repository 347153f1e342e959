// Connects a Mastodon account with an access token, and reads the limits of its server (networks/mastodon.facts.md 3, 4).
import { arrayOf, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Connect, ConnectIo, Connection, LiveOptions, Credentials, Io, Json } from "../network.ts";
import { unreadable, refusedStep } from "../client/outcome.ts";
import type { RuleChanges } from "../../domain/rules.ts";
import { pictureOf } from "../client/remote-post.ts";
import { serverBehind } from "./discovery.ts";
import { NETWORK, api } from "./api.ts";
import { walkthrough } from "./walkthrough.ts";

export const DEFAULT_SERVER = "https://mastodon.social";
const SCOPES = "write:statuses, write:media, read:statuses and read:accounts";

export const connect: Connect = {
  walkthrough,
  fields: [
    {
      name: "server",
      label: "Server",
      help: "For example mastodon.social, or your whole handle",
      secret: false,
      default: null,
    },
    {
      name: "token",
      label: "Access token",
      help: `On your server: Preferences, Development, New application with ${SCOPES}; then copy its access token.`,
      secret: true,
      default: null,
    },
  ],
  login,
  oauth: null,
  /** Tokens do not expire. */
  refresh: null,
  revoke: null,
};

async function login(
  fields: Readonly<Record<string, string>>,
  io: ConnectIo,
): Promise<readonly [Connection]> {
  const server = await serverFrom(fields["server"] ?? "", io);
  const token = (fields["token"] ?? "").trim();
  const me = await identity({ server, token }, io);
  const id = textOf(me["id"]);
  const username = textOf(me["username"]) ?? textOf(me["acct"]);
  if (!id || !username) throw unreadable(NETWORK, "the account");
  const app = objectOf(await api.peek(io, { server, token }, "/api/v1/apps/verify_credentials"));
  const instance = await instanceOf({ server, token }, io);
  const host = new URL(server).host;
  const connection = {
    remoteId: `${id}@${host}`,
    server: host,
    handle: `${username}@${instance.domain ?? host}`,
    displayName: textOf(me["display_name"]) ?? username,
    avatarUrl: pictureOf(me["avatar"]),
    profileUrl: textOf(me["url"]) ?? `${server}/@${username}`,
    credentials: { server, token, accountId: id, username, application: textOf(app["name"]) ?? "" },
    expiresAt: null,
    rules: instance.rules,
  };
  return [connection];
}

const HANDLE = /^@?([^@/:]+)@(.+)$/;

/**
 * The operator's setting replaces whatever is entered. Of a handle or a domain, Crier asks for the server; a complete
 * address is the server.
 */
async function serverFrom(typed: string, io: ConnectIo): Promise<string> {
  if (io.endpoint("api") !== DEFAULT_SERVER) return io.endpoint("api");
  const [, user = null, domain = typed.trim()] = HANDLE.exec(typed.trim()) ?? [];
  const isAddress = domain.includes("://");
  const url = domain === "" ? null : URL.parse(isAddress ? domain : `https://${domain}`);
  if (url) return isAddress ? url.origin : await serverBehind(url.origin, user, io);
  const detail = "The server is not a valid address. Example: mastodon.social";
  throw refusedStep("auth", detail);
}

/** Servers of this API refuse a wrong token with 401, 403 or an empty 422 (delivery.facts.md, "Servers that speak Mastodon's API"). */
async function identity(credentials: Credentials, io: ConnectIo): Promise<JsonObject> {
  const url = `/api/v1/accounts/verify_credentials`;
  const answer = await api.send(io, credentials, { method: "GET", url });
  const status = answer.kind === "answered" ? answer.status : 0;
  if ([401, 403, 422].includes(status)) {
    const detail = `The server refused the access token. Make one with ${SCOPES}.`;
    throw refusedStep("auth", detail);
  }
  if (status === 404) {
    const detail = "This server does not support Mastodon's API. Check its name.";
    throw refusedStep("auth", detail);
  }
  return objectOf(api.success(answer, io, credentials).json);
}

// ---- limits

export interface Instance {
  readonly domain: string | null;
  readonly rules: RuleChanges;
}

/** `/api/v2/instance`, or `/api/v1/instance` on older servers. A server that reports no limits has the defaults. */
export async function instanceOf(credentials: Credentials, io: ConnectIo): Promise<Instance> {
  const second = await api.peek(io, credentials, "/api/v2/instance");
  const instance = objectOf(second ?? (await api.peek(io, credentials, "/api/v1/instance")));
  const domain = textOf(instance["domain"]) ?? textOf(instance["uri"]) ?? null;
  return {
    domain: domain && domain.replace(/^https?:\/\//, "").replace(/\/.*$/, ""),
    rules: rulesFrom(instance),
  };
}

export function rulesFrom(instance: JsonObject): RuleChanges {
  const configuration = objectOf(instance["configuration"]);
  const statuses = objectOf(configuration["statuses"]);
  const files = objectOf(configuration["media_attachments"]);
  const mimes = arrayOf(files["supported_mime_types"]).filter((mime) => typeof mime === "string");
  const upload = positive(instance["upload_limit"]);
  return {
    text: withoutUndefined({
      max: positive(statuses["max_characters"]) ?? positive(instance["max_toot_chars"]),
      linkLength: positive(statuses["characters_reserved_per_url"]),
    }),
    media: {
      ...withoutUndefined({
        maxItems: positive(statuses["max_media_attachments"]),
        altTextMax: positive(files["description_limit"]),
      }),
      image: withoutUndefined({
        mimes: kindOf(mimes, "image/"),
        maxBytes: positive(files["image_size_limit"]) ?? upload,
        maxPixels: positive(files["image_matrix_limit"]),
      }),
      video: withoutUndefined({
        mimes: kindOf(mimes, "video/"),
        maxBytes: positive(files["video_size_limit"]) ?? upload,
        maxPixels: positive(files["video_matrix_limit"]),
        maxFrameRate: positive(files["video_frame_rate_limit"]),
      }),
    },
  };
}

function kindOf(mimes: readonly string[], prefix: string): readonly string[] | undefined {
  const fitting = mimes.filter((mime) => mime.startsWith(prefix));
  return fitting.length > 0 ? fitting : undefined;
}

function positive(value: Json | undefined): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number > 0 && Number.isInteger(number) ? number : undefined;
}

/** The members that are known: an unknown one must not shadow a default. */
function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

// ---- live options

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const me = await identity(io.credentials, io);
  const source = objectOf(me["source"]);
  const { rules } = await instanceOf(io.credentials, io);
  return {
    values: {
      visibility: source["privacy"] ?? null,
      sensitive: source["sensitive"] ?? null,
      language: source["language"] ?? null,
      quote_approval_policy: source["quote_policy"] ?? null,
    },
    rules,
  };
}

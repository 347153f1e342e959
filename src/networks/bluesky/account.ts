// Connects a Bluesky account with an app password and refreshes its session (networks/bluesky.facts.md 3).
import { objectOf, textOf, type JsonObject, arrayOf, isObject, numberOf, readJson } from "../client/json.ts";
import {
  StepFailedError,
  type LiveOptions,
  type Io,
  type Connect,
  type ConnectIo,
  type Connection,
  type Credentials,
  type Json,
  type Renewal,
} from "../network.ts";
import { refusedStep, unreadable } from "../client/outcome.ts";
import { hasVideoService, serviceAuth } from "./upload.ts";
import { didOf, NETWORK, pdsOf, xrpc, api } from "./api.ts";
import { bearer } from "../client/api.ts";
import { pictureOf } from "../client/remote-post.ts";
import { walkthrough } from "./walkthrough.ts";

/** The entryway: signs in the accounts that Bluesky hosts, but is not their server. */
export const ENTRYWAY = "https://bsky.social";

export const connect: Connect = {
  walkthrough,
  fields: [
    {
      name: "service",
      label: "Server",
      help: "The account's server. Keep the default unless you run your own.",
      secret: false,
      default: ENTRYWAY,
    },
    { name: "handle", label: "Handle", help: "For example alice.bsky.social", secret: false, default: null },
    {
      name: "password",
      label: "App password",
      help: "Create one in Bluesky under Settings, Privacy and security, App passwords.",
      secret: true,
      default: null,
    },
  ],
  login,
  oauth: null,
  refresh,
  revoke: null,
};

async function login(
  fields: Readonly<Record<string, string>>,
  io: ConnectIo,
): Promise<readonly [Connection]> {
  const service = serviceOf(fields["service"], io);
  const identifier = (fields["handle"] ?? "").trim().replace(/^@/, "");
  const password = fields["password"] ?? "";
  const session = await api.step(
    io,
    { password },
    {
      method: "POST",
      url: xrpc(service, "com.atproto.server.createSession"),
      body: { json: { identifier, password } },
    },
  );
  const pds = service === ENTRYWAY ? (pdsFrom(session["didDoc"]) ?? service) : service;
  const { credentials, expiresAt } = renew(session, pds);
  if (session["active"] === false) throw inactive(session["status"]);
  const handle = textOf(session["handle"]) ?? identifier;
  const profile = await profileOf(io, credentials);
  const connection = {
    remoteId: didOf(credentials),
    server: new URL(pds).host,
    handle,
    displayName: textOf(profile["displayName"]) ?? handle,
    avatarUrl: pictureOf(profile["avatar"]),
    profileUrl: `${io.endpoint("web")}/profile/${didOf(credentials)}`,
    credentials,
    expiresAt,
    rules: {},
  };
  return [connection];
}

async function refresh(credentials: Credentials, io: ConnectIo): Promise<Renewal> {
  const url = xrpc(pdsOf(credentials), "com.atproto.server.refreshSession");
  const session = await api.step(io, credentials, {
    method: "POST",
    url,
    headers: bearer(credentials["refreshJwt"]),
  });
  const renewal = renew(session, pdsOf(credentials));
  if (didOf(renewal.credentials) !== didOf(credentials)) throw unreadable(NETWORK, "the session");
  return renewal;
}

/** The operator's setting for `api` replaces the entryway; a server that was entered is the account's server. */
function serviceOf(typed: string | undefined, io: ConnectIo): string {
  const text = (typed ?? "").trim().replace(/\/+$/, "");
  if (text === "" || text === ENTRYWAY) return io.endpoint("api");
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  if (url) return url.origin;
  throw refusedStep("auth", "The server is not a valid address. Example: https://bsky.social");
}

function renew(session: JsonObject, pds: string): Renewal {
  const did = textOf(session["did"]);
  const accessJwt = textOf(session["accessJwt"]);
  const refreshJwt = textOf(session["refreshJwt"]);
  if (!did || !accessJwt || !refreshJwt) throw unreadable(NETWORK, "the session");
  return { credentials: { pds, did, accessJwt, refreshJwt }, expiresAt: expiryOf(accessJwt) };
}

/** The `exp` claim, ms since 1970; null when the token is not a JWT. */
export function expiryOf(jwt: string): number | null {
  const claims = readJson(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());
  const exp = numberOf(objectOf(claims)["exp"]);
  return exp === undefined ? null : exp * 1000;
}

/** The account's server, from its DID document: the service whose id ends in `#atproto_pds`. */
function pdsFrom(didDoc: Json | undefined): string | undefined {
  for (const service of arrayOf(objectOf(didDoc)["service"])) {
    if (!isObject(service) || !textOf(service["id"])?.endsWith("#atproto_pds")) continue;
    const url = URL.parse(textOf(service["serviceEndpoint"]) ?? "");
    if (url) return url.origin;
  }
  return undefined;
}

/** Name and picture, if the server has them; an account is connected without them, too. */
async function profileOf(io: ConnectIo, credentials: Credentials): Promise<JsonObject> {
  const url = xrpc(pdsOf(credentials), "app.bsky.actor.getProfile", { actor: didOf(credentials) });
  const answer = await io.call({
    method: "GET",
    url,
    headers: bearer(credentials["accessJwt"]),
    timeoutMs: 10_000,
  });
  return answer.kind === "answered" && answer.status === 200 ? objectOf(answer.json) : {};
}

function inactive(status: Json | undefined): StepFailedError {
  const why = textOf(status)?.slice(0, 40) ?? "inactive";
  return refusedStep("auth", `Bluesky reports that this account is ${why}, so it can't post.`);
}

// ---- live options

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const headers = bearer(io.credentials["accessJwt"]);
  const url = xrpc(pdsOf(io.credentials), "com.atproto.server.getSession");
  const session = await api.step(io, io.credentials, { method: "GET", url, headers });
  return {
    values: {
      handle: session["handle"] ?? null,
      active: session["active"] ?? true,
      emailConfirmed: session["emailConfirmed"] ?? null,
      video: hasVideoService(io) ? await videoLimits(io) : null,
    },
    rules: {},
  };
}

/** What the video service still accepts today; null when it does not report it. */
async function videoLimits(io: Io): Promise<JsonObject | null> {
  const lxm = "app.bsky.video.getUploadLimits";
  try {
    const host = new URL(io.endpoint("video")).host.replace(":", "%3A");
    const headers = bearer(await serviceAuth(`did:web:${host}`, lxm, io));
    return await api.step(io, io.credentials, {
      method: "GET",
      url: xrpc(io.endpoint("video"), lxm),
      headers,
    });
  } catch (error) {
    if (error instanceof StepFailedError) return null;
    throw error;
  }
}

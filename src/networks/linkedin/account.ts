// Connects LinkedIn: a member, or the pages that a person may post for; each becomes an account (networks/linkedin.facts.md 3).
import { arrayOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type {
  StepFailedError,
  Connect,
  ConnectIo,
  Connection,
  LiveOptions,
  Credentials,
  Io,
} from "../network.ts";
import { revokeToken, type TokenEndpoint } from "../client/oauth.ts";
import { unreadable, refusedStep } from "../client/outcome.ts";
import { pictureOf } from "../client/remote-post.ts";
import { refreshCredentials, exchangeCode, tokenFields, parseTokenFields } from "../client/tokens.ts";
import { NETWORK, peek, api } from "./api.ts";
import { walkthrough } from "./walkthrough.ts";

/** Granted without a review of the application: posting on a member's profile. */
const SCOPES = ["openid", "profile", "w_member_social"];
const PAGE_SCOPES = "w_organization_social, r_organization_social and rw_organization_admin";
/** The roles that may post for a page. */
const ROLES = ["ADMINISTRATOR", "CONTENT_ADMINISTRATOR"];
const TOKEN_LIVES_MS = 60 * 86_400_000;

export const connect: Connect = {
  walkthrough,
  fields: tokenFields({
    access: `With ${SCOPES.join(", ")} for your profile, or ${PAGE_SCOPES} for pages. Signing in sets it automatically.`,
    refresh: "Only approved applications get one. Without it, connect again every 60 days.",
    ends: "For example 2027-01-31T12:00:00Z. Default: in 60 days.",
  }),
  login,
  oauth: {
    application: {
      url: "https://www.linkedin.com/developers/apps",
      help: 'Make an app for a page of yours, and add the products "Sign In with LinkedIn using OpenID Connect" and "Share on LinkedIn".',
    },
    authorize: { endpoint: "www", path: "/oauth/v2/authorization" },
    scopes: SCOPES,
    scopeSeparator: " ",
    clientIdName: "client_id",
    pkce: null,
    parameters: {},
    exchange: (grant, io) => exchangeCode(grant, tokenEndpoint(io), io),
  },
  /** Using a refresh token does not extend its lifetime. */
  refresh: (credentials, io) => refreshCredentials(credentials, tokenEndpoint(io), io, TOKEN_LIVES_MS),
  revoke,
};

async function login(fields: Credentials, io: ConnectIo): Promise<readonly Connection[]> {
  const { credentials, expiresAt: typed } = parseTokenFields(fields);
  if (!/^[\x21-\x7e]{1,4000}$/.test(credentials["accessToken"] ?? ""))
    throw stop("An access token is needed.");
  const expiresAt = typed ?? io.now() + TOKEN_LIVES_MS;
  const member = await memberOf(credentials, io);
  const pages = await pagesOf(credentials, io);
  const found = [...(member ? [member] : []), ...pages];
  if (found.length === 0)
    throw stop("This sign-in may not post for any profile or page. Request the scopes that posting needs.");
  return found.map((each) => ({
    ...each,
    server: null,
    credentials: { ...credentials, author: each.remoteId },
    expiresAt,
    rules: {},
  }));
}

function stop(detail: string): StepFailedError {
  return refusedStep("auth", detail);
}

type Author = Pick<Connection, "remoteId" | "handle" | "displayName" | "avatarUrl" | "profileUrl">;

/** The member; undefined when the token is not for a profile. @throws StepFailedError when LinkedIn does not accept it */
async function memberOf(credentials: Credentials, io: ConnectIo): Promise<Author | undefined> {
  const answer = await peek(io, credentials, "/v2/userinfo");
  if (answer === 401) throw stop("LinkedIn does not accept this access token. Connect the account again.");
  if (answer === 403) return undefined;
  const me =
    typeof answer === "number"
      ? await api.step(io, credentials, { method: "GET", url: "/v2/userinfo" })
      : answer;
  const sub = textOf(me["sub"]);
  if (sub === undefined || !/^[\w-]{1,64}$/.test(sub)) throw unreadable(NETWORK, "the profile");
  const name = textOf(me["name"]) ?? sub;
  return {
    remoteId: `urn:li:person:${sub}`,
    handle: name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"),
    displayName: name,
    avatarUrl: pictureOf(me["picture"]),
    profileUrl: null,
  };
}

// ---- pages

async function pagesOf(credentials: Credentials, io: ConnectIo): Promise<Author[]> {
  const urns = new Set<string>();
  for (const role of ROLES) {
    const query = new URLSearchParams({ q: "roleAssignee", role, state: "APPROVED", count: "100" });
    const path = `/rest/organizationAcls?${query}`;
    const answer = await peek(io, credentials, path);
    // The token is not for pages, or has no such role.
    if (answer === 400 || answer === 403 || answer === 404) continue;
    const list =
      typeof answer === "number" ? await api.step(io, credentials, { method: "GET", url: path }) : answer;
    for (const element of arrayOf(list["elements"]).map(objectOf)) {
      const urn = textOf(element["organization"]) ?? textOf(element["organizationTarget"]) ?? "";
      if (/^urn:li:organization:\d{1,20}$/.test(urn)) urns.add(urn);
    }
  }
  return await Promise.all([...urns].map((urn) => pageOf(urn, credentials, io)));
}

async function pageOf(urn: string, credentials: Credentials, io: ConnectIo): Promise<Author> {
  const page = await organization(urn, credentials, io);
  const id = urn.replace(/^.*:/, "");
  const vanity = textOf(page["vanityName"]);
  const handle = vanity !== undefined && /^[\w-]{1,100}$/.test(vanity) ? vanity : id;
  return {
    remoteId: urn,
    handle,
    displayName: textOf(page["localizedName"]) ?? handle,
    avatarUrl: null,
    profileUrl: `${io.endpoint("web")}/company/${handle}`,
  };
}

async function organization(urn: string, credentials: Credentials, io: ConnectIo): Promise<JsonObject> {
  return await api.step(io, credentials, {
    method: "GET",
    url: `/rest/organizations/${urn.replace(/^.*:/, "")}`,
  });
}

export const isMember = (author: string) => author.startsWith("urn:li:person:");

// ---- tokens

function tokenEndpoint(io: ConnectIo, path = "/oauth/v2/accessToken"): TokenEndpoint {
  return { id: "linkedin", network: NETWORK, url: io.endpoint("www") + path, clientAuth: "form" };
}

async function revoke({ accessToken = "" }: Credentials, io: ConnectIo): Promise<void> {
  await revokeToken(accessToken, tokenEndpoint(io, "/oauth/v2/revoke"), io);
}

// ---- live options

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const { author = "" } = io.credentials;
  if (isMember(author)) {
    const me = await api.step(io, io.credentials, { method: "GET", url: "/v2/userinfo" });
    return {
      values: { author, name: me["name"] ?? null, visibility: ["PUBLIC", "CONNECTIONS", "LOGGED_IN"] },
      rules: {},
    };
  }
  const page = await organization(author, io.credentials, io);
  return {
    values: { author, name: page["localizedName"] ?? null, visibility: ["PUBLIC", "LOGGED_IN"] },
    rules: {},
  };
}

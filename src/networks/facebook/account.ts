// Connects Facebook Pages by sign-in or with a token; one person may have several Pages (networks/facebook.facts.md 3).
import { GRAPH_VERSION, listPages, nodeOf } from "../meta/graph.ts";
import { arrayOf, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Connect, ConnectIo, Connection, LiveOptions, Credentials, Grant, Io } from "../network.ts";
import { unreadable, refusedStep } from "../client/outcome.ts";
import { requireApplication } from "../client/oauth.ts";
import { idOf, pictureOf } from "../client/remote-post.ts";
import { NETWORK, nodeUrl, pageOf, api } from "./api.ts";
import { walkthrough } from "./walkthrough.ts";

/** Required for publishing. */
const SCOPES = ["pages_show_list", "pages_read_engagement", "pages_manage_posts"];
/** Without it, Pages that belong to a business portfolio are not listed. */
const BUSINESS = "business_management";
/** The task without which a person may view a Page but not publish on it. */
const WRITES = "CREATE_CONTENT";
const PAGE_FIELDS = "id,name,username,picture.type(large){url}";

export const connect: Connect = {
  walkthrough,
  fields: [
    {
      name: "accessToken",
      label: "Access token",
      help: `Your token with ${SCOPES.join(", ")}, for all Pages that you may write for, or the token of one Page.`,
      secret: true,
      default: null,
    },
  ],
  login,
  oauth: {
    application: {
      url: "https://developers.facebook.com/apps",
      help: `Make an app of type Business, add "Facebook Login for Business" with ${[...SCOPES, BUSINESS].join(", ")}, and switch it to Live.`,
    },
    authorize: { endpoint: "login", path: `/${GRAPH_VERSION}/dialog/oauth` },
    scopes: [...SCOPES, BUSINESS],
    scopeSeparator: ",",
    clientIdName: "client_id",
    pkce: null,
    parameters: {},
    exchange,
  },
  /** A Page's token does not expire. */
  refresh: null,
  /** Revoking would disconnect the person's other Pages, too. */
  revoke: null,
};

async function exchange({ code, redirectUri }: Grant, io: ConnectIo): Promise<Credentials> {
  const { id, secret } = requireApplication(io, "facebook");
  const trade = { client_id: id, client_secret: secret, redirect_uri: redirectUri, code };
  const url = nodeUrl(io, `oauth/access_token?${new URLSearchParams(trade)}`);
  const answer = await io.call({ method: "GET", url });
  // Even a used code is masked in messages.
  const tokens = objectOf(api.success(answer, io, { accessToken: code }).json);
  const token = textOf(tokens["access_token"]);
  if (token === undefined) throw unreadable(NETWORK, "the access token");
  return { accessToken: token };
}

async function login(fields: Credentials, io: ConnectIo): Promise<readonly Connection[]> {
  const shortLived = (fields["accessToken"] ?? "").trim();
  if (shortLived === "") throw refusedStep("auth", "An access token is needed.");
  const token = await longLived(shortLived, io);
  const pages = (await pagesOf(token, io)) ?? [await onlyPage(token, io)];
  // All Pages of one person have tokens of the same application with the same lifetime.
  const life = await tokenInfoOf(pages[0]?.token ?? "", io);
  return pages.map((page) => connectionOf(page, life, io));
}

/** Exchanges the token for a long-lived one, with which Pages get tokens that do not expire. Needs the application. */
async function longLived(token: string, io: ConnectIo): Promise<string> {
  if (!io.application) return token;
  const { id, secret } = io.application;
  const trade = {
    grant_type: "fb_exchange_token",
    client_id: id,
    client_secret: secret,
    fb_exchange_token: token,
  };
  const answer = await api.peek(
    io,
    { accessToken: token },
    nodeUrl(io, `oauth/access_token?${new URLSearchParams(trade)}`),
  );
  return textOf(answer?.["access_token"]) ?? token;
}

interface PageFound {
  readonly node: JsonObject;
  readonly token: string;
}

/** The Pages of a person; null when the token belongs to a Page, which has no such list. */
async function pagesOf(token: string, io: ConnectIo): Promise<readonly PageFound[] | null> {
  const url = nodeUrl(io, "me/accounts", `${PAGE_FIELDS},access_token,tasks`);
  const read = async (each: string) => (await nodeOf(api, io, { accessToken: token }, each)) ?? undefined;
  const nodes = await listPages(`${url}&limit=100`, read);
  if (!nodes) return null;
  await checkGranted(token, io);
  const pages = nodes.flatMap((node) => {
    const { tasks } = node;
    const own = textOf(node["access_token"]);
    const writes = tasks === undefined || arrayOf(tasks).includes(WRITES);
    return own !== undefined && writes ? [{ node, token: own }] : [];
  });
  if (pages.length > 0) return pages;
  throw refusedStep(
    "auth",
    nodes.length === 0
      ? `Facebook shows no Page for this sign-in. Sign in as a person who has one, and select it when Facebook asks. A Page of a business portfolio is shown only with ${BUSINESS}.`
      : "This person may view the Pages but not publish on them. Ask the Page's owner for permission to create content.",
  );
}

async function checkGranted(token: string, io: ConnectIo): Promise<void> {
  const granted = arrayOf(
    (await api.peek(io, { accessToken: token }, nodeUrl(io, "me/permissions")))?.["data"],
  ).map(objectOf);
  const missing = SCOPES.filter((scope) =>
    granted.some(({ permission, status }) => permission === scope && status !== "granted"),
  );
  if (missing.length === 0) return;
  throw refusedStep(
    "auth",
    `The sign-in did not grant ${missing.join(" and ")}. Connect again and grant every permission.`,
  );
}

async function onlyPage(token: string, io: ConnectIo): Promise<PageFound> {
  return {
    node: await api.step(io, { accessToken: token }, { method: "GET", url: nodeUrl(io, "me", PAGE_FIELDS) }),
    token,
  };
}

interface TokenInfo {
  /** Milliseconds since 1970; null when the token never expires, or Facebook does not report it. */
  readonly expiresAt: number | null;
  /** The application whose posts are Crier's; "" when it is not known. */
  readonly applicationId: string;
}

/** Only the application that a token belongs to may ask for this. */
async function tokenInfoOf(token: string, io: ConnectIo): Promise<TokenInfo> {
  if (!io.application) return { expiresAt: null, applicationId: "" };
  const { id, secret } = io.application;
  const url = nodeUrl(io, `debug_token?${new URLSearchParams({ input_token: token })}`);
  const { expires_at, app_id } = objectOf(
    (await api.peek(io, { accessToken: `${id}|${secret}` }, url))?.["data"],
  );
  const seconds = numberOf(expires_at) ?? 0;
  return { expiresAt: seconds > 0 ? seconds * 1000 : null, applicationId: textOf(app_id) ?? "" };
}

function connectionOf(
  { node, token }: PageFound,
  { expiresAt, applicationId }: TokenInfo,
  io: ConnectIo,
): Connection {
  const id = idOf(node["id"], api.context(io, { accessToken: token }));
  const name = textOf(node["name"]);
  if (id === undefined || name === undefined) throw unreadable(NETWORK, "the Page");
  const handle = textOf(node["username"]) ?? name;
  return {
    remoteId: id,
    server: null,
    handle,
    displayName: name,
    avatarUrl: pictureOf(objectOf(objectOf(node["picture"])["data"])["url"]),
    profileUrl: `${io.endpoint("web")}/${textOf(node["username"]) ?? id}`,
    credentials: { pageId: id, accessToken: token, applicationId },
    expiresAt,
    rules: {},
  };
}

// ---- live options

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const url = nodeUrl(io, pageOf(io.credentials), "id,name,username");
  const node = await api.step(io, io.credentials, { method: "GET", url });
  return { values: { name: node["name"] ?? null, username: node["username"] ?? null }, rules: {} };
}

// Simulates LinkedIn as networks/linkedin.facts.md describes it: sign-in, members and pages, uploads, posts.
import { openAssets } from "./assets.ts";
import { deny, fail, missing } from "./error.ts";
import { openPosts, type Writer } from "./posts.ts";
import {
  jsonIn,
  type RequestHead,
  type Json,
  type OpenNetwork,
  type Reply,
  type Request,
  type SimulatedNetwork,
  type Stage,
} from "../network.ts";
import { openGrants, type GrantFault, type Tokens } from "../oauth.ts";

export const simulatedLinkedin: SimulatedNetwork = { id: "linkedin", name: "LinkedIn", sample: {}, open };

const TOKEN_LIVES_MS = 60 * 86_400_000;
/** Versions before this one were switched off. */
const OLDEST = "202511";

/**
 * A handle is somebody who writes for one page, by an application that was reviewed. Words after the first of the
 * handle: `member` for the profile itself, by an application that was not; `pages` for two pages, `lone` for none.
 */
function open(stage: Stage): OpenNetwork {
  const grants = openGrants(
    { prefix: "li-", accessMs: TOKEN_LIVES_MS, rotates: false, pkce: null, clientIdName: "client_id" },
    stage.clock,
  );
  const assets = openAssets(stage);
  const posts = openPosts(stage, assets);

  return {
    published: posts.published,
    endpoint: (purpose) => (purpose === "web" ? stage.pageUrl() : stage.base()),
    connection(handle) {
      const [author = ""] = writerOf(handle).authors;
      return {
        remoteId: author,
        handle,
        displayName: `Simulated ${handle}`,
        avatarUrl: null,
        profileUrl: `${stage.pageUrl()}/company/${handle}`,
        credentials: { accessToken: grants.standing(handle).access, author },
        expiresAt: null,
        rules: {},
      };
    },
    accountOf,
    publishes: ({ method, path, body }) =>
      method === "POST" && path === "/rest/posts" ? String(Bun.hash.crc32(body)) : null,
    answer,
    refusal: () => fail(400, "ILLEGAL_ARGUMENT", "commentary :: refused by the simulator"),
    limited: () => ({
      ...fail(
        429,
        "TOO_MANY_REQUESTS",
        "Resource level throttle limit for calls to this resource is reached.",
      ),
      headers: { "retry-after": "2" },
    }),
    media: (urn) => assets.find(urn)?.file ?? undefined,
  };

  function accountOf({ headers }: RequestHead): string | null {
    return grants.handleOf((headers["authorization"] ?? "").replace(/^Bearer /, ""));
  }

  async function answer(request: Request): Promise<Reply> {
    const { method, path } = request;
    if (path.startsWith("/oauth/v2/")) return signIn(request);
    const handle = accountOf(request);
    if (method === "PUT" && path.startsWith("/dms-uploads/"))
      return await assets.put(request, handle !== null);
    if (handle === null)
      return fail(401, "INVALID_ACCESS_TOKEN", "Invalid access token", { serviceErrorCode: 65_600 });
    if (path.startsWith("/rest/")) {
      const version = request.headers["linkedin-version"] ?? "";
      if (!/^\d{6}$/.test(version)) return fail(400, "VERSION_MISSING", "A version must be present.");
      if (version < OLDEST)
        return fail(426, "NONEXISTENT_VERSION", `Requested version ${version} is not active`);
    }
    return (await routed(request, handle)) ?? missing("No virtual resource found");
  }

  async function routed(request: Request, handle: string): Promise<Reply | null> {
    const { method, path, query } = request;
    const [, resource = "", id = ""] = /^\/(?:rest|v2)\/(\w+)(?:\/(.+))?$/.exec(path) ?? [];
    const isMember = words(handle).includes("member");
    switch (`${method} ${resource}${id && "/…"} ${query.get("action") ?? query.get("q") ?? ""}`.trim()) {
      case "GET userinfo":
        return isMember ? me(handle) : deny("Not enough permissions to access: GET /userinfo");
      case "GET organizationAcls roleAssignee":
        return isMember ? deny("Not enough permissions to access: organizationAcls") : roles(handle, query);
      case "GET organizations/…":
        return organization(id, handle);
      case "POST images initializeUpload":
        return assets.begin("image", jsonIn(request) ?? {}, handle);
      case "POST videos initializeUpload":
        return assets.begin("video", jsonIn(request) ?? {}, handle);
      case "POST videos finalizeUpload":
        return await assets.finalize(jsonIn(request) ?? {});
      case "GET images/…":
      case "GET videos/…":
        return assets.state(decodeURIComponent(id), !isMember);
      case "POST posts":
        return posts.create(jsonIn(request) ?? {}, writerOf(handle));
      case "GET posts author":
        return isMember
          ? deny("Not enough permissions to access: partnerApiPosts.FINDER-author")
          : listed(request);
      default:
        return null;
    }
  }

  function listed({ headers, query }: Request): Reply {
    if (headers["x-restli-method"] !== "FINDER")
      return fail(400, "ILLEGAL_ARGUMENT", "X-RestLi-Method is wrong");
    return posts.list(query);
  }

  // ---- who is who

  function me(handle: string): Reply {
    return { status: 200, json: { sub: personOf(handle), name: `Simulated ${handle}`, locale: "en-US" } };
  }

  function roles(handle: string, query: URLSearchParams): Reply {
    const pages = query.get("role") === "ADMINISTRATOR" ? writerOf(handle).authors : [];
    const elements = pages.map((organization) => ({
      organization,
      role: "ADMINISTRATOR",
      state: "APPROVED",
    }));
    return { status: 200, json: { elements, paging: { start: 0, count: 100 } } };
  }

  function organization(id: string, handle: string): Reply {
    const at = writerOf(handle).authors.indexOf(`urn:li:organization:${id}`);
    if (at < 0) return deny("Not enough permissions to access: GET /organizations");
    const name = at === 0 ? handle : `${handle}-${at + 1}`;
    return { status: 200, json: { id: Number(id), vanityName: name, localizedName: `Simulated ${name}` } };
  }

  // ---- sign-in

  function signIn({ path, query, body }: Request): Reply {
    if (path === "/oauth/v2/authorization") return grants.page(query);
    const form = new URLSearchParams(new TextDecoder().decode(body));
    const field = (name: string) => form.get(name) ?? "";
    if (field("client_id") === "" || field("client_secret") === "") return tokenFault("invalid_client");
    if (path === "/oauth/v2/revoke") {
      grants.revoke(field("token"));
      return { status: 200, json: {} };
    }
    if (path !== "/oauth/v2/accessToken") return missing("No virtual resource found");
    const tokens =
      field("grant_type") === "refresh_token"
        ? grants.refresh(field("refresh_token"))
        : grants.redeem(field("code"), field("redirect_uri"), null);
    return typeof tokens === "string" ? tokenFault(tokens) : tokenReply(tokens, field("client_id"));
  }
}

/** Refresh tokens are for applications that were approved for them. */
function tokenReply({ access, refresh, expiresIn }: Tokens, clientId: string): Reply {
  const approved = clientId.startsWith("partner");
  return {
    status: 200,
    json: {
      access_token: access,
      expires_in: expiresIn,
      scope: "openid,profile,w_member_social",
      token_type: "Bearer",
      ...(approved && { refresh_token: refresh, refresh_token_expires_in: 31_536_000 }),
    },
  };
}

function tokenFault(error: GrantFault | "invalid_client"): Reply {
  const json: Json = { error, error_description: "Unable to retrieve access token" };
  return { status: error === "invalid_client" ? 401 : 400, json };
}

const words = (handle: string) => handle.toLowerCase().split("-").slice(1);
const personOf = (handle: string) => `p${Bun.hash.crc32(handle)}`;

function writerOf(handle: string): Writer {
  const own = words(handle);
  const first = 10_000_000 + Bun.hash.crc32(handle);
  const pages = [`urn:li:organization:${first}`, `urn:li:organization:${first + 1}`];
  if (own.includes("member")) return { handle, authors: [`urn:li:person:${personOf(handle)}`] };
  return { handle, authors: own.includes("lone") ? [] : own.includes("pages") ? pages : pages.slice(0, 1) };
}

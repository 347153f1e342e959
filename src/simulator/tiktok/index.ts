// Simulates TikTok's Content Posting API, upload host and sign-in, as networks/tiktok.facts.md describes them.
import { openGrants } from "../oauth.ts";
import {
  jsonIn,
  textIn,
  type RequestHead,
  type Json,
  type OpenNetwork,
  type Reply,
  type Request,
  type SimulatedNetwork,
  type Stage,
} from "../network.ts";
import { creatorInfo, fail, ok, openIdOf } from "./creators.ts";
import { openPosts } from "./posts.ts";
import { openUploads } from "./uploads.ts";

export const simulatedTiktok: SimulatedNetwork = {
  id: "tiktok",
  name: "TikTok",
  sample: { privacy_level: "PUBLIC_TO_EVERYONE" },
  open,
};

const DAY_MS = 24 * 3_600_000;
const UPLOAD = "/upload/video/";
const PHOTOS = "/api/v2/post/publish/content/init/";

function open(stage: Stage): OpenNetwork {
  const { clock } = stage;
  const grants = openGrants(
    { prefix: "act.tiktok-", accessMs: DAY_MS, rotates: true, pkce: "hex", clientIdName: "client_key" },
    clock,
  );
  const posts = openPosts(stage);
  const uploads = openUploads(stage, posts);

  return {
    published: posts.published,
    endpoint(purpose) {
      if (purpose === "web") return stage.pageUrl();
      return `${stage.base()}/${purpose === "login" ? "login" : "api"}`;
    },
    connection(handle) {
      const { access, refresh } = grants.standing(handle);
      return {
        remoteId: openIdOf(handle),
        handle,
        displayName: `Simulated ${handle}`,
        avatarUrl: null,
        profileUrl: `${stage.pageUrl()}${handle}`,
        credentials: { accessToken: access, refreshToken: refresh ?? "", username: handle },
        expiresAt: null,
        rules: {},
      };
    },
    accountOf: (request) => handleOf(request) ?? uploads.ownerOf(request.query.get("upload_id") ?? ""),
    publishes(request) {
      const { method, path, query } = request;
      if (method === "POST" && path === PHOTOS) return "photos";
      return method === "PUT" && path === UPLOAD && isLast(request) ? query.get("upload_id") : null;
    },
    answer,
    refusal: () =>
      fail(403, "spam_risk_user_banned_from_posting", "The user is banned from making new posts."),
    limited: () =>
      fail(429, "rate_limit_exceeded", "The API rate limit was exceeded. Please try again later."),
    media: posts.file,
  };

  function handleOf({ headers }: RequestHead): string | null {
    const token = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1];
    return token === undefined ? null : grants.handleOf(token);
  }

  async function answer(request: Request): Promise<Reply> {
    const { method, path } = request;
    if (path === "/login/v2/auth/authorize/") return grants.page(request.query);
    if (path === "/api/v2/oauth/token/") return token(formOf(request));
    if (path === "/api/v2/oauth/revoke/") return revoke(formOf(request));
    if (method === "PUT" && path === UPLOAD) return await uploads.put(request);
    const handle = handleOf(request);
    if (handle === null)
      return fail(401, "access_token_invalid", "The access token is invalid or not found in the request.");
    const routed = await routes(`${method} ${path.replace("/api/v2/", "")}`, handle, request);
    return routed ?? fail(404, "invalid_param", "Unsupported path(Janus).");
  }

  async function routes(route: string, handle: string, request: Request): Promise<Reply | null> {
    const body = jsonIn(request) ?? {};
    switch (route) {
      case "GET user/info/":
        return user(handle);
      case "POST post/publish/creator_info/query/":
        return ok(creatorInfo(handle));
      case "POST post/publish/video/init/":
        return uploads.init(handle, body, false);
      case "POST post/publish/inbox/video/init/":
        return uploads.init(handle, body, true);
      case "POST post/publish/content/init/":
        return await uploads.photos(handle, body);
      case "POST post/publish/status/fetch/":
        return posts.status(handle, textIn(body["publish_id"]));
      case "POST video/list/":
        return posts.list(handle, body);
      default:
        return null;
    }
  }

  function user(handle: string): Reply {
    const names = { display_name: `Simulated ${handle}`, username: handle };
    const avatar_url = `https://p16.example/${openIdOf(handle)}`;
    return ok({
      user: { open_id: openIdOf(handle), union_id: `u-${openIdOf(handle)}`, avatar_url, ...names },
    });
  }

  // ---- sign-in: errors are flat here

  function token(form: URLSearchParams): Reply {
    if (!form.get("client_key") || !form.get("client_secret"))
      return flat("invalid_client", "Client key or secret is incorrect.");
    const token =
      form.get("grant_type") === "refresh_token"
        ? grants.refresh(form.get("refresh_token") ?? "")
        : grants.redeem(form.get("code") ?? "", form.get("redirect_uri") ?? "", form.get("code_verifier"));
    if (typeof token === "string")
      return flat(token, "Refresh token or authorization code is invalid or expired.");
    const answer: { [key: string]: Json } = {
      access_token: token.access,
      expires_in: token.expiresIn,
      refresh_token: token.refresh,
      refresh_expires_in: 31_536_000,
      open_id: openIdOf(token.handle),
      token_type: "Bearer",
      scope: "user.info.basic,user.info.profile,video.publish,video.upload,video.list",
    };
    return { status: 200, json: answer };
  }

  function revoke(form: URLSearchParams): Reply {
    grants.revoke(form.get("token") ?? "");
    return { status: 200, json: {} };
  }
}

function formOf({ body }: Request): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body));
}

function flat(error: string, description: string): Reply {
  return { status: 400, json: { error, error_description: description, log_id: "20261121" } };
}

/** Whether a piece ends with the file's last byte. */
function isLast({ headers }: RequestHead): boolean {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "");
  return range !== null && Number(range[2]) + 1 === Number(range[3]);
}

// Simulates YouTube's Data API, upload host and sign-in, as networks/youtube.facts.md describes them.
import { openGrants } from "../oauth.ts";
import { openUploads } from "./uploads.ts";
import { categories, channelId, channels, playlists, uploadsOf } from "./channels.ts";
import { fail } from "./answers.ts";
import { openVideos } from "./videos.ts";
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

export const simulatedYoutube: SimulatedNetwork = {
  id: "youtube",
  name: "YouTube",
  sample: { selfDeclaredMadeForKids: false },
  open,
};

/** Where each host is played, below the network's base. */
const HOSTS: Readonly<Record<string, string>> = { api: "/api", accounts: "/accounts", oauth2: "/oauth2" };
const UPLOAD = "/api/upload/youtube/v3/videos";
const HOUR_MS = 3_600_000;

function open(stage: Stage): OpenNetwork {
  const { clock } = stage;
  const grants = openGrants(
    {
      prefix: "ya29.youtube-",
      accessMs: HOUR_MS,
      rotates: false,
      pkce: "base64url",
      clientIdName: "client_id",
    },
    clock,
  );
  const videos = openVideos(stage);
  const uploads = openUploads(stage, videos);

  return {
    published: videos.published,
    endpoint: (purpose) => (purpose === "web" ? stage.pageUrl() : stage.base() + (HOSTS[purpose] ?? "/api")),
    connection(handle) {
      const { access, refresh } = grants.standing(handle);
      return {
        remoteId: channelId(handle),
        handle,
        displayName: `Simulated ${handle}`,
        avatarUrl: null,
        profileUrl: `${stage.pageUrl()}${handle}`,
        credentials: {
          accessToken: access,
          refreshToken: refresh ?? "",
          uploads: uploadsOf(handle),
        },
        expiresAt: null,
        rules: {},
      };
    },
    accountOf: handleOf,
    publishes: (request) =>
      request.method === "PUT" && isLast(request) ? request.query.get("upload_id") : null,
    answer,
    refusal: () => fail(400, "invalidDescription", "The request metadata specifies an invalid description."),
    limited: () => ({
      ...fail(429, "rateLimitExceeded", "Resource has been exhausted (e.g. check quota)."),
      headers: { "retry-after": "2" },
    }),
    media: videos.file,
  };

  function handleOf({ headers }: RequestHead): string | null {
    const token = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1];
    return token === undefined ? null : grants.handleOf(token);
  }

  async function answer(request: Request): Promise<Reply> {
    const { path } = request;
    if (path === "/accounts/o/oauth2/v2/auth") return grants.page(request.query);
    if (path === "/oauth2/token") return token(new URLSearchParams(new TextDecoder().decode(request.body)));
    if (path === "/oauth2/revoke") return revoke(request);
    const handle = handleOf(request);
    if (handle === null) {
      const words = "Request had invalid authentication credentials. Expected OAuth 2 access token.";
      return fail(401, "authError", words, "UNAUTHENTICATED");
    }
    return (await routed(handle, request)) ?? fail(404, "notFound", "Not Found");
  }

  async function routed(handle: string, request: Request): Promise<Reply | null> {
    const { method, path, query } = request;
    switch (`${method} ${path}`) {
      case `POST ${UPLOAD}`:
        return uploads.open(handle, request);
      case `PUT ${UPLOAD}`:
        return await uploads.put(handle, request);
      case "POST /api/upload/youtube/v3/thumbnails/set":
        return await videos.setThumbnail(handle, query.get("videoId") ?? "", request.body);
      case "GET /api/youtube/v3/channels":
        return channels(handle);
      case "GET /api/youtube/v3/videos":
        return videos.list(handle, query);
      case "GET /api/youtube/v3/videoCategories":
        return categories();
      case "GET /api/youtube/v3/playlists":
        return playlists(handle);
      case "GET /api/youtube/v3/playlistItems":
        return videos.items(handle, query);
      case "POST /api/youtube/v3/playlistItems":
        return videos.addItem(handle, jsonIn(request) ?? {});
      default:
        return null;
    }
  }

  // ---- sign-in

  function token(form: URLSearchParams): Reply {
    if (!form.get("client_id") || !form.get("client_secret"))
      return { status: 401, json: { error: "invalid_client", error_description: "Unauthorized" } };
    const token =
      form.get("grant_type") === "refresh_token"
        ? grants.refresh(form.get("refresh_token") ?? "")
        : grants.redeem(form.get("code") ?? "", form.get("redirect_uri") ?? "", form.get("code_verifier"));
    if (typeof token === "string")
      return { status: 400, json: { error: token, error_description: "Token has been expired or revoked." } };
    const refreshed = form.get("grant_type") === "refresh_token";
    const answer: { [key: string]: Json } = {
      access_token: token.access,
      expires_in: token.expiresIn - 1,
      scope: "https://www.googleapis.com/auth/youtube",
      token_type: "Bearer",
      ...(!refreshed && token.refresh !== null && { refresh_token: token.refresh }),
    };
    return { status: 200, json: answer };
  }

  function revoke({ body, query }: Request): Reply {
    const named = new URLSearchParams(new TextDecoder().decode(body)).get("token") ?? query.get("token");
    if (!named) return { status: 400, json: { error: "invalid_request" } };
    grants.revoke(named);
    return { status: 200, json: {} };
  }
}

/** Whether a piece ends with the file's last byte. */
function isLast({ path, headers }: RequestHead): boolean {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "");
  return path === UPLOAD && range !== null && Number(range[2]) + 1 === Number(range[3]);
}

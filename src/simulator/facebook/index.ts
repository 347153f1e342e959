// Simulates Facebook's Pages, as networks/facebook.facts.md describes version 26 of the Graph API.
import {
  graphFailed,
  parametersOf,
  tokenExpired,
  tokenOf,
  withoutVersion,
  type Parameters,
} from "../meta/graph.ts";
import { openPhotos } from "./photos.ts";
import { APPLICATION_ID, openPosts } from "./posts.ts";
import { openTokens, pageId, type Page } from "./tokens.ts";
import { openVideos, type VideoEdge } from "./videos.ts";
import {
  jsonIn,
  textIn,
  type RequestHead,
  type Json,
  type OpenNetwork,
  type Published,
  type Reply,
  type Request,
  type SimulatedNetwork,
  type Stage,
} from "../network.ts";

export const simulatedFacebook: SimulatedNetwork = { id: "facebook", name: "Facebook", sample: {}, open };

const SCOPES = ["pages_show_list", "pages_read_engagement", "pages_manage_posts", "business_management"];

function open(stage: Stage): OpenNetwork {
  const { clock, base, pageUrl } = stage;
  const tokens = openTokens(clock);
  const published: Published[] = [];
  let made = 0n;
  const newId = () => String((BigInt(clock.now()) << 12n) + made++);
  const publish = (post: Published) => void published.push(post);
  const photos = openPhotos(stage, newId);
  const videos = openVideos(stage, newId, publish);
  const posts = openPosts(stage, newId, photos, publish);

  return {
    published,
    endpoint: (purpose) => (purpose === "web" ? pageUrl() : `${base()}/${purpose}`),
    connection: (handle) => ({
      remoteId: pageId(handle),
      handle,
      displayName: `Simulated ${handle}`,
      avatarUrl: null,
      profileUrl: pageUrl() + handle,
      credentials: {
        pageId: pageId(handle),
        accessToken: tokens.standing(handle),
        applicationId: APPLICATION_ID,
      },
      expiresAt: null,
      rules: {},
    }),
    accountOf: (request) => tokens.pageOf(tokenOf(request))?.handle ?? null,
    publishes,
    answer,
    refusal: () => graphFailed(100, "(#100) This post is refused by the simulator"),
    limited: () => graphFailed(1390008, "You are posting too fast. Slow down and try again later."),
    media: (id) => {
      const bytes = videos.find(id)?.upload.bytes;
      return photos.find(id)?.file ?? (bytes?.byteLength ? { bytes, mime: "video/mp4" } : undefined);
    },
  };

  async function answer(request: Request): Promise<Reply> {
    const [, purpose = "", ...rest] = request.path.split("/");
    const path = withoutVersion(`/${rest.join("/")}`);
    if (purpose === "login") return tokens.dialog(request.query);
    const page = tokens.pageOf(tokenOf(request));
    if (purpose === "rupload") return videos.upload(path.split("/").at(-1) ?? "", page, request);
    const route = `${request.method} ${path}`;
    if (route === "GET /oauth/access_token") return traded(request.query);
    if (route === "GET /debug_token") return inspected(request);
    if (!page) return ofPerson(route, request);
    return await ofPage(page, request, path.slice(1).split("/"));
  }

  // ---- people and tokens

  function traded(query: URLSearchParams): Reply {
    if (!query.get("client_id") || !query.get("client_secret"))
      return graphFailed(101, "Missing client_id or client_secret parameter.");
    const lengthens = query.get("grant_type") === "fb_exchange_token";
    const token = lengthens
      ? tokens.lengthen(query.get("fb_exchange_token") ?? "")
      : tokens.redeem(query.get("code") ?? "", query.get("redirect_uri") ?? "");
    if (token === null)
      return lengthens ? tokenExpired() : graphFailed(100, "This authorization code has been used.", 36009);
    const expires_in = lengthens ? 5_183_944 : 3600;
    return { status: 200, json: { access_token: token, token_type: "bearer", expires_in } };
  }

  /** For the application that the token belongs to: its own token is its id and secret. */
  function inspected(request: Request): Reply {
    if (!/^[^|]+\|[^|]+$/.test(tokenOf(request)))
      return graphFailed(100, "(#100) You must provide an app access token");
    const token = request.query.get("input_token") ?? "";
    const page = tokens.pageOf(token);
    const isKnown = page !== null || tokens.personOf(token) !== null;
    const type = page ? "PAGE" : "USER";
    const shown = { app_id: APPLICATION_ID, type, expires_at: tokens.endOf(token), scopes: SCOPES };
    return { status: 200, json: { data: { is_valid: isKnown, ...(isKnown && shown) } } };
  }

  function ofPerson(route: string, request: RequestHead): Reply {
    const token = tokenOf(request);
    const person = tokens.personOf(token);
    if (person === null) return tokenExpired();
    switch (route) {
      case "GET /me":
        return { status: 200, json: { id: pageId(`person-${person}`), name: `Simulated person ${person}` } };
      case "GET /me/accounts":
        return {
          status: 200,
          json: {
            data: tokens
              .pagesOf(token, person)
              .map((own) => ({ ...shownPage(own), access_token: own.token, tasks: own.tasks })),
          },
        };
      case "GET /me/permissions": {
        const status = person.includes("-unwilling") ? "declined" : "granted";
        const data = SCOPES.map((permission) => ({
          permission,
          status: permission === "pages_manage_posts" ? status : "granted",
        }));
        return { status: 200, json: { data } };
      }
      case "DELETE /me/permissions":
        tokens.revoke(token);
        return { status: 200, json: { success: true } };
      default:
        return graphFailed(190, "A Page access token is required for this call", 2069032);
    }
  }

  function shownPage({ handle, id }: Page): { readonly [key: string]: Json } {
    const picture = { data: { url: `https://scontent.fbcdn.net/${id}.jpg` } };
    return { id, name: `Simulated ${handle}`, username: handle, picture };
  }

  // ---- Pages

  async function ofPage(page: Page, request: Request, [node = "", edge]: readonly string[]): Promise<Reply> {
    const { method } = request;
    if (edge === undefined) return method === "GET" ? ofNode(page, node, request.query) : notThere(node);
    if (node === "me" && edge === "accounts")
      return graphFailed(100, "(#100) Tried accessing nonexisting field (accounts) on node type (Page)");
    if (node !== page.id && node !== "me")
      return graphFailed(200, "(#200) The Page does not belong to this access token", 2069030, 403);
    const route = `${method} ${edge}`;
    if (route === "GET published_posts") return posts.posts(page, request);
    if (route === "GET stories") return posts.stories(page, videos.stories(page), request);
    return (await toPage(page, route, await parametersOf(request))) ?? notThere(edge);
  }

  async function toPage(page: Page, route: string, given: Parameters): Promise<Reply | null> {
    switch (route) {
      case "POST feed":
        return posts.create(page, given);
      case "POST photos": {
        if (given.text("published") !== "false")
          return graphFailed(100, "(#100) Only photos that are staged unseen are played here");
        const photo = await photos.stage(page, given);
        return "status" in photo ? photo : { status: 200, json: { id: photo.id } };
      }
      case "POST photo_stories":
        return posts.createStory(page, given);
      case "POST video_reels":
      case "POST video_stories":
      case "POST videos":
        return await videos.phase(page, edgeOf(route), given);
      default:
        return null;
    }
  }

  function ofNode(page: Page, node: string, query: URLSearchParams): Reply {
    if (node === page.id || node === "me") return chosen(shownPage(page), query);
    const video = videos.find(node);
    if (video?.page.id === page.id) return chosen(videos.entity(video), query);
    const photo = photos.find(node);
    if (photo?.page !== page.id) return notThere(node);
    return chosen({ id: node, ...(photo.postId !== null && { page_story_id: photo.postId }) }, query);
  }
}

function edgeOf(route: string): VideoEdge {
  return route === "POST video_reels"
    ? "video_reels"
    : route === "POST video_stories"
      ? "video_stories"
      : "videos";
}

function notThere(node: string): Reply {
  return graphFailed(
    100,
    `Unsupported request. Object with ID '${node}' does not exist or can't be loaded`,
    33,
  );
}

/** A node's members that were asked for; its id always. */
function chosen(node: { readonly [key: string]: Json }, query: URLSearchParams): Reply {
  const fields = (query.get("fields") ?? "id").replace(/\.[^{,]*|\{[^}]*\}/g, "").split(",");
  const members = Object.entries(node).filter(([name]) => name === "id" || fields.includes(name));
  return { status: 200, json: Object.fromEntries(members) };
}

/** A photo that is not said to be unpublished is a post. */
function publishes(request: Request): string | null {
  const { method, query } = request;
  const path = withoutVersion(request.path.replace(/^\/(api|video)(?=\/)/, ""));
  const edge = /^\/\w+\/(\w+)$/.exec(path)?.[1];
  if (method !== "POST" || edge === undefined) return null;
  if (edge === "feed") return textIn(jsonIn(request)?.["message"]);
  if (edge === "photos") return query.get("published") === "false" ? null : "";
  if (edge === "photo_stories") return query.get("photo_id") ?? "";
  if (query.get("upload_phase") !== "finish") return null;
  return query.get("video_id") ?? query.get("upload_session_id") ?? "";
}

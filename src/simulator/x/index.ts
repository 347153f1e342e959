// Simulates X's API v2 and sign-in as networks/x.facts.md describes them.
import { openGrants, type Tokens } from "../oauth.ts";
import {
  type RequestHead,
  type OpenNetwork,
  type Reply,
  type Request,
  type SimulatedNetwork,
  type Stage,
} from "../network.ts";
import { openMedia } from "./media.ts";
import { openPosts, tooMany } from "./posts.ts";
import { paysX } from "./premium.ts";
import { ok, problem } from "./problem.ts";

export const simulatedX: SimulatedNetwork = { id: "x", name: "X", sample: {}, open };

/** Where the page for people stands, which is on another host in reality. */
const SITE = "/site";

function open(stage: Stage): OpenNetwork {
  const { clock } = stage;
  const grants = openGrants(
    { prefix: "x-", accessMs: 7_200_000, rotates: true, pkce: "base64url", clientIdName: "client_id" },
    clock,
  );
  let made = 0n;
  /** Like the real ones: too long for a double, and growing with time. */
  const newId = () => String((BigInt(clock.now() - 1_288_834_974_657) << 22n) + made++);
  const media = openMedia(stage, newId);
  const posts = openPosts(stage, media, newId);

  return {
    published: posts.published,
    endpoint: (purpose) =>
      purpose === "web" ? stage.pageUrl() : stage.base() + (purpose === "authorize" ? SITE : ""),
    connection(handle) {
      const { access, refresh } = grants.standing(handle);
      const credentials = { accessToken: access, refreshToken: refresh ?? "", userId: userIdOf(handle) };
      return {
        remoteId: userIdOf(handle),
        handle,
        displayName: `Simulated ${handle}`,
        avatarUrl: null,
        profileUrl: `${stage.pageUrl()}/${handle}`,
        credentials: { ...credentials, username: handle },
        expiresAt: null,
        rules: {},
      };
    },
    accountOf,
    publishes: ({ method, path }) => (method === "POST" && path === "/2/tweets" ? "" : null),
    answer,
    refusal: () => problem(403, "You are not permitted to perform this action."),
    limited: () => tooMany(clock.now() + 2000),
    media: (id) => media.find(id)?.file,
  };

  function accountOf({ headers }: RequestHead): string | null {
    const access = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1];
    return access === undefined ? null : grants.handleOf(access);
  }

  async function answer(request: Request): Promise<Reply> {
    const { method, path } = request;
    if (path === `${SITE}/i/oauth2/authorize`) return grants.page(request.query);
    if (method === "POST" && path === "/2/oauth2/token") return token(request);
    if (method === "POST" && path === "/2/oauth2/revoke") return revoke(request);
    const handle = accountOf(request);
    if (handle === null) return problem(401, "Unauthorized");
    const [, , resource = "", ...rest] = path.split("/");
    if (resource === "media") return (await mediaAnswer(rest, handle, request)) ?? missing();
    return postAnswer(`${method} ${resource}`, rest, handle, request) ?? missing();
  }

  async function mediaAnswer(
    [verb = "", id = "", part = ""]: string[],
    handle: string,
    request: Request,
  ): Promise<Reply | null> {
    if (request.method === "GET" && verb === "upload") return media.status(handle, request);
    if (request.method !== "POST") return null;
    if (verb === "metadata") return media.describe(handle, request);
    if (verb !== "upload") return null;
    if (id === "") return await media.upload(handle, request);
    if (id === "initialize") return media.initialize(handle, request);
    if (part === "append") return await media.append(handle, id, request);
    return part === "finalize" ? await media.finalize(handle, id) : null;
  }

  function postAnswer(
    route: string,
    [id = "", part = ""]: string[],
    handle: string,
    request: Request,
  ): Reply | null {
    switch (route) {
      case "POST tweets":
        return posts.create(handle, request);
      case "GET tweets":
        return posts.show(id);
      case "GET users":
        if (id === "me") return ok({ data: me(handle) });
        return part === "tweets" && id === userIdOf(handle) ? posts.list(handle, request.query) : null;
      default:
        return null;
    }
  }

  function me(handle: string) {
    const subscription = paysX(handle) ? "Premium" : "None";
    return {
      id: userIdOf(handle),
      name: `Simulated ${handle}`,
      username: handle,
      subscription_type: subscription,
    };
  }

  /** A confidential client proves itself by HTTP Basic. */
  function token({ body, headers }: Request): Reply {
    if (!/^Basic .+/.test(headers["authorization"] ?? ""))
      return {
        status: 401,
        json: { error: "unauthorized_client", error_description: "Missing valid authorization header" },
      };
    const form = new URLSearchParams(Buffer.from(body).toString());
    const field = (name: string) => form.get(name) ?? "";
    const token =
      field("grant_type") === "refresh_token"
        ? grants.refresh(field("refresh_token"))
        : grants.redeem(field("code"), field("redirect_uri"), form.get("code_verifier"));
    return typeof token === "string" ? wrongToken() : ok(tokenAnswer(token));
  }

  function revoke({ body }: Request): Reply {
    grants.revoke(new URLSearchParams(Buffer.from(body).toString()).get("token") ?? "");
    return ok({ revoked: true });
  }
}

/** What X says to a code or token that is no longer good. */
function wrongToken(): Reply {
  const json = { error: "invalid_request", error_description: "Value passed for the token was invalid." };
  return { status: 400, json };
}

function tokenAnswer({ access, refresh, expiresIn }: Tokens) {
  const scope = "tweet.read tweet.write users.read media.write offline.access";
  return { token_type: "bearer", expires_in: expiresIn, access_token: access, scope, refresh_token: refresh };
}

function missing(): Reply {
  return problem(404, "Not Found");
}

/** The same for the same handle, and too long for a double. */
function userIdOf(handle: string): string {
  return String(1_400_000_000_000_000_000n + BigInt(Bun.hash.crc32(handle)));
}

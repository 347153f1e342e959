// Simulates Pinterest's API v5 as networks/pinterest.facts.md and its specification describe it.
import { openGrants, type Tokens } from "../oauth.ts";
import type { RequestHead, OpenNetwork, Reply, Request, SimulatedNetwork, Stage } from "../network.ts";
import { fail, ok, page } from "./answers.ts";
import { boardEntity, BOARDS } from "./boards.ts";
import { openVideos } from "./media.ts";
import { openPins } from "./pins.ts";

export const simulatedPinterest: SimulatedNetwork = {
  id: "pinterest",
  name: "Pinterest",
  sample: { board_id: BOARDS[0]?.id ?? "" },
  open,
};

/** Where the page for people stands, which is on another host in reality. */
const SITE = "/site";
const [ACCESS_S, REFRESH_S] = [2_592_000, 5_184_000];
const SCOPES = "boards:read boards:write pins:read pins:write user_accounts:read";

function open(stage: Stage): OpenNetwork {
  const { clock } = stage;
  const grants = openGrants(
    { prefix: "pin-", accessMs: ACCESS_S * 1000, rotates: true, pkce: null, clientIdName: "client_id" },
    clock,
  );
  let made = 0n;
  /** Longer than a double holds. */
  const newId = () => String(813_744_226_420_000_000n + made++);
  const videos = openVideos(stage, newId);
  const pins = openPins(stage, videos, newId);

  return {
    published: pins.published,
    endpoint: (purpose) =>
      purpose === "web" ? stage.pageUrl() : stage.base() + (purpose === "authorize" ? SITE : ""),
    connection(handle) {
      const { access, refresh } = grants.standing(handle);
      return {
        remoteId: userIdOf(handle),
        handle,
        displayName: `Simulated ${handle}`,
        avatarUrl: null,
        profileUrl: `${stage.pageUrl()}/${handle}/`,
        credentials: { accessToken: access, refreshToken: refresh ?? "" },
        expiresAt: null,
        rules: {},
      };
    },
    accountOf,
    publishes: ({ method, path }) => (method === "POST" && path === "/v5/pins" ? "" : null),
    answer,
    refusal: () => fail(400, 1, "Invalid pin: it was refused by the simulator."),
    limited: () => ({
      ...fail(429, 8, "You have exceeded your rate limit. Try again later."),
      headers: { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "2" },
    }),
    media: pins.file,
  };

  function accountOf({ headers }: RequestHead): string | null {
    const access = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1];
    return access === undefined ? null : grants.handleOf(access);
  }

  async function answer(request: Request): Promise<Reply> {
    const { method, path } = request;
    if (path === `${SITE}/oauth/`) return grants.page(request.query);
    if (method === "POST" && path === "/bucket/") return await videos.send(request);
    if (method === "POST" && path === "/v5/oauth/token") return token(request);
    const handle = accountOf(request);
    if (handle === null) return fail(401, 2, "Authentication failed.");
    const [, , resource = "", ...rest] = path.split("/");
    const found =
      resource === "boards" && method === "GET"
        ? boards(handle, rest, request.query)
        : await routed(`${method} ${resource}`, rest[0] ?? "", handle, request);
    return found ?? fail(404, 0, "Not found.");
  }

  async function routed(route: string, id: string, handle: string, request: Request): Promise<Reply | null> {
    switch (route) {
      case "GET user_account":
        return ok(me(handle));
      case "POST media":
        return videos.register(handle, request);
      case "GET media":
        return videos.show(handle, id);
      case "POST pins":
        return await pins.create(handle, request);
      case "GET pins":
        return id === "" ? pins.list(handle, {}, request.query) : pins.show(handle, id);
      default:
        return null;
    }
  }

  function boards(
    handle: string,
    [id = "", part = "", section = "", of = ""]: string[],
    query: URLSearchParams,
  ): Reply | null {
    if (id === "")
      return page(
        BOARDS.map((each) => boardEntity(each, pins.modifiedAt(handle, each.id))),
        query,
      );
    const board = BOARDS.find((each) => each.id === id);
    if (!board) return fail(404, 40, "Board not found.");
    if (part === "") return ok(boardEntity(board, pins.modifiedAt(handle, id)));
    if (part === "pins") return pins.list(handle, { board: id }, query);
    if (part === "sections" && section === "")
      return page(
        board.sections.map((each) => ({ ...each })),
        query,
      );
    return of === "pins" ? pins.list(handle, { board: id, section }, query) : null;
  }

  function me(handle: string) {
    return {
      id: userIdOf(handle),
      username: handle,
      account_type: "BUSINESS",
      business_name: `Simulated ${handle}`,
      profile_image: "",
      website_url: "",
      board_count: BOARDS.length,
    };
  }

  /** The application proves itself by HTTP Basic. */
  function token({ body, headers }: Request): Reply {
    if (!/^Basic .+/.test(headers["authorization"] ?? "")) return fail(401, 2, "Authentication failed.");
    const form = new URLSearchParams(Buffer.from(body).toString());
    const field = (name: string) => form.get(name) ?? "";
    const type = field("grant_type");
    const token =
      type === "refresh_token"
        ? grants.refresh(field("refresh_token"))
        : grants.redeem(field("code"), field("redirect_uri"), null);
    return typeof token === "string" ? wrongToken(type) : ok(tokenAnswer(token, type));
  }

  function tokenAnswer({ access, refresh, expiresIn }: Tokens, type: string) {
    const again = { refresh_token: refresh, refresh_token_expires_in: REFRESH_S };
    const until = { refresh_token_expires_at: Math.floor(clock.now() / 1000) + REFRESH_S };
    const answer = { response_type: type, access_token: access, token_type: "bearer", expires_in: expiresIn };
    return { ...answer, scope: SCOPES, ...again, ...until };
  }
}

function wrongToken(type: string): Reply {
  const what = type === "refresh_token" ? "refresh token" : "authorization code";
  return fail(400, 283, `The provided ${what} is invalid or expired.`);
}

/** The same for the same handle, and too long for a double. */
function userIdOf(handle: string): string {
  return String(1_022_100_000_000_000_000n + BigInt(Bun.hash.crc32(handle)));
}

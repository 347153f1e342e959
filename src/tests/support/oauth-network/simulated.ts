// Simulates the network with sign-in: its page, its token endpoints, and text posts.
import type { Fault } from "../../../simulator/faults.ts";
import { openGrants, type Tokens } from "../../../simulator/oauth.ts";
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
} from "../../../simulator/network.ts";

export const ACCESS_MS = 2 * 3_600_000;
export const CLIENT = { id: "crier-at-guild", secret: "guild-application-secret" };

/** What a test can do to the network, and what it saw. */
export interface Lever {
  /** What the token endpoint says instead of doing anything. */
  says: Reply | null;
  /** What its page objects to instead of asking the person, or that the person says no. */
  page: "address" | "scope" | "denied" | null;
  /** What happens to its answers on their way. */
  fault: Fault | null;
  /** What happens elsewhere while it refuses a token. */
  meanwhile: (() => Promise<void>) | null;
  /** Every form that the token and revocation endpoints got. */
  readonly forms: { readonly path: string; readonly form: URLSearchParams }[];
  readonly accessMs: number;
}

/** @param lever shared with the test */
export function simulatedGuild(lever: Lever = newLever()): SimulatedNetwork {
  return { id: "guild", name: "Guild", sample: {}, open: (stage) => open(stage, lever) };
}

export function newLever(accessMs = ACCESS_MS): Lever {
  return { says: null, page: null, fault: null, meanwhile: null, forms: [], accessMs };
}

function open(stage: Stage, lever: Lever): OpenNetwork {
  const grants = openGrants(
    {
      prefix: "guild-",
      accessMs: lever.accessMs,
      rotates: true,
      pkce: "base64url",
      clientIdName: "client_id",
    },
    stage.clock,
  );
  const published: Published[] = [];
  return {
    published,
    endpoint: () => stage.base(),
    connection: (handle) => {
      const { access, refresh } = grants.standing(handle);
      return {
        remoteId: handle,
        handle,
        displayName: handle,
        avatarUrl: null,
        profileUrl: stage.pageUrl() + handle,
        credentials: { accessToken: access, refreshToken: refresh ?? "" },
        expiresAt: null,
        rules: {},
      };
    },
    accountOf,
    publishes: ({ method, path }) => (method === "POST" && path === "/posts" ? "" : null),
    answer,
    refusal: () => failed(422, "the guild says no"),
    limited: () => failed(429, "the guild is tired"),
    media: () => undefined,
  };

  function accountOf({ headers }: RequestHead): string | null {
    return grants.handleOf((headers["authorization"] ?? "").replace(/^Bearer /, ""));
  }

  async function answer(request: Request): Promise<Reply> {
    const { method, path, query } = request;
    if (method === "GET" && path === "/authorize") return authorize(query);
    if (method === "POST" && ["/token", "/revoke"].includes(path)) return application(path, formIn(request));
    const handle = accountOf(request);
    if (handle === null) {
      await lever.meanwhile?.();
      return failed(401, "this token is no good");
    }
    if (path === "/me") return { status: 200, json: { accounts: accountsOf(handle) } };
    const text = textIn(jsonIn(request)?.["text"]);
    const id = `post-${published.length}`;
    const shown = {
      network: "guild",
      account: handle,
      id,
      key: null,
      text,
      media: [],
      url: stage.pageUrl() + id,
    };
    published.push({ ...shown, at: stage.clock.now(), accepted: 1 });
    return { status: 201, json: { id } };
  }

  /** As at real networks: what may be an attack is shown there, everything else is sent back. */
  function authorize(query: URLSearchParams): Reply {
    if (query.get("client_id") !== CLIENT.id) return failed(400, "invalid_client");
    if (lever.page === "address") return failed(400, "The redirect_uri does not match the registered value.");
    if (lever.page === null) return grants.page(query);
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("error", lever.page === "scope" ? "invalid_scope" : "access_denied");
    back.searchParams.set("state", query.get("state") ?? "");
    return { status: 302, json: undefined, headers: { location: back.href } };
  }

  function application(path: string, form: URLSearchParams): Reply {
    lever.forms.push({ path, form });
    if (form.get("client_id") !== CLIENT.id || form.get("client_secret") !== CLIENT.secret)
      return failed(401, "invalid_client");
    if (lever.says) return lever.says;
    return path === "/token" ? tokens(form) : revoked(form);
  }

  function tokens(form: URLSearchParams): Reply {
    const given = (name: string) => form.get(name) ?? "";
    const made =
      form.get("grant_type") === "refresh_token"
        ? grants.refresh(given("refresh_token"))
        : grants.redeem(given("code"), given("redirect_uri"), form.get("code_verifier"));
    return typeof made === "string" ? failed(400, made) : { status: 200, json: tokenJson(made) };
  }

  function revoked(form: URLSearchParams): Reply {
    grants.revoke(form.get("token") ?? "");
    return { status: 200, json: {} };
  }
}

function tokenJson({ access, refresh, expiresIn }: Tokens): Json {
  return { access_token: access, token_type: "bearer", expires_in: expiresIn, refresh_token: refresh };
}

/** `leader-…` leads two guilds beside being a person; `nobody-…` may publish for nothing. */
function accountsOf(handle: string): Json[] {
  const person = { id: `p-${handle}`, handle, name: `Person ${handle}` };
  if (handle.startsWith("nobody")) return [];
  if (!handle.startsWith("leader")) return [person];
  return [
    person,
    { id: "g-bakers", handle: "bakers", name: "Guild of <Bakers>" },
    { id: "g-smiths", handle: "smiths", name: "Guild of Smiths" },
  ];
}

const formIn = ({ body }: Request) => new URLSearchParams(new TextDecoder().decode(body));

function failed(status: number, error: string): Reply {
  return { status, json: { error } };
}

// Simulates a Mastodon 4.5 server as networks/mastodon.facts.md describes it.
import { accountId, ownAccount } from "./account.ts";
import { fail, type Fields } from "./answers.ts";
import { firstInstance, instance } from "./instance.ts";
import { openStatuses } from "./statuses.ts";
import {
  behaviourOf,
  jsonIn,
  partsIn,
  type RequestHead,
  type OpenNetwork,
  type Reply,
  type Request,
  type SimulatedNetwork,
  type Stage,
} from "../network.ts";

export const simulatedMastodon: SimulatedNetwork = { id: "mastodon", name: "Mastodon", sample: {}, open };

const TOKEN = /^Bearer simulated-(.+)-token$/;
const APPLICATION = "Crier";

function open(stage: Stage): OpenNetwork {
  const { clock } = stage;
  const statuses = openStatuses(stage, APPLICATION);

  return {
    published: statuses.published,
    endpoint: (purpose) => (purpose === "web" ? stage.pageUrl() : stage.base()),
    connection: (handle, base) => ({
      remoteId: `${accountId(handle)}@simulated`,
      handle,
      displayName: `Simulated ${handle}`,
      avatarUrl: null,
      profileUrl: `${stage.pageUrl()}${handle}`,
      credentials: {
        server: base,
        token: `simulated-${handle}-token`,
        accountId: accountId(handle),
        username: handle,
        application: APPLICATION,
      },
      expiresAt: null,
      rules: {},
    }),
    accountOf: handleOf,
    publishes: ({ method, path, headers }) =>
      method === "POST" && path === "/api/v1/statuses" ? (headers["idempotency-key"] ?? "") : null,
    answer,
    refusal: () => fail(422, "Validation failed: Text is refused by the simulator"),
    limited: () => ({
      ...fail(429, "Too many requests"),
      headers: {
        "x-ratelimit-limit": "300",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": new Date(clock.now() + 2000).toISOString(),
      },
    }),
    media: statuses.file,
  };

  async function answer(request: Request): Promise<Reply> {
    const { method, path } = request;
    if (path === "/api/v2/instance") return { status: 200, json: instance(stage.pageUrl()) };
    if (path === "/api/v1/instance") return { status: 200, json: firstInstance(stage.pageUrl()) };
    const handle = handleOf(request);
    if (handle === null || behaviourOf(handle) === "expired") return fail(401, "The access token is invalid");
    const [resource = "", id = "", part = ""] = path.replace(/^\/api\/v\d\//, "").split("/");
    const route = `${method} ${resource}${id && "/…"}${part && `/${part}`}`;
    return (await routed(route, id, handle, request)) ?? fail(404, "Record not found");
  }

  async function routed(route: string, id: string, handle: string, request: Request): Promise<Reply | null> {
    switch (route) {
      case "POST media":
        return statuses.upload(handle, await partsIn(request));
      case "GET media/…":
        return statuses.mediaState(handle, id);
      case "POST statuses":
        return statuses.create(handle, await bodyOf(request), request.headers["idempotency-key"]);
      case "GET statuses/…":
        return statuses.show(id);
      case "DELETE statuses/…":
        return statuses.remove(handle, id);
      case "GET statuses/…/source":
        return statuses.source(handle, id);
      case "GET accounts/…/statuses":
        return statuses.list(id, request.query);
      case "GET accounts/…":
        return id === "verify_credentials"
          ? { status: 200, json: ownAccount(handle, stage.pageUrl()) }
          : null;
      case "GET apps/…":
        return id === "verify_credentials" ? { status: 200, json: application() } : null;
      case "GET preferences":
        return { status: 200, json: { "posting:default:visibility": "public" } };
      default:
        return null;
    }
  }
}

/** What the token was made for. */
function application(): Fields {
  const redirect = "urn:ietf:wg:oauth:2.0:oob";
  const redirects = { redirect_uri: redirect, redirect_uris: [redirect] };
  const shown = { id: "1", name: APPLICATION, website: null, scopes: ["read", "write"], vapid_key: "" };
  return { ...shown, ...redirects };
}

function handleOf({ headers }: RequestHead): string | null {
  return TOKEN.exec(headers["authorization"] ?? "")?.[1] ?? null;
}

/** JSON or a form; `media_ids[]` may repeat in a form. */
async function bodyOf(request: Request): Promise<Fields> {
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return jsonIn(request) ?? {};
  const parts = await partsIn(request);
  const ids = parts.filter(([name]) => name === "media_ids[]").map(([, value]) => textIn(value));
  const fields = parts
    .filter(([name]) => name !== "media_ids[]")
    .map(([name, value]) => [name, textIn(value)]);
  return { ...Object.fromEntries(fields), ...(ids.length > 0 && { media_ids: ids }) };

  function textIn(value: string | Blob): string {
    return typeof value === "string" ? value : "";
  }
}

// Tests who may do what (contract 5; D6–D8): every route with every kind of wrong key, and with a session. A route without a row fails.
import { SCREENS } from "../../../api/web/index.ts";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Scope } from "../../../domain/api-key.ts";
import type { World } from "../../support/world.ts";
import {
  keyFor,
  openWorldWith,
  outcome,
  read,
  otherProfile,
  target,
  uncertainPost,
} from "../../support/posting.ts";
import { makeOwner, personHeaders, signIn } from "../../support/owner.ts";
import { createKey, revokeKey } from "../../../admin/keys.ts";

const SOME_ID = "019aa4c1-7c1e-7b52-9d3a-6f1f6d0f4a11";

/** Every route of the API with the scope it needs and a body that it takes. */
const ROWS: Readonly<Record<string, { scope: Scope; body?: (ids: Ids) => object }>> = {
  "GET /v1/accounts": { scope: "read" },
  "GET /v1/accounts/:id/options": { scope: "read" },
  "POST /v1/posts": { scope: "write", body: () => ({ caption: "x", schedule: "draft" }) },
  "GET /v1/posts": { scope: "read" },
  "GET /v1/posts/counts": { scope: "read" },
  "POST /v1/posts/check": { scope: "read", body: () => ({}) },
  "GET /v1/posts/:id": { scope: "read" },
  "PATCH /v1/posts/:id": { scope: "write", body: () => ({ caption: "changed" }) },
  "DELETE /v1/posts/:id": { scope: "write" },
  "POST /v1/posts/:id/retry": { scope: "publish" },
  "POST /v1/posts/:id/cancel": { scope: "write" },
  "POST /v1/posts/:id/reconcile": {
    scope: "publish",
    body: ({ target: targetId }) => ({ targetId, action: "mark_published", confirmed: true }),
  },
  "POST /v1/posts/:id/schedule": { scope: "publish", body: () => ({ schedule: "now" }) },
  "POST /v1/posts/:id/targets/:targetId/look": { scope: "write" },
  "GET /v1/posts/:id/events": { scope: "read" },
  "GET /v1/posts/:id/evidence": { scope: "read" },
  "GET /v1/posts/:id/receipt": { scope: "read" },
  "POST /v1/posts/:id/review": { scope: "write", body: () => ({ state: "asked" }) },
  "GET /v1/events": { scope: "read" },
  "GET /v1/webhooks": { scope: "read" },
  "POST /v1/webhooks": { scope: "write", body: () => ({ url: "https://hooks.example.com/" }) },
  "GET /v1/webhooks/:id": { scope: "read" },
  "PATCH /v1/webhooks/:id": { scope: "write", body: () => ({ description: "changed" }) },
  "DELETE /v1/webhooks/:id": { scope: "write" },
  "POST /v1/webhooks/:id/rotate": { scope: "write", body: () => ({}) },
  "POST /v1/webhooks/:id/test": { scope: "write" },
  "GET /v1/webhooks/:id/deliveries": { scope: "read" },
  "GET /v1/webhooks/:id/deliveries/:deliveryId": { scope: "read" },
  "POST /v1/webhooks/:id/deliveries/:deliveryId/resend": { scope: "write" },
  "GET /v1/queue": { scope: "read" },
  "PUT /v1/queue/order": { scope: "publish", body: () => ({ ids: [SOME_ID] }) },
  "PUT /v1/queue/pause": { scope: "write", body: () => ({ reason: "a test" }) },
  "DELETE /v1/queue/pause": { scope: "publish" },
  "POST /v1/posts/import": { scope: "write" },
  "GET /v1/labels": { scope: "read" },
  "POST /v1/labels": { scope: "write", body: () => ({ name: crypto.randomUUID(), colour: "blue" }) },
  "PATCH /v1/labels/:id": { scope: "write", body: () => ({ colour: "red" }) },
  "DELETE /v1/labels/:id": { scope: "write" },
  "GET /v1/calendar": { scope: "read" },
  "POST /v1/posts/actions": { scope: "write", body: () => ({ ids: [SOME_ID], action: "cancel" }) },
  "POST /v1/posts/actions/undo": { scope: "publish", body: () => ({ token: SOME_ID }) },
  "POST /v1/media": { scope: "write", body: () => ({}) },
  "POST /v1/media/presign": {
    scope: "write",
    body: () => ({ filename: "a.jpg", contentType: "image/jpeg", size: 1 }),
  },
  "POST /v1/media/complete": { scope: "write", body: ({ post: uploadId }) => ({ uploadId }) },
  "GET /v1/media": { scope: "read" },
  "GET /v1/media/:id": { scope: "read" },
  "GET /v1/media/usage": { scope: "read" },
  "GET /v1/media/:id/uses": { scope: "read" },
  "POST /v1/media/:id/derive": { scope: "write", body: () => ({ rotate: 90 }) },
  "POST /v1/media/:id/poster": { scope: "write", body: () => ({ atMs: 0 }) },
  "GET /v1/link-card": { scope: "read" },
  "PATCH /v1/media/:id": { scope: "write", body: () => ({ altText: "changed" }) },
  "DELETE /v1/media/:id": { scope: "write" },
};

/** What anyone may see. */
const PUBLIC = [
  "GET /",
  "GET /livez",
  "GET /readyz",
  // Who may is told by a cookie or a ticket (connect.test.ts).
  "GET /connect/:network",
  "GET /connect/:network/callback",
  "GET /connect/:network/result",
  "POST /connect/:network/choose",
  "GET /simulator",
  "GET /simulator/media/:network/:id",
  "GET /media/:id/:name",
  "HEAD /media/:id/:name",
  "GET /media/avatars/:name",
  "HEAD /media/avatars/:name",
  "GET /media/cards/:name",
  "HEAD /media/cards/:name",
  "PUT /uploads/:id",
  "HEAD /uploads/:id",
  "GET /docs",
  "GET /docs/:page",
  "GET /docs/errors/:code",
  "GET /docs/networks/:page",
  "GET /docs/search",
  // The page of the web app, which shows nothing before the sign-in.
  ...SCREENS.map((path) => `GET ${path}`),
  "GET /assets/:name",
  "GET /favicon.ico",
  "GET /favicon.svg",
  "GET /v1",
  "GET /status",
  "GET /status.json",
  "GET /api/v2/summary.json",
  "GET /.well-known/jwks.json",
  "GET /v1/openapi.json",
  "GET /admin/openapi.json",
];
/** These have suites of their own: admin-access.test.ts, mcp.test.ts and metrics-access.test.ts. */
const isElsewhere = ({ path }: { path: string }) =>
  path === "/mcp" || path === "/metrics" || (path.startsWith("/admin/") && path !== "/admin/openapi.json");

interface Ids {
  readonly post: string;
  readonly target: string;
  readonly account: string;
}

let world: World;
let ids: Ids;
let person: Record<string, string>;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ghost"]);
  const post = await uncertainPost(world);
  ids = { post: post.id, target: target(post).id, account: target(post).accountId };
  await makeOwner(world);
  person = personHeaders(world, (await signIn(world)).cookie);
});
afterAll(() => world[Symbol.asyncDispose]());

const SCOPES = ["read", "write", "publish"] as const;
const pathOf = (path: string) =>
  path
    .replace("/v1", "")
    .replace(":targetId", ids.target)
    .replace(":deliveryId", ids.target)
    .replace(":id", path.includes("/accounts/") ? ids.account : ids.post);

test("every route has a row in this table (D8)", () => {
  const there = world.routes
    .filter((route) => !isElsewhere(route))
    .map(({ method, path }) => `${method} ${path}`);
  expect(there.toSorted()).toEqual([...Object.keys(ROWS), ...PUBLIC].toSorted());
});

describe("each route", () => {
  for (const [route, { scope, body }] of Object.entries(ROWS)) {
    const [method = "", path = ""] = route.split(" ");
    const ask = (headers: Record<string, string>) => world.ask(method, pathOf(path), body?.(ids), headers);

    test(`every route refuses a key that is not live with 401: ${route} (D7)`, async () => {
      const revoked = await createKey(
        "cli",
        {
          profileId: world.profileId,
          name: "x",
          scopes: SCOPES,
          expiresAt: null,
        },
        world.appliance,
      );
      await revokeKey("cli", revoked.record.id, world.appliance);
      const expired = await keyFor(world, { expiresAt: world.clock.now() + 1 });
      world.clock.turn(1);
      const tried = [
        { authorization: "" },
        { authorization: "Bearer crier_live_x" },
        { authorization: `Bearer ${revoked.key}` },
        expired,
      ];
      for (const headers of tried) expect(outcome(await ask(headers))).toBe("401 unauthorized");
    });

    test(`a refused request names the missing scope: ${route} (D8)`, async () => {
      const answer = await ask(await keyFor(world, { scopes: SCOPES.filter((each) => each !== scope) }));
      expect(answer.json).toMatchObject({ status: 403, code: "insufficient_scope", scope });
      const { status } = await ask({
        ...(await keyFor(world, { scopes: [scope] })),
        "content-type": "text/none",
      });
      expect(status).not.toBe(403);
    });

    test(`a signed-in person has every scope, and no less is asked of them: ${route} (D50)`, async () => {
      const asked = await ask({ ...person, "content-type": "text/none" });
      expect([401, 403]).not.toContain(asked.status);
      expect(outcome(await ask({ ...person, "crier-profile": "" }))).toBe("400 profile_required");
      if (method !== "GET")
        expect(outcome(await ask({ ...person, origin: "https://evil.example" }))).toBe("403 cross_origin");
    });

    test(`another profile is shown nothing: ${route} (D6)`, async () => {
      const before = await read(world, ids.post);
      const other = await otherProfile(world);
      const answer = await ask(other.headers);
      const there = await ask({ ...person, "crier-profile": other.profileId });
      expect(outcome(there)).toBe(outcome(answer));
      if (path.includes(":id")) expect(outcome(answer)).toBe("404 not_found");
      else expect(Object.values(ids).filter((id) => JSON.stringify(answer.json).includes(id))).toEqual([]);
      expect(await read(world, ids.post)).toEqual(before);
    });
  }
});

// Tests who may do what (D49): every role and every key on every operation of both OpenAPI documents, and what the
// profiles of a person keep from them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Scope } from "../../domain/api-key.ts";
import { requirePermissions } from "../../api/http/permissions.ts";
import type { Document, Route } from "../../api/openapi/shape.ts";
import { adminRoutes, pathWith, rowOf } from "../support/admin-routes.ts";
import { asking, makeOwner, makePerson, personHeaders, signIn, type Owner } from "../support/owner.ts";
import { withGuild } from "../support/oauth-network/world.ts";
import { keyFor, otherProfile, outcome, unknownId } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

/** The table of D49, row by row. */
const TABLE = {
  self: ["owner", "manager", "editor", "author", "viewer"],
  read: ["owner", "manager", "editor", "author", "viewer"],
  draft: ["owner", "manager", "editor", "author"],
  ask_review: ["owner", "manager", "editor", "author"],
  publish: ["owner", "manager", "editor"],
  manage: ["owner", "manager"],
  administer: ["owner"],
  public: ["owner", "manager", "editor", "author", "viewer"],
} as const;
const ROLES = TABLE.read;
type Role = (typeof ROLES)[number];

interface Operation {
  readonly id: string;
  readonly method: string;
  /** From /v1 or /admin on, with ids of nothing. */
  readonly path: string;
  readonly permission: keyof typeof TABLE;
  readonly scope: Scope | undefined;
}

let world: World;
let owner: Owner;
let operations: Operation[];
beforeAll(async () => {
  world = await openWorld({}, withGuild);
  await makeOwner(world);
  owner = await signIn(world);
  operations = [...(await operationsOf("/v1")), ...(await operationsOf("/admin"))];
  for (const role of ROLES) await makePerson(world, `${role}@example.com`, { role, profiles: "all" });
});
afterAll(() => world[Symbol.asyncDispose]());

async function operationsOf(prefix: string): Promise<Operation[]> {
  const document = (await (await fetch(`${world.url}${prefix}/openapi.json`)).json()) as Document;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path: `${prefix}${path === "/" ? "" : path.replaceAll(/\{\w+\}/g, unknownId)}`,
      permission: operation["x-permission"] as Operation["permission"],
      scope: operation["x-scope"] as Scope | undefined,
    })),
  );
}

/** With nothing in it that could be done: who may, gets past the door and no further. */
async function ask({ method, path }: Operation, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
  const text = await response.text();
  const code = text.startsWith("{") ? (JSON.parse(text) as { code?: string }).code : undefined;
  return `${response.status} ${code ?? ""}`.trim();
}

test("every operation states what it needs, in both documents", () => {
  expect(operations.length).toBeGreaterThan(90);
  expect(operations.filter(({ permission }) => !(permission in TABLE))).toEqual([]);
  expect(operations.filter(({ path, scope }) => path.startsWith("/v1") && scope === undefined)).toEqual([]);
});

test("a server in which an operation states nothing does not start", () => {
  const route = (path: string, detail: object): Route => ({ method: "POST", path, hooks: { detail } });
  const stated = route("/v1/posts", { operationId: "createPost", "x-permission": "draft" });
  expect(() =>
    requirePermissions([stated, route("/docs", {}), route("/v1/openapi.json", { hide: true })]),
  ).not.toThrow();
  for (const path of ["/v1/posts/:id/share", "/admin/backups"])
    expect(() => requirePermissions([stated, route(path, { operationId: "x" })])).toThrow(`POST ${path}`);
});

test.each(
  Object.entries({
    getSession: "self",
    updateMe: "self",
    listPosts: "read",
    getPostReceipt: "read",
    listKeys: "read",
    listenLive: "read",
    createPost: "draft",
    editPost: "draft",
    deletePost: "draft",
    uploadMedia: "draft",
    deleteMedia: "draft",
    importPosts: "draft",
    schedulePost: "publish",
    cancelPost: "publish",
    retryFailedTargets: "publish",
    reconcileUncertainDelivery: "publish",
    lookAtNetwork: "publish",
    orderQueue: "publish",
    pauseQueue: "publish",
    undoPostAction: "publish",
    connectAccount: "manage",
    disconnectAccount: "manage",
    setSlots: "manage",
    createKey: "manage",
    rotateKey: "manage",
    createProfile: "manage",
    updateProfile: "manage",
    deleteProfile: "manage",
    listPeople: "administer",
    createInvite: "administer",
    setPlan: "administer",
    addImportHost: "administer",
    getSystem: "administer",
    pausePublishing: "administer",
  }),
)("%s is in the row %s of the table", (id, permission) => {
  expect(operations.find((operation) => operation.id === id)?.permission as string).toBe(permission);
});

describe.each(ROLES)("as %s", (role: Role) => {
  test("every operation answers as the table says", async () => {
    const wrong: string[] = [];
    let { cookie } = await signIn(world, `${role}@example.com`);
    for (const operation of operations) {
      const answer = await ask(operation, personHeaders(world, cookie));
      const may = (TABLE[operation.permission] as readonly Role[]).includes(role);
      const refused = answer === "403 not_allowed";
      const shut =
        /^401|403 (?!not_allowed|invite_invalid|setup)/.test(answer) && operation.permission !== "public";
      // Of everything; its own test is in audit.test.ts.
      const isWhole = operation.id === "listAudit" && role !== "owner";
      if (operation.id === "signOut") ({ cookie } = await signIn(world, `${role}@example.com`));
      if (shut || refused === (may && !isWhole)) wrong.push(`${operation.id}: ${answer}`);
    }
    expect(wrong).toEqual([]);
  });

  test("the session says what is allowed", async () => {
    const { ask: askAs } = await signIn(world, `${role}@example.com`);
    const { json } = await askAs("GET", "/session");
    const allowed = Object.entries(TABLE).flatMap(([permission, roles]) =>
      permission !== "public" && (roles as readonly Role[]).includes(role) ? [permission] : [],
    );
    expect(json).toMatchObject({ role, allowed, profiles: [{ id: world.profileId }] });
  });
});

test.each<readonly [readonly Scope[]]>([[["read"]], [["read", "write"]], [["read", "write", "publish"]]])(
  "a key with %s: what its scopes allow on /v1, and nothing on /admin",
  async (scopes) => {
    const headers = await keyFor(world, { scopes });
    const wrong: string[] = [];
    for (const operation of operations.filter(({ permission }) => permission !== "public")) {
      const answer = await ask(operation, { ...headers, origin: world.url });
      const expected =
        operation.scope === undefined
          ? answer === "401 sign_in_required"
          : (answer === "403 insufficient_scope") === !scopes.includes(operation.scope);
      if (!expected) wrong.push(`${operation.id}: ${answer}`);
    }
    expect(wrong).toEqual([]);
  },
);

test("nobody gets further than what is for everybody", async () => {
  const answers = new Set<string>();
  for (const operation of operations.filter(({ permission }) => permission !== "public"))
    answers.add(await ask(operation, { origin: world.url }));
  expect([...answers].toSorted()).toEqual(["401 sign_in_required", "401 unauthorized"]);
});

describe("a person of another profile", () => {
  let stranger: Owner;
  beforeAll(async () => {
    const { profileId } = await otherProfile(world);
    await makePerson(world, "stranger@example.com", { role: "manager", profiles: [profileId] });
    stranger = await signIn(world, "stranger@example.com");
  });

  test("has only their own in the session and in the list", async () => {
    const [session, list] = [await stranger.ask("GET", "/session"), await stranger.ask("GET", "/profiles")];
    for (const { json } of [session, list]) expect(json["profiles"]).toHaveLength(1);
    expect(JSON.stringify([session.json, list.json])).not.toContain(world.profileId);
  });

  test("gets 403 profile_forbidden for every operation of /v1, as for a profile that is not there", async () => {
    for (const operation of operations.filter(({ path }) => path.startsWith("/v1"))) {
      expect(await ask(operation, personHeaders(world, stranger.cookie))).toBe("403 profile_forbidden");
      const nowhere = personHeaders(world, stranger.cookie, unknownId);
      expect(await ask(operation, nowhere)).toBe("403 profile_forbidden");
    }
  });

  test.each(adminRoutes().filter(({ path }) => /\/(profiles|accounts|keys|attention)\/:/.test(path)))(
    "$name: 404, as for an id of nothing",
    async (route) => {
      const { body, id } = rowOf(route);
      const given = route.method === "GET" ? undefined : (body ?? {});
      const askFor = (each: string) => stranger.ask(route.method, pathWith(route, each), given);
      const [theirs, nothing] = [
        await askFor((await id?.(world, owner.ask)) ?? ""),
        await askFor(route.path.includes("/attention/") ? `failed:${unknownId}` : unknownId),
      ];
      expect(outcome(theirs)).toBe("404 not_found");
      expect({ ...theirs.json, instance: "" }).toEqual({ ...nothing.json, instance: "" });
    },
  );

  test.each(["/attention", "/live", "/audit"])("%s of the profile: 404", async (path) => {
    const name = path === "/audit" ? "profileId" : "profile";
    const [theirs, nothing] = [
      await stranger.ask("GET", `${path}?${name}=${world.profileId}`),
      await stranger.ask("GET", `${path}?${name}=${unknownId}`),
    ];
    expect(outcome(theirs)).toBe("404 not_found");
    if (path !== "/attention") expect(outcome(nothing)).toBe("404 not_found");
  });

  test("sees no trouble of others, nor of the server", async () => {
    const route = adminRoutes().find(({ name }) => name === "POST /attention/:id/snooze");
    const id = (route && (await rowOf(route).id?.(world, owner.ask))) ?? "";
    const itemsFor = async ({ ask: askAs }: Owner) =>
      ((await askAs("GET", "/attention")).json["items"] as { id: string }[]).map((item) => item.id);
    expect(await itemsFor(owner)).toContain(id);
    expect(await itemsFor(stranger)).toEqual([]);
  });

  test("may create a profile, and works with it from then on", async () => {
    const { status, json } = await stranger.ask("POST", "/profiles", { name: "Fresh" });
    expect(status).toBe(201);
    expect((await stranger.ask("GET", `/profiles/${String(json["id"])}`)).status).toBe(200);
    const mine = personHeaders(world, stranger.cookie, String(json["id"]));
    expect((await world.ask("GET", "/posts", undefined, mine)).status).toBe(200);
  });

  test("can't see the simulator, where posts of all profiles are", async () => {
    const { status } = await fetch(`${world.url}/simulator`, { headers: { cookie: stranger.cookie } });
    expect(status).toBe(403);
    expect(outcome(await stranger.ask("GET", "/simulator"))).toBe("403 not_allowed");
    const next = { platform: "mastodon", handle: "ok", behaviour: "lost" };
    expect(outcome(await stranger.ask("PUT", "/simulator/next", next))).toBe("403 not_allowed");
  });

  test("can't connect an account by the pages of the networks", async () => {
    const response = await fetch(`${world.url}/connect/guild?profile=${world.profileId}`, {
      headers: { cookie: stranger.cookie },
    });
    expect(response.status).toBe(400);
  });
});

test("without an account of their own, an editor can't connect one by the pages of the networks", async () => {
  const { cookie } = await signIn(world, "editor@example.com");
  const response = await fetch(`${world.url}/connect/guild?profile=${world.profileId}`, {
    headers: { cookie },
  });
  expect(response.status).toBe(403);
});

test("the person's role is asked for with every request, and an open stream ends with their access", async () => {
  await makePerson(world, "moving@example.com", { role: "editor", profiles: "all" });
  const moving = await signIn(world, "moving@example.com");
  const id = (await world.appliance.store.people.byEmail("moving@example.com"))?.id ?? "";
  const { profileId } = await otherProfile(world);
  const stream = await fetch(`${world.url}/admin/live?profile=${world.profileId}`, {
    headers: { cookie: moving.cookie },
  });
  expect(stream.status).toBe(200);
  expect((await owner.ask("PATCH", `/people/${id}`, { profiles: [profileId] })).status).toBe(200);
  let ended = false;
  const end = stream.text().then(() => (ended = true));
  while (!ended) {
    world.clock.turn(100);
    await Promise.race([end, new Promise(setImmediate)]);
  }
  const onV1 = await world.ask("GET", "/posts", undefined, personHeaders(world, moving.cookie));
  expect(outcome(onV1)).toBe("403 profile_forbidden");
  expect((await owner.ask("PATCH", `/people/${id}`, { role: "viewer" })).status).toBe(200);
  expect(outcome(await asking(world, moving.cookie)("GET", "/session"))).toBe("401 sign_in_required");
});

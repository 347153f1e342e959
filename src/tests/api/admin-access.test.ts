// Tests who may use the admin API, generated from its routes: a new route without a row fails.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openSignIn } from "../../auth/session.ts";
import { ENTRY } from "../support/audit-entry.ts";
import { adminRoutes, pathWith, ROWS, rowOf } from "../support/admin-routes.ts";
import { withGuild } from "../support/oauth-network/world.ts";
import { asking, makeOwner, signIn, type Ask } from "../support/owner.ts";
import { openWorld, type World } from "../support/world.ts";

const DAY = 24 * 3_600_000;
const routes = adminRoutes();

let world: World;
let ask: Ask;
let ids: Map<string, string>;
let signedOut = false;
/** Cookies that no longer open anything. */
const dead = { idle: "", old: "", "signed out": "", "replaced by a new sign-in": "" };

beforeAll(async () => {
  world = await openWorld({}, withGuild);
  await makeOwner(world);
  // Whoever signs in sweeps what is over, so the last sign-in lies before any of these is.
  const old = await signIn(world);
  dead.old = old.cookie;
  const leaving = await signIn(world);
  dead["signed out"] = leaving.cookie;
  expect((await leaving.ask("DELETE", "/session")).status).toBe(204);
  const replaced = await signIn(world);
  dead["replaced by a new sign-in"] = replaced.cookie;
  expect((await replaced.ask("POST", "/session", rowBody("POST /session"))).status).toBe(201);
  for (const days of [6, 6, 6, 5]) {
    world.clock.turn(days * DAY);
    expect((await old.ask("GET", "/session")).status).toBe(200);
  }
  const idle = await signIn(world);
  dead.idle = idle.cookie;
  world.clock.turn(DAY);
  ({ ask } = await signIn(world));
  world.clock.turn(5 * DAY);
  expect((await old.ask("GET", "/session")).status).toBe(200);
  world.clock.turn(DAY - 1);
  expect(await alive(old.cookie, idle.cookie)).toEqual([true, true]);
  world.clock.turn(1);
  expect(await alive(old.cookie, idle.cookie)).toEqual([false, false]);
  ids = new Map();
  for (const route of routes) {
    const id = await rowOf(route).id?.(world, ask);
    ids.set(route.name, pathWith(route, id ?? ""));
  }
});
afterAll(() => world[Symbol.asyncDispose]());

/** Whether they would be let in, without being used. */
async function alive(...cookies: string[]): Promise<boolean[]> {
  const { store, clock } = world.appliance;
  const door = openSignIn(
    store.people,
    { ...store.sessions, used: async () => {} },
    clock,
    world.appliance.newId,
  );
  const found = await Promise.all(cookies.map((cookie) => door.recognise(cookie.slice("crier=".length))));
  return found.map((session) => session !== null);
}

const rowBody = (name: string) => ROWS[name]?.body;
const pathOf = (name: string) => ids.get(name) ?? "";

test("every route has a row, and every row is a route", () => {
  expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(ROWS).toSorted());
});

describe.each(routes)("$name", (route) => {
  const { body, open } = rowOf(route);
  const given = route.method === "GET" ? {} : { body };
  const as = (cookie: string | undefined, headers: Record<string, string | null> = {}) =>
    asking(world, cookie)(route.method, pathOf(route.name), given.body, headers);

  if (!open) {
    test("without a session, or with a key in its place: 401", async () => {
      const answers = [
        await as(undefined),
        await as(undefined, { authorization: `Bearer ${world.key}` }),
        await as("crier="),
        await as(`crier=${"A".repeat(43)}`),
        await as("crier=' OR 1=1 --"),
      ];
      for (const { status, headers, json } of answers) {
        expect({ status, code: json["code"] }).toEqual({ status: 401, code: "sign_in_required" });
        expect(headers.get("www-authenticate")).toBe("Session");
      }
      expect(new Set(answers.map(({ json }) => JSON.stringify({ ...json, instance: "" }))).size).toBe(1);
    });

    test.each(Object.keys(dead) as (keyof typeof dead)[])("a session that is %s: 401", async (kind) => {
      const { status, json } = await as(dead[kind]);
      expect({ status, code: json["code"] }).toEqual({ status: 401, code: "sign_in_required" });
    });
  }

  if (route.method !== "GET") {
    test.each<[string, Record<string, string | null>]>([
      ["another origin", { origin: "https://evil.example" }],
      ["no origin", { origin: null }],
      ["an opaque origin", { origin: "null" }],
      ["another port", { origin: "http://127.0.0.1:1" }],
      ["https in place of http", { origin: "https://127.0.0.1" }],
      ["a host that begins like ours", { origin: "http://127.0.0.1.evil.example" }],
      ["the browser says cross-site", { "sec-fetch-site": "cross-site" }],
      ["the browser says same-site", { "sec-fetch-site": "same-site" }],
      ["the browser says none", { "sec-fetch-site": "none" }],
    ])("from %s: 403, and nothing is done", async (_, headers) => {
      const { status, json } = await ask(route.method, pathOf(route.name), body, headers);
      expect({ status, code: json["code"] }).toEqual({ status: 403, code: "cross_origin" });
    });

    test.each([null, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
      "as %s: 415",
      async (type) => {
        const { status } = await ask(route.method, pathOf(route.name), "{}", { "content-type": type });
        expect(status).toBe(415);
      },
    );
  }

  if (route.path.includes(":")) {
    test("an id of nothing: 404", async () => {
      for (const id of [world.appliance.newId(), "no-id", "..%2f..%2fetc"]) {
        const answer = await ask(route.method, route.path.replace(/:\w+/, id), given.body);
        expect({ id, status: answer.status, code: answer.json["code"] }).toEqual({
          id,
          status: 404,
          code: "not_found",
        });
      }
    });
  }

  if (body !== undefined && route.method !== "GET") {
    test("an unknown property is refused, not dropped", async () => {
      const { status, json } = await ask(route.method, pathOf(route.name), { ...(body as object), extra: 1 });
      expect(status).toBe(400);
      expect(json["errors"]).toContainEqual(expect.objectContaining({ pointer: "/extra" }));
    });
  }
});

test("all of that changed nothing", async () => {
  const { json } = await ask("GET", "/audit?limit=100");
  const actions = (json["entries"] as { action: string }[]).map(({ action }) => action);
  const last = actions.indexOf("session.start");
  // What tests write themselves has no time, and comes last.
  const own = actions.slice(last).filter((action) => action === ENTRY.action);
  expect([...actions.slice(0, last), ...own].toSorted()).toEqual(
    // What the rows' ids needed, made before.
    [
      // The owner.
      ENTRY.action,
      ...routes.flatMap((route) => (rowOf(route).id ? made(route.name) : [])),
    ].toSorted(),
  );
});

function made(name: string): string[] {
  if (name === "DELETE /profiles/:id") return ["profile.create"];
  if (name.startsWith("DELETE /sessions")) return [ENTRY.action];
  if (name.includes("/attention/:id")) return ["account.connect", ENTRY.action];
  if (name === "DELETE /networks/:id/application" || name.endsWith("/application/test"))
    return ["application.set"];
  if (name === "DELETE /pause") return ["publishing.pause"];
  if (name.includes("/people/:id")) return [ENTRY.action, ENTRY.action];
  if (name === "DELETE /invites/:id") return ["invite.create"];
  if (name.includes("/keys/:id")) return ["key.create"];
  if (name.includes("/backups/:name")) return ["backup.create"];
  if (name.includes(" /accounts/:id")) return ["account.connect"];
  return name.includes(":host") ? ["import_host.add"] : [];
}

describe.each(routes)("$name, in the end", (route) => {
  test("our own pages get what they ask for, with headers that keep others out", async () => {
    if (signedOut) ({ ask } = await signIn(world));
    // Both end the session they came with.
    signedOut = route.path === "/session" && route.method !== "GET";
    const { status, body } = rowOf(route);
    const path = pathWith(route, (await rowOf(route).id?.(world, ask)) ?? "");
    const answer = await ask(route.method, path, route.method === "GET" ? undefined : body);
    expect({ status: answer.status, json: answer.json }).toMatchObject({ status });
    expectHeaders(answer.headers);
  });
});

test("errors carry the same headers; a wrong method learns which exist; preflights are refused", async () => {
  const answers = [
    await asking(world)("GET", "/plan"),
    await ask("GET", "/nowhere"),
    await ask("DELETE", "/plan"),
    await ask("PUT", "/plan", "{"),
    await asking(world)("OPTIONS", "/plan", undefined, { origin: "https://evil.example" }),
  ];
  for (const { headers } of answers) expectHeaders(headers);
  expect(answers.map(({ status }) => status)).toEqual([401, 404, 405, 400, 401]);
  expect(answers[2]?.headers.get("allow")).toBe("GET, HEAD, PUT");
});

function expectHeaders(headers: Headers): void {
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("access-control-allow-origin")).toBeNull();
}

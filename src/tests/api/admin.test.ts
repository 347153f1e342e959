// Tests the owner's operations at the admin API: profiles, keys, accounts, slots, plan and import hosts.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeFiles } from "../../store/index.ts";
import { MIGRATIONS } from "../../store/sqlite/migrations.ts";
import { makeOwner, signIn, type Ask } from "../support/owner.ts";
import { openWorld, type World } from "../support/world.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: World;
let ask: Ask;
beforeAll(async () => {
  world = await openWorld();
  await makeOwner(world);
  ({ ask } = await signIn(world));
});
afterAll(() => world[Symbol.asyncDispose]());

describe("profiles and keys", () => {
  test("a profile is made, renamed, moved to another zone and deleted with all that is in it", async () => {
    const made = await ask("POST", "/profiles", { name: "  Bakery ", timezone: "europe/berlin" });
    expect(made.json).toMatchObject({ name: "Bakery", timezone: "Europe/Berlin" });
    const path = `/profiles/${String(made.json["id"])}`;
    expect(made.headers.get("location")).toBe(`/admin${path}`);
    expect((await ask("POST", "/profiles", { name: "BAKERY" })).json).toMatchObject({
      code: "already_exists",
    });
    const { json } = await ask("PATCH", path, { name: "BAKERY", timezone: "Asia/Tokyo" });
    expect(json).toMatchObject({ name: "BAKERY", timezone: "Asia/Tokyo" });
    expect((await ask("GET", path)).json).toEqual(json);
    expect(made.json["keepMetadata"]).toBeFalse();
    const stored = { ...json, keepMetadata: true };
    expect((await ask("PATCH", path, { keepMetadata: true })).json).toEqual(stored);
    expect((await ask("PATCH", path, { name: "Bakery" })).json).toEqual({ ...stored, name: "Bakery" });
    expect((await ask("PATCH", path, { name: "BAKERY", keepMetadata: false })).json).toEqual(json);
    expect((await ask("PATCH", path, { keepMetadata: "yes" })).status).toBe(400);
    const { entries } = (await ask("GET", "/audit?limit=10")).json as { entries: { detail: unknown }[] };
    expect(entries.map(({ detail }) => detail)).toContainEqual({
      ...{ name: "BAKERY", timezone: "Asia/Tokyo", keepMetadata: true, review: false },
      ...{ weekStart: "monday", defaultAccounts: null },
    });
    expect((await ask("PATCH", path, { name: "test" })).status).toBe(409);
    expect((await ask("PATCH", path, {})).status).toBe(400);
    for (const timezone of ["Mars/Base", "+01:00", ""]) {
      const { status, json } = await ask("PATCH", path, { timezone });
      expect({ status, errors: json["errors"] }).toMatchObject({
        status: 400,
        errors: [{ pointer: "/timezone" }],
      });
    }
    expect((await ask("PATCH", path, { name: " " })).json).toMatchObject({ errors: [{ pointer: "/name" }] });
    await ask("POST", `${path}/accounts`, { platform: "bluesky", simulated: true });
    const key = String((await ask("POST", `${path}/keys`, { name: "k" })).json["key"]);
    const v1 = { authorization: `Bearer ${key}` };
    expect((await world.ask("POST", "/posts", { caption: "x", schedule: "draft" }, v1)).status).toBe(201);
    expect((await ask("DELETE", path)).status).toBe(204);
    expect((await ask("GET", path)).status).toBe(404);
    expect((await world.ask("GET", "/accounts", undefined, v1)).status).toBe(401);
  });

  test("a profile called by another's id is not taken for it", async () => {
    const id = String((await ask("POST", "/profiles", { name: world.appliance.newId() })).json["id"]);
    const { name } = (await ask("GET", `/profiles/${id}`)).json;
    expect((await ask("GET", `/profiles/${String(name)}`)).status).toBe(404);
  });

  test("a key is shown once, does what its scopes say, is rotated with an overlap and revoked", async () => {
    const keys = `/profiles/${world.profileId}/keys`;
    const made = (await ask("POST", keys, { name: "agent", scopes: ["publish", "read"] })).json;
    expect(made).toMatchObject({
      name: "agent",
      scopes: ["read", "publish"],
      expiresAt: null,
      revokedAt: null,
    });
    const works = async (key: unknown) =>
      (await world.ask("GET", "/accounts", undefined, { authorization: `Bearer ${String(key)}` })).status;
    expect(await works(made["key"])).toBe(200);
    expect(JSON.stringify((await ask("GET", keys)).json)).not.toContain(String(made["key"]).slice(11, -6));
    const id = String(made["id"]);
    const fresh = await ask("POST", `/keys/${id}/rotate`, { overlapMs: 60 * MINUTE });
    expect(fresh.json).toMatchObject({ name: "agent", scopes: ["read", "publish"] });
    expect([await works(made["key"]), await works(fresh.json["key"])]).toEqual([200, 200]);
    world.clock.turn(60 * MINUTE);
    expect([await works(made["key"]), await works(fresh.json["key"])]).toEqual([401, 200]);
    expect((await ask("POST", `/keys/${String(fresh.json["id"])}/revoke`)).json["revokedAt"]).not.toBeNull();
    expect(await works(fresh.json["key"])).toBe(401);
    const late = await ask("POST", `/keys/${String(fresh.json["id"])}/rotate`, {});
    expect({ status: late.status, code: late.json["code"] }).toEqual({ status: 409, code: "key_revoked" });
  });

  test("an expiry lies ahead and has an offset", async () => {
    const keys = `/profiles/${world.profileId}/keys`;
    for (const expiresAt of [
      "2020-01-01T00:00:00Z",
      "2030-01-01",
      "2030-01-01T00:00:00",
      "soon",
      "2030-02-31T99:00Z",
    ]) {
      const { status, json } = await ask("POST", keys, { name: "k", expiresAt });
      expect({ status, errors: json["errors"] }).toMatchObject({
        status: 400,
        errors: [{ pointer: "/expiresAt" }],
      });
    }
    const { json } = await ask("POST", keys, { name: "k", expiresAt: "2030-01-01T00:00:00+01:00" });
    expect(json["expiresAt"]).toBe("2029-12-31T23:00:00.000Z");
  });
});

describe("accounts", () => {
  const connect = (body: Record<string, unknown>) =>
    ask("POST", `/profiles/${world.profileId}/accounts`, body);
  const simulated = async (handle: string) => {
    const { status, json } = await connect({ platform: "bluesky", simulated: true, handle });
    const [account] = json["accounts"] as Record<string, unknown>[];
    return { status, json: account ?? {} };
  };

  test("networks say what they ask for, and that is what connecting takes", async () => {
    const { networks } = (await ask("GET", "/networks")).json as {
      networks: { id: string; connect: { fields: { name: string; secret: boolean }[] } }[];
    };
    expect(networks.length).toBeGreaterThan(1);
    for (const { id, connect: asked } of networks) {
      expect(asked.fields.some(({ secret }) => secret)).toBeTrue();
      const missing = await connect({ platform: id, fields: {} });
      expect(missing.status).toBe(400);
      expect(JSON.stringify(missing.json["errors"])).toContain("/fields/");
    }
  });

  test("a wrong credential is refused in the network's words, which never repeat it", async () => {
    const fields = { server: "http://127.0.0.1:1", token: "canary-token" };
    const { status, json } = await connect({ platform: "mastodon", fields });
    expect([422, 503]).toContain(status);
    expect(JSON.stringify(json)).not.toContain("canary");
    const unknown = await connect({ platform: "mastodon", fields: { ...fields, colour: "canary" } });
    expect(unknown.json).toMatchObject({ code: "invalid_request", errors: [{ pointer: "/fields/colour" }] });
    expect(JSON.stringify(unknown.json)).not.toContain("canary");
    expect((await connect({ platform: "mastodon", simulated: true, fields })).status).toBe(400);
    expect((await connect({ platform: "mastodon", handle: "ok", fields })).status).toBe(400);
  });

  test("a simulated account is connected, checked and disconnected; again it keeps its id", async () => {
    const { status, json } = await simulated("@ok");
    expect({ status, json }).toMatchObject({
      status: 201,
      json: { handle: "ok", simulated: true, status: "active" },
    });
    const path = `/accounts/${String(json["id"])}`;
    expect((await ask("POST", `${path}/check`)).json).toEqual(json);
    const listed = (await ask("GET", `/profiles/${world.profileId}/accounts`)).json["accounts"];
    expect(listed).toContainEqual(expect.objectContaining(json));
    expect((await ask("POST", `${path}/disconnect`)).json).toMatchObject({
      status: "disconnected",
      canPublish: false,
    });
    for (const act of ["check", "disconnect"]) {
      expect((await ask("POST", `${path}/${act}`)).json).toMatchObject({ code: "account_disconnected" });
    }
    // Disconnected just before another request checks it.
    const { connections, store } = world.appliance;
    const account = await store.accounts.find(String(json["id"]));
    const late =
      account === null ? null : await connections.liveOptions(account).catch((error: unknown) => error);
    expect(late).toMatchObject({ name: "Problem", code: "connect_refused" });
    expect((await simulated("ok")).json).toEqual(json);
  });

  test("a dead token shows when it is asked about, and the account says what to do", async () => {
    const { json } = await simulated("expired");
    const checked = await ask("POST", `/accounts/${String(json["id"])}/check`);
    expect(checked.status).toBe(200);
    expect(checked.json).toMatchObject({ status: "needs_reconnect", canPublish: false });
    expect(checked.json["blockedReason"]).toBeString();
  });

  test("a network that can't be reached says nothing about the account", async () => {
    const { json } = await simulated("down");
    const checked = await ask("POST", `/accounts/${String(json["id"])}/check`);
    expect({ status: checked.status, code: checked.json["code"] }).toEqual({
      status: 503,
      code: "network_unavailable",
    });
    expect((await world.appliance.store.accounts.find(String(json["id"])))?.status).toBe("active");
  });
});

describe("slots", () => {
  const path = () => `/profiles/${world.profileId}/slots`;

  test("are replaced as a whole, each in its zone or else the profile's", async () => {
    const { json } = await ask("PUT", path(), {
      slots: [
        { weekdays: [7, 1], time: "23:59", timezone: "asia/tokyo" },
        { weekdays: [1, 2, 3, 4, 5, 6, 7], time: "00:00" },
      ],
    });
    expect(json["slots"]).toMatchObject([
      { weekdays: [1, 2, 3, 4, 5, 6, 7], time: "00:00", timezone: "UTC" },
      { weekdays: [1, 7], time: "23:59", timezone: "Asia/Tokyo" },
    ]);
    expect((await ask("GET", path())).json).toEqual(json);
    expect((await ask("PUT", path(), { slots: [] })).json).toEqual({ slots: [] });
  });

  test.each([
    ["/slots/0/time", { weekdays: [1], time: "24:00" }],
    ["/slots/0/time", { weekdays: [1], time: "9:00" }],
    ["/slots/0/weekdays", { weekdays: [], time: "09:00" }],
    ["/slots/0/weekdays/0", { weekdays: [0], time: "09:00" }],
    ["/slots/0/weekdays", { weekdays: [1, 1], time: "09:00" }],
    ["/slots/0/timezone", { weekdays: [1], time: "09:00", timezone: "Mars/Base" }],
    ["/slots/0/colour", { weekdays: [1], time: "09:00", colour: "red" }],
  ])("%s is refused in %o", async (pointer, slot) => {
    const { status, json } = await ask("PUT", path(), { slots: [slot] });
    expect(status).toBe(400);
    expect(json["errors"]).toContainEqual(expect.objectContaining({ pointer }));
  });

  test("two at the same moment are refused", async () => {
    const slots = [
      { weekdays: [1, 2], time: "09:00" },
      { weekdays: [2, 3], time: "09:00" },
    ];
    expect((await ask("PUT", path(), { slots })).json).toMatchObject({ errors: [{ pointer: "/slots/1" }] });
  });
});

describe("plan (D26)", () => {
  test("is set and says what it allows now", async () => {
    const until = new Date(world.clock.now() + DAY).toISOString();
    const { connectedAccounts } = (await ask("GET", "/plan")).json as { connectedAccounts: number };
    const put = async (body: Record<string, unknown>) => (await ask("PUT", "/plan", body)).json;
    expect(await put({ plan: "active", until, accounts: connectedAccounts })).toMatchObject({
      state: "live",
    });
    expect(await put({ plan: "active", until, accounts: 0 })).toMatchObject({ state: "too_many_accounts" });
    expect((await ask("GET", "/plan")).json).toMatchObject({
      plan: "active",
      until,
      endsAt: until,
      accounts: 0,
    });
    expect(await put({ plan: "lapsed" })).toMatchObject({ state: "payment_required", endsAt: null });
    expect(await put({ plan: "trial" })).toMatchObject({ until: null, accounts: null });
    expect(await put({ plan: "lapsed", until })).toMatchObject({ errors: [{ pointer: "/until" }] });
    expect(await put({ plan: "unlimited", accounts: 1 })).toMatchObject({
      errors: [{ pointer: "/accounts" }],
    });
    expect(await put({ plan: "active", until: "tomorrow" })).toMatchObject({
      errors: [{ pointer: "/until" }],
    });
    expect(await put({ plan: "gold" })).toMatchObject({ code: "invalid_request" });
    expect(await put({ plan: "unlimited" })).toMatchObject({ state: "live", accounts: null, until: null });
  });

  test("a trial runs from the first profile, also when that is gone", async () => {
    await using world = await openWorld();
    await makeOwner(world);
    const first = world.clock.now();
    world.clock.turn(DAY);
    const { ask } = await signIn(world);
    const endsAt = new Date(first + 3 * DAY).toISOString();
    expect((await ask("PUT", "/plan", { plan: "trial" })).json).toMatchObject({ state: "live", endsAt });
    await ask("DELETE", `/profiles/${world.profileId}`);
    await ask("POST", "/profiles", { name: "another" });
    expect((await ask("GET", "/plan")).json).toMatchObject({ endsAt });
    world.clock.turn(2 * DAY);
    expect((await ask("GET", "/plan")).json).toMatchObject({ state: "payment_required" });
  });
});

describe("import hosts (D32)", () => {
  test("are added in one form, listed and removed", async () => {
    expect((await ask("POST", "/import-hosts", { host: " *.CDN.example. " })).json).toMatchObject({
      host: "*.cdn.example",
    });
    expect((await ask("POST", "/import-hosts", { host: "*.cdn.example" })).status).toBe(409);
    for (const host of ["https://a.example", "127.0.0.1", "localhost", "*.com", "a.example:443"]) {
      expect((await ask("POST", "/import-hosts", { host })).json).toMatchObject({
        errors: [{ pointer: "/host" }],
      });
    }
    expect(JSON.stringify((await ask("GET", "/import-hosts")).json)).toContain("*.cdn.example");
    expect((await ask("DELETE", `/import-hosts/${encodeURIComponent("*.cdn.example")}`)).status).toBe(204);
    expect((await ask("DELETE", `/import-hosts/${encodeURIComponent("*.cdn.example")}`)).status).toBe(404);
  });
});

test("an older database gets the new tables, and knows when its first profile was made", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crier-old-"));
  {
    using db = new Database(join(folder, "crier.sqlite"));
    db.run(MIGRATIONS[0] ?? "");
    db.run("PRAGMA user_version = 1");
    db.run("INSERT INTO profile VALUES ('b', 'b', 'UTC', 7), ('a', 'a', 'UTC', 5)");
  }
  await using store = await storeFiles.open(folder, (_, upgrade) => upgrade());
  expect(await store.workspace.planFacts()).toEqual({
    plan: { plan: "unlimited", until: null, accounts: null },
    firstProfileAt: 5,
    connectedAccounts: 0,
  });
  rmSync(folder, { recursive: true, force: true });
});

// Tests keys and profiles (contract 5; D6–D8): who has access, and what a key can see.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { makeKey } from "../../../auth/api-key.ts";
import { type World } from "../../support/world.ts";
import {
  create,
  DAY,
  keyFor,
  MINUTE,
  openWorldWith,
  outcome,
  publish,
  otherProfile,
  upload,
} from "../../support/posting.ts";
import { createKey, revokeKey, rotateKey } from "../../../admin/keys.ts";

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "photos:ok"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const asking = (authorization: string | null, path = "/accounts") =>
  fetch(`${world.url}/v1${path}`, { headers: authorization === null ? {} : { authorization } });

test("the key must be a bearer token (contract 5)", async () => {
  expect((await asking(`Bearer ${world.key}`)).status).toBe(200);
  expect((await asking(`bearer ${world.key}`)).status).toBe(200);
  for (const wrong of [null, world.key, `Basic ${world.key}`, "Bearer", `Token ${world.key}`])
    expect((await asking(wrong)).status).toBe(401);
});

test("only a hash of the key is stored (contract 5)", async () => {
  const row = await world.database.get<{ hash: Uint8Array }>("SELECT * FROM api_key");
  expect(row?.hash.byteLength).toBe(32);
  expect(JSON.stringify(row)).not.toContain(world.key.slice(11));
});

test("missing, malformed, expired and revoked keys get the same 401 (contract 5)", async () => {
  const request = { profileId: world.profileId, name: "x", scopes: ["read"] as const };
  const [revoked, expired] = [
    await createKey("cli", { ...request, expiresAt: null }, world.appliance),
    await createKey("cli", { ...request, expiresAt: world.clock.now() + 1 }, world.appliance),
  ];
  await revokeKey("cli", revoked.record.id, world.appliance);
  world.clock.turn(1);
  const bodies = new Set<string>();
  for (const key of [
    null,
    "Bearer x",
    `Bearer ${makeKey()}`,
    `Bearer ${revoked.key}`,
    `Bearer ${expired.key}`,
    `Bearer ${world.key}x`,
  ]) {
    const answer = await asking(key);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    bodies.add(JSON.stringify({ ...((await answer.json()) as object), instance: "" }));
  }
  expect(bodies.size).toBe(1);
});

test("a key with a wrong checksum is refused (D7)", async () => {
  expect(world.key).toMatch(/^crier_live_[0-9A-Za-z]{49}$/);
  const { key } = await createKey(
    "cli",
    {
      profileId: world.profileId,
      name: "x",
      scopes: ["read"],
      expiresAt: null,
    },
    world.appliance,
  );
  for (const at of [11, 30, 55]) {
    const other = key[at] === "a" ? "b" : "a";
    expect((await asking(`Bearer ${key.slice(0, at)}${other}${key.slice(at + 1)}`)).status).toBe(401);
  }
});

test("a key's last use is written at most once a minute (D7)", async () => {
  await using other = await openWorldWith([]);
  const used = async () =>
    (await other.database.get<{ at: number }>("SELECT last_used_at AS at FROM api_key"))?.at;
  await other.ask("GET", "/accounts");
  const first = await used();
  other.clock.turn(MINUTE - 1);
  await other.ask("GET", "/accounts");
  expect(await used()).toBe(first as number);
  other.clock.turn(1);
  await other.ask("GET", "/accounts");
  expect(await used()).toBe((first ?? 0) + MINUTE);
});

test("a key stops working when it expires (D7)", async () => {
  await using other = await openWorldWith([]);
  const headers = await keyFor(other, { expiresAt: other.clock.now() + DAY });
  expect((await other.ask("GET", "/accounts", undefined, headers)).status).toBe(200);
  other.clock.turn(DAY);
  expect((await other.ask("GET", "/accounts", undefined, headers)).status).toBe(401);
});

test("a key without the scope is refused with 403 (D8)", async () => {
  const is = async (scopes: readonly ("read" | "write" | "publish")[], more: Record<string, unknown>) =>
    outcome(await create(world, { accounts: ["bluesky"], ...more }, await keyFor(world, { scopes })));
  expect(await is(["read", "publish"], {})).toBe("403 insufficient_scope");
  expect(await is(["write"], {})).toBe("201");
  for (const schedule of ["now", "2026-12-01T10:00:00Z"])
    expect(await is(["read", "write"], { schedule })).toBe("403 insufficient_scope");
  expect(await is(["write"], { schedule: "now", dryRun: true })).toBe("200");
  const { status, json } = await world.ask(
    "GET",
    "/posts",
    undefined,
    await keyFor(world, { scopes: ["write"] }),
  );
  expect({ status, json }).toMatchObject({ status: 403, json: { scope: "read" } });
});

test("both keys work while a rotation overlaps (D8)", async () => {
  await using other = await openWorldWith([]);
  const old = await createKey(
    "cli",
    {
      profileId: other.profileId,
      name: "x",
      scopes: ["read"],
      expiresAt: null,
    },
    other.appliance,
  );
  const fresh = await rotateKey("cli", old.record.id, DAY, other.appliance);
  const works = async (key: string) =>
    (await other.ask("GET", "/accounts", undefined, { authorization: `Bearer ${key}` })).status;
  expect([await works(old.key), await works(fresh.key)]).toEqual([200, 200]);
  other.clock.turn(DAY);
  expect([await works(old.key), await works(fresh.key)]).toEqual([401, 200]);
});

test("foreign ids get the same 404 as missing ones (D6)", async () => {
  const post = await publish(world, { accounts: ["bluesky"] });
  const [account] = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  const { headers } = await otherProfile(world);
  const missing = world.appliance.newId();
  const asks: [string, (id: string) => string][] = [
    ["GET", (id) => `/posts/${id}`],
    ["GET", (id) => `/posts/${id}/events`],
    ["POST", (id) => `/posts/${id}/cancel`],
    ["POST", (id) => `/posts/${id}/retry`],
    ["DELETE", (id) => `/posts/${id}`],
  ];
  const same = async (method: string, foreign: string, none: string) => {
    const [a, b] = [
      await world.ask(method, foreign, undefined, headers),
      await world.ask(method, none, undefined, headers),
    ];
    expect([outcome(a), outcome(b)]).toEqual(["404 not_found", "404 not_found"]);
    expect({ ...a.json, instance: "" }).toEqual({ ...b.json, instance: "" });
  };
  for (const [method, path] of asks) await same(method, path(post.id), path(missing));
  await same("GET", `/accounts/${account?.id}/options`, `/accounts/${missing}/options`);
});

test("foreign accounts and media are reported as unknown (D6)", async () => {
  const media = await upload(world);
  const [account] = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  await using other = await openWorldWith(["bluesky:ok"]);
  expect(outcome(await create(other, { accounts: [account?.id] }))).toBe("400 unknown_accounts");
  expect(outcome(await create(other, { media: [media] }))).toBe("400 unknown_media");
});

// Tests keys at the admin API and the command line: same answers, one audit entry per change.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createKey } from "../../admin/keys.ts";
import { openCallers, OWNER, type Callers } from "../support/two-callers.ts";

let callers: Callers;
beforeAll(async () => void (callers = await openCallers()));
afterAll(() => callers[Symbol.asyncDispose]());

const SECOND = 1000;

/** @param before how long ago it was made, ms: it expired a second later. Null: now, and it never expires */
async function keyId(before: number | null = null): Promise<string> {
  const { appliance, profileId, clock } = callers.world;
  const now = () => clock.now() - (before ?? 0);
  const expiresAt = before === null ? null : now() + SECOND;
  const deps = { ...appliance, clock: { ...clock, now } };
  return (await createKey("cli", { profileId, name: "k", expiresAt }, deps)).record.id;
}

/** An id of a key that ended. */
const ENDED: Record<string, () => Promise<string>> = {
  async revoked() {
    const id = await keyId();
    await callers.ask("POST", `/keys/${id}/revoke`);
    return id;
  },
  expired: () => keyId(10 * SECOND),
};

test("revoking a revoked key succeeds and writes nothing, for every caller", async () => {
  const { ask, crier, rowsOf } = callers;
  for (const [first, row] of [
    [(id: string) => ask("POST", `/keys/${id}/revoke`), `${OWNER} key.revoke`],
    [(id: string) => crier("key", "revoke", id), "cli key.revoke"],
  ] as const) {
    const id = await keyId();
    expect(await rowsOf(() => first(id))).toEqual([row]);
    const after = await callers.world.appliance.store.keys.find(id);
    const again = async () => {
      expect((await crier("key", "revoke", id)).code).toBe(0);
      expect((await ask("POST", `/keys/${id}/revoke`)).status).toBe(200);
    };
    expect(await rowsOf(again)).toEqual([]);
    expect(await callers.world.appliance.store.keys.find(id)).toEqual(after);
  }
});

test.each([
  ["revoked", "This key is revoked; create a new one."],
  ["expired", "This key has expired; create a new one."],
])("a key that is %s is not replaced, and both say why", async (kind, detail) => {
  const { ask, crier, rowsOf, world } = callers;
  const id = (await ENDED[kind]?.()) ?? "";
  const count = async () => (await world.appliance.store.keys.ofProfile(world.profileId)).length;
  const before = await count();
  const rows = await rowsOf(async () => {
    expect((await ask("POST", `/keys/${id}/rotate`, {})).json).toMatchObject({ code: "key_revoked", detail });
    expect(await crier("key", "rotate", id)).toEqual({ code: 1, out: "", err: detail });
  });
  expect(rows).toEqual([]);
  expect(await count()).toBe(before);
});

test("a key that is not there is not found, a name is a name, and an overlap has one limit", async () => {
  const { ask, crier, rowsOf, world } = callers;
  const { newId } = world.appliance;
  const id = await keyId();
  const rows = await rowsOf(async () => {
    for (const verb of ["rotate", "revoke"]) {
      const { json } = await ask("POST", `/keys/${newId()}/${verb}`, {});
      expect(json).toMatchObject({ status: 404, detail: "No key has this id." });
      expect(await crier("key", verb, newId())).toMatchObject({ code: 1, err: "No key has this id." });
    }
    for (const name of [" ", "x".repeat(101)]) {
      expect((await ask("POST", `/profiles/${world.profileId}/keys`, { name })).status).toBe(400);
      expect((await crier("key", "create", "--profile", "test", "--name", name)).code).toBe(1);
    }
    expect((await ask("POST", `/keys/${id}/rotate`, { overlapMs: 31 * 86_400_000 })).status).toBe(400);
    expect((await crier("key", "rotate", id, "--overlap", "31d")).code).toBe(1);
    expect((await crier("key", "create", "--profile", "test", "--expires", "0d")).code).toBe(1);
  });
  expect(rows).toEqual([]);
});

test("the new key, the end of the old one and the row are one transaction", async () => {
  const { ask, crier, world } = callers;
  const id = await keyId();
  const { keys } = world.appliance.store;
  const before = await keys.ofProfile(null);
  const refused = await world.database.refuse("UPDATE OF expires_at ON api_key");
  expect((await ask("POST", `/keys/${id}/rotate`, {})).status).toBe(500);
  expect((await crier("key", "rotate", id)).code).toBe(1);
  await refused[Symbol.asyncDispose]();
  expect(await keys.ofProfile(null)).toEqual(before);
});

test("a key for simulated accounts only is made by both, and the list shows what is known of it", async () => {
  const { ask, crier, world } = callers;
  const command = ["key", "create", "--profile", "test", "--simulated-only", "--name"];
  const { out: key } = await crier(...command, "rehearsal");
  expect(key).toStartWith("crier_live_");
  const { keys } = (await ask("GET", `/profiles/${world.profileId}/keys`)).json as {
    keys: Record<string, unknown>[];
  };
  expect(keys.find(({ name }) => name === "rehearsal")).toMatchObject({ simulatedOnly: true, posts30d: 0 });
  await world.account("bluesky", "ok");
  const authorization = `Bearer ${key}`;
  await world.ask("POST", "/posts", { caption: "Hello", schedule: "draft" }, { authorization });
  const { out } = await crier("key", "list", "--profile", "test");
  const line = out.split("\n").find((each) => each.includes("rehearsal"));
  expect(line).toContain("read,write,publish (simulated only)");
  expect(line).toMatch(/ from (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1) +1 +valid/);
  expect((await crier(...command, "json", "--json")).out).toContain('"simulatedOnly": true');
});

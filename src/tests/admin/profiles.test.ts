// Tests profiles at the admin API and the command line: same answers, one audit entry per change.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { deleteProfile } from "../../admin/profiles.ts";
import { openCallers, OWNER, type Callers } from "../support/two-callers.ts";

let callers: Callers;
beforeAll(async () => void (callers = await openCallers()));
afterAll(() => callers[Symbol.asyncDispose]());

test("a profile comes with its slots and one row; a name that is taken is refused in the same words", async () => {
  const { ask, crier, rowsOf, world } = callers;
  const { profiles, slots } = world.appliance.store;
  const rows = await rowsOf(async () => {
    expect((await ask("POST", "/profiles", { name: " Bakery " })).status).toBe(201);
    expect((await crier("profile", "create", " Garage ", "--timezone", "europe/berlin")).code).toBe(0);
  });
  expect(rows).toEqual([`${OWNER} profile.create`, "cli profile.create"]);
  for (const [name, timezone] of [
    ["Bakery", "UTC"],
    ["Garage", "Europe/Berlin"],
  ] as const) {
    const made = await profiles.find(name);
    expect(made).toMatchObject({ name, timezone, keepMetadata: false });
    const all = await slots.list(made?.id ?? "");
    expect(all.map((slot) => slot.timezone)).toEqual([timezone, timezone, timezone]);
  }
  const detail = "A profile named garage already exists.";
  const refused = await rowsOf(async () => {
    const { json } = await ask("POST", "/profiles", { name: "garage" });
    expect(json).toMatchObject({ code: "already_exists", detail });
    expect(await crier("profile", "create", "garage")).toEqual({ code: 1, out: "", err: detail });
    const { id } = (await profiles.find("Bakery")) ?? { id: "" };
    expect((await ask("PATCH", `/profiles/${id}`, { name: "garage" })).json).toMatchObject({ detail });
    expect(await crier("profile", "edit", "Bakery", "--name", "garage")).toMatchObject({
      ...{ code: 1, err: detail },
    });
  });
  expect(refused).toEqual([]);
});

test("a name and a zone are judged alike", async () => {
  const { ask, crier, rowsOf } = callers;
  const rows = await rowsOf(async () => {
    const zone = await ask("POST", "/profiles", { name: "x", timezone: "Mars/Base" });
    const { err } = await crier("profile", "create", "x", "--timezone", "Mars/Base");
    expect(zone.json).toMatchObject({ detail: err, errors: [{ pointer: "/timezone" }] });
    for (const name of [" ", "😀".repeat(101)]) {
      expect((await ask("POST", "/profiles", { name })).status).toBe(400);
      expect((await crier("profile", "create", name)).code).toBe(1);
    }
    expect((await crier("profile", "create", "😀".repeat(100))).code).toBe(0);
  });
  expect(rows).toEqual(["cli profile.create"]);
});

test("the profile, its slots and the row are one transaction", async () => {
  const { ask, crier, world } = callers;
  const refused = await world.database.refuse("INSERT ON slot");
  expect((await ask("POST", "/profiles", { name: "half" })).status).toBe(500);
  expect((await crier("profile", "create", "half")).code).toBe(1);
  await refused[Symbol.asyncDispose]();
  expect(await world.appliance.store.profiles.find("half")).toBeNull();
});

test("changes that cross each other are both kept", async () => {
  const { ask, crier, world } = callers;
  const { id } = (await ask("POST", "/profiles", { name: "crossing" })).json;
  await Promise.all([
    ask("PATCH", `/profiles/${String(id)}`, { timezone: "Asia/Tokyo" }),
    crier("profile", "edit", String(id), "--name", "crossed"),
    ask("PATCH", `/profiles/${String(id)}`, { keepMetadata: true }),
  ]);
  expect(await world.appliance.store.profiles.find(String(id))).toMatchObject({
    ...{ name: "crossed", timezone: "Asia/Tokyo", keepMetadata: true },
  });
});

test("the first day of a week and the accounts of a new post are changed alike, and only to accounts of the profile", async () => {
  const { ask, crier, rowsOf, world } = callers;
  const [ok, slow] = [await world.account("mastodon", "ok"), await world.account("mastodon", "slow")];
  const other = (await ask("POST", "/profiles", { name: "other", weekStart: "sunday" })).json;
  expect(other).toMatchObject({ weekStart: "sunday", defaultAccounts: null });
  const path = `/profiles/${world.profileId}`;
  const shown = async () => (await ask("GET", path)).json;
  const rows = await rowsOf(async () => {
    expect((await ask("PATCH", path, { weekStart: "saturday", defaultAccounts: [slow] })).status).toBe(200);
    expect(await shown()).toMatchObject({ weekStart: "saturday", defaultAccounts: [slow] });
    const named = ["--default-accounts", "mastodon:ok", "slow"];
    expect((await crier("profile", "edit", "test", "--week-start", "monday", ...named)).code).toBe(0);
    expect(await shown()).toMatchObject({ weekStart: "monday", defaultAccounts: [ok, slow] });
    expect((await crier("profile", "edit", "test", "--no-default-accounts")).code).toBe(0);
    expect(await shown()).toMatchObject({ weekStart: "monday", defaultAccounts: null });
  });
  expect(rows).toEqual([`${OWNER} profile.update`, "cli profile.update", "cli profile.update"]);
  const refused = await ask("PATCH", `/profiles/${String(other["id"])}`, { defaultAccounts: [ok] });
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ pointer: "/defaultAccounts/0" }] } });
  expect((await ask("PATCH", path, { weekStart: "tuesday" })).status).toBe(400);
  expect((await crier("profile", "edit", "test", "--default-accounts", "nobody")).err).toContain(
    "No account of this profile is called",
  );
});

test("of two who delete a profile one does, and the other finds none", async () => {
  const { ask, crier, rowsOf, world } = callers;
  const { id } = (await ask("POST", "/profiles", { name: "short" })).json;
  const rows = await rowsOf(async () => {
    const both = await Promise.allSettled(
      ["cli", OWNER].map((actor) => deleteProfile(actor, String(id), world.appliance)),
    );
    const [refused] = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toMatchObject({ code: "not_found", detail: "No profile has this id." });
  });
  expect(rows).toHaveLength(1);
  expect((await ask("DELETE", `/profiles/${String(id)}`)).status).toBe(404);
  expect((await crier("profile", "delete", String(id), "--yes")).code).toBe(1);
});

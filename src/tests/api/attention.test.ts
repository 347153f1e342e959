// Tests the attention list: every kind of entry appears with its words, goes when its reason does, and can be put off.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";
import { ENTRY } from "../support/audit-entry.ts";
import { makeOwner, makePerson, signIn, type Ask } from "../support/owner.ts";
import { HOUR, MINUTE, postAction, target } from "../support/posting.ts";
import { runCommand } from "../support/run-command.ts";
import { openWorld, type World } from "../support/world.ts";
import { onPostgres } from "../support/postgres.ts";

interface Item {
  id: string;
  kind: string;
  severity: string;
  since: string;
  title: string;
  detail: string;
  profileId: string | null;
  subject: Record<string, string | null>;
  action: { kind: string; label: string };
}
interface List {
  items: Item[];
  counts: Record<string, number>;
  snoozed: number;
}

let world: World;
let ask: Ask;
const [lost, fail] = ["telegram", "bluesky"];
beforeAll(async () => {
  world = await openWorld();
  await makeOwner(world);
  ({ ask } = await signIn(world));
});
afterAll(() => world[Symbol.asyncDispose]());

const list = async (query = "") => (await ask("GET", `/attention${query}`)).json as unknown as List;
const find = async (id: string) => (await list()).items.find((item) => item.id === id);
const snooze = (id: string, body: object = {}) => ask("POST", `/attention/${id}/snooze`, body);
const inHours = (hours: number) => new Date(world.clock.now() + hours * HOUR).toISOString();

test("at first, nothing needs anybody", async () => {
  expect(await list()).toEqual({ items: [], counts: { now: 0, soon: 0, note: 0 }, snoozed: 0 });
});

describe("what is in the list", () => {
  test("a lost answer, until a person settles it", async () => {
    const account = await world.account(lost, "ghost");
    const caption = `The boats are back\n${"word ".repeat(30)}`;
    const { id } = await world.post({ caption, accounts: [account], schedule: "now" });
    const post = await world.until(id, ({ targets }) => targets[0]?.nextAction === "reconcile", MINUTE);
    const item = await find(`uncertain:${target(post).id}`);
    expect(item).toMatchObject({
      kind: "uncertain",
      severity: "now",
      title: expect.stringMatching(
        /^It is not certain whether “The boats are back word .{0,45}…” is live on Telegram \(.*ghost.*\)$/,
      ),
      detail: expect.stringContaining("Crier has checked"),
      profileId: world.profileId,
      subject: { postId: id, targetId: target(post).id, accountId: account },
      action: { kind: "reconcile", label: "Settle it" },
    });
    expect(Date.parse(item?.since ?? "")).toBeLessThanOrEqual(world.clock.now());
    const word = { targetId: target(post).id, action: "confirm_not_published", confirmed: true };
    await postAction(world, id, "reconcile", word);
    // A person has settled it: it is not in the list as failed, either.
    expect((await list()).items).toEqual([]);
  });

  test("what failed, until it is tried again, and for 30 days", async () => {
    const account = await world.account(fail, "fail");
    const post = await world.post({ caption: "Menu", accounts: [account], schedule: "now" });
    const { id } = target(await world.until(post.id, ({ status }) => status === "failed"));
    expect(await find(`failed:${id}`)).toMatchObject({
      severity: "soon",
      title: expect.stringMatching(/^“Menu” was not published on Bluesky \(/),
      action: { kind: "fix", label: "Fix" },
    });
    await postAction(world, post.id, "retry");
    await world.until(post.id, ({ targets }) => targets[0]?.attempts === 2 && targets[0].status === "failed");
    expect(await find(`failed:${id}`)).toBeDefined();
    world.clock.turn(31 * 24 * HOUR);
    ({ ask } = await signIn(world));
    expect(await find(`failed:${id}`)).toBeUndefined();
  });

  test("an account that can't publish, worse while posts wait for it", async () => {
    const account = await world.account("mastodon", "ok");
    await world.post({ caption: "later", accounts: [account], schedule: inHours(1) });
    await world.appliance.store.accounts.setStatus(
      account,
      "needs_reconnect",
      "The token was revoked",
      ENTRY,
    );
    expect(await find(`account:${account}`)).toMatchObject({
      severity: "now",
      title: expect.stringMatching(/^Mastodon \(.*\) can't publish$/),
      detail: "The token was revoked. 1 post waits for it.",
      subject: { postId: null, targetId: null, accountId: account },
      action: { kind: "reconnect", label: "Reconnect" },
    });
    await world.appliance.store.accounts.setStatus(account, "active", null, ENTRY);
    expect(await find(`account:${account}`)).toBeUndefined();
  });

  test("a sign-in that ends within a week, if posts wait for it", async () => {
    const account = await world.account("linkedin", "ok");
    const end = world.clock.now() + 3.5 * 24 * HOUR;
    const ends = { id: account, end };
    await world.database.run(
      "UPDATE account SET token_expires_at = $end, end_told = $end WHERE id = $id",
      ends,
    );
    expect(await find(`expiring:${account}`)).toBeUndefined();
    await world.post({ caption: "later", accounts: [account], schedule: inHours(50) });
    expect(await find(`expiring:${account}`)).toMatchObject({
      severity: "soon",
      title: expect.stringMatching(/^The sign-in of LinkedIn \(.*\) ends in 3 days$/),
      detail: "Connect the account again before then. 1 post waits for it.",
    });
  });

  test("a warning about a post of the next 24 hours", async () => {
    const account = await world.account("threads", "ok");
    const { id } = await world.post({ caption: "Opening hours", accounts: [account], schedule: inHours(23) });
    const later = await world.post({ caption: "Later", accounts: [account], schedule: inHours(26) });
    const warnings = [
      { rule: "quota", message: "The quota may be used up.", platform: "threads", accountId: account },
    ];
    for (const post of [id, later.id])
      await world.database.run("UPDATE post SET warnings = $warnings WHERE id = $post", {
        ...{ post, warnings: JSON.stringify(warnings) },
      });
    expect(await find(`warning:${later.id}`)).toBeUndefined();
    expect(await find(`warning:${id}`)).toMatchObject({
      title: "“Opening hours” may not go out on Threads",
      detail: "The quota may be used up.",
      subject: { postId: id, targetId: null, accountId: null },
      action: { kind: "open" },
    });
    await postAction(world, id, "cancel");
    expect(await find(`warning:${id}`)).toBeUndefined();
  });

  test.skipIf(onPostgres)("a missing and an old backup, once something real was posted", async () => {
    const account = await world.account("x", "ok");
    const { id } = await world.post({ caption: "real", accounts: [account], schedule: "now" });
    await world.until(id, ({ status }) => status === "posted");
    expect(await find("backup:last")).toBeUndefined();
    await world.database.run("UPDATE account SET simulated = 0 WHERE id = $account", { account });
    expect(await find("backup:last")).toMatchObject({ title: "There is no backup yet", profileId: null });
    const { code, out } = await runCommand(["backup", "--json"], { CRIER_DATA: world.folder });
    expect(code).toBe(0);
    const { path } = JSON.parse(out) as { path: string };
    const records = world.appliance.store.backups;
    expect(await records.known()).toEqual([{ path, madeAt: expect.any(Number), check: null }]);
    await records.noteMade(path, world.clock.now());
    expect(await find("backup:last")).toBeUndefined();
    await records.noteMade(path, world.clock.now() - 8.5 * 24 * HOUR);
    expect(await find("backup:last")).toMatchObject({ title: "The last backup is 8 days old" });
    await world.database.run("UPDATE account SET simulated = 1 WHERE id = $account", { account });
  });

  test("a plan that allows no publishing, for everybody who sees the list", async () => {
    const item = async () => await find("plan:workspace");
    const set = (body: object) => ask("PUT", "/plan", body);
    await set({ plan: "active", until: inHours(1) });
    expect(await item()).toBeUndefined();
    world.clock.turn(HOUR);
    expect(await item()).toMatchObject({
      kind: "plan",
      severity: "now",
      profileId: null,
      title: "The plan has ended, and nothing is published",
      action: { kind: "plan", label: "See the plan" },
    });
    expect(Date.parse((await item())?.since ?? "")).toBe(world.clock.now());
    await makePerson(world, "viewer@example.com", { role: "viewer", profiles: [world.profileId] });
    const viewer = await signIn(world, "viewer@example.com");
    expect(JSON.stringify((await viewer.ask("GET", "/attention")).json)).toContain("plan:workspace");
    await set({ plan: "active", accounts: 0 });
    expect(await item()).toMatchObject({
      title: "The plan covers too few accounts, and nothing is published",
      detail: expect.stringContaining("The plan covers 0 accounts, and "),
    });
    await set({ plan: "unlimited" });
    expect(await item()).toBeUndefined();
  });

  test("a full disk", async () => {
    await using small = await openWorld({ CRIER_MIN_FREE_MB: "1000000" });
    await makeOwner(small);
    const owner = await signIn(small);
    const items = async () => ((await owner.ask("GET", "/attention")).json as unknown as List).items;
    expect(await items()).toMatchObject([
      { id: "disk:free", severity: "now", since: null, title: "The disk is full, and posts wait" },
    ]);
    expect((await owner.ask("POST", "/attention/disk:free/snooze", {})).status).toBe(204);
    small.clock.turn(HOUR);
    expect(await items()).toEqual([]);
  });

  test("only what belongs to a profile, and what belongs to the server", async () => {
    const { id: other } = await createProfile("cli", { name: "other" }, world.appliance);
    await createKey(
      "cli",
      { profileId: other, name: "k", scopes: ["read"], expiresAt: null },
      world.appliance,
    );
    const all = await list();
    expect(all.items.length).toBeGreaterThan(0);
    expect(await list(`?profile=${world.profileId}`)).toEqual(all);
    expect((await list(`?profile=${other}`)).items).toEqual([]);
    expect((await ask("GET", "/attention?profile=x")).json["code"]).toBe("invalid_query");
  });
});

describe("putting an entry off", () => {
  async function failed(): Promise<string> {
    const account = await world.account(fail, `fail-${crypto.randomUUID()}`);
    const post = await world.post({ caption: "Menu", accounts: [account], schedule: "now" });
    const { id } = target(await world.until(post.id, ({ status }) => status === "failed"));
    return `failed:${id}`;
  }

  test("it is hidden and counted for a day, or until then", async () => {
    const [id, other] = [await failed(), await failed()];
    const before = await list();
    expect(await snooze(id)).toMatchObject({ status: 204 });
    expect(await snooze(other, { until: inHours(48) })).toMatchObject({ status: 204 });
    const after = await list();
    expect(after.snoozed).toBe(before.snoozed + 2);
    expect(after.counts["soon"]).toBe((before.counts["soon"] ?? 0) - 2);
    expect(after.items.map((item) => item.id)).not.toContain(id);
    world.clock.turn(25 * HOUR);
    expect([(await find(id))?.id, await find(other)]).toEqual([id, undefined]);
  });

  test("it is shown again at once when that is taken back", async () => {
    const id = await failed();
    await snooze(id);
    expect(await find(id)).toBeUndefined();
    expect((await ask("DELETE", `/attention/${id}/snooze`)).status).toBe(204);
    expect((await find(id))?.id).toBe(id);
    // It is not put off, and can't be taken back: nothing changes.
    expect((await ask("DELETE", `/attention/${id}/snooze`)).status).toBe(204);
    expect((await ask("DELETE", "/attention/failed:nothing/snooze")).status).toBe(404);
  });

  test("what begins anew is shown again", async () => {
    const id = await failed();
    const subject = (await find(id))?.subject["postId"] ?? "";
    await snooze(id, { until: inHours(500) });
    world.clock.turn(MINUTE);
    await postAction(world, subject, "retry");
    await world.until(subject, ({ targets }) => targets[0]?.attempts === 2 && targets[0].status === "failed");
    expect(await find(id)).toBeDefined();
  });

  test("a lost answer can be put off for a day at most, anything else for 30 days", async () => {
    const account = await world.account(lost, "ghost-2");
    const { id } = await world.post({ caption: "x", accounts: [account], schedule: "now" });
    const post = await world.until(id, ({ targets }) => targets[0]?.status === "uncertain", 1);
    const uncertain = `uncertain:${target(post).id}`;
    expect(await snooze(uncertain, { until: inHours(25) })).toMatchObject({
      status: 400,
      json: { code: "invalid_request", errors: [{ pointer: "/until" }] },
    });
    expect((await snooze(uncertain, { until: inHours(23) })).status).toBe(204);
    const other = await failed();
    for (const until of [inHours(-1), inHours(31 * 24), "tomorrow"])
      expect((await snooze(other, { until })).status).toBe(400);
    expect((await snooze("failed:nothing")).status).toBe(404);
  });
});

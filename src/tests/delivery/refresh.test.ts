// Tests refreshing credentials: one at a time, in time, never lost silently, never blamed for a bad connection.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRefreshLock } from "../../accounts/refresh-lock.ts";
import { refreshAt } from "../../accounts/refresh-scheduler.ts";
import type { Account } from "../../domain/account.ts";
import { openCredentialStore } from "../../accounts/credentials.ts";
import { openPlace, storeFiles } from "../../store/index.ts";
import { turnableClock } from "../support/clock.ts";
import { openOAuthWorld, type OAuthWorld } from "../support/oauth-network/world.ts";
import { waitUntil } from "../support/wait-until.ts";
import type { PostBody } from "../support/world.ts";
import { disconnectAccount } from "../../admin/accounts.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function tools(oauth: () => OAuthWorld) {
  const accounts = () => oauth().world.appliance.store.accounts;
  return {
    async account(handle: string): Promise<Account> {
      const all = await accounts().ofProfile(oauth().world.profileId);
      const found = all.find((one) => one.handle === handle);
      if (!found) throw new Error(`no ${handle}`);
      return found;
    },
    async tokens(id: string) {
      const { store, vault } = oauth().world.appliance;
      return (await openCredentialStore(store.accounts, vault).read(id)).credentials;
    },
    refreshes: () =>
      oauth().lever.forms.filter(({ form }) => form.get("grant_type") === "refresh_token").length,
    async posted(count: number, handle: string): Promise<PostBody[]> {
      const { world } = oauth();
      const all = Array.from({ length: count }, (_, n) =>
        world.post({ caption: `${handle} ${n}`, accounts: [handle], schedule: "now" }),
      );
      return await Promise.all((await Promise.all(all)).map(({ id }) => world.until(id, settled)));
    },
    async audited(action: string): Promise<number> {
      const rows = await oauth().world.appliance.store.audit.page(1000, null);
      return rows.filter((row) => row.action === action).length;
    },
  };
}
const settled = ({ status }: PostBody) => ["posted", "failed", "uncertain"].includes(status);

describe("when they are used", () => {
  let oauth: OAuthWorld;
  beforeAll(async () => void (oauth = await openOAuthWorld()));
  afterAll(() => oauth[Symbol.asyncDispose]());
  const { account, tokens, refreshes, posted, audited } = tools(() => oauth);

  test("fifty uses at once of a token that has ended make one renewal, and the posts among them go out", async () => {
    await oauth.connect("busy");
    const { id } = await account("busy");
    const before = await tokens(id);
    oauth.world.clock.set(oauth.world.clock.now() + 3 * 60 * MINUTE);
    const began = refreshes();
    const { connections } = oauth.world.appliance;
    const uses = Array.from({ length: 45 }, () => connections.io(id, { saved: null, save: async () => {} }));
    const posts = await posted(5, "busy");
    const used = (await Promise.all(uses)).map(({ io }) => io.credentials["accessToken"]);
    expect(posts.map(({ status }) => status)).toEqual(posts.map(() => "posted"));
    expect(refreshes() - began).toBe(1);
    const after = await tokens(id);
    expect(after["refreshToken"]).not.toBe(before["refreshToken"]);
    expect(used).toEqual(used.map(() => after["accessToken"]));
    expect((await account("busy")).refreshAskedAt).toBeNull();
    expect(oauth.published().filter(({ account }) => account === "busy")).toHaveLength(5);
  });

  test("two processes on one folder: one asks, the other takes what it got", async () => {
    await oauth.connect("shared");
    const shared = await account("shared");
    oauth.world.clock.set(oauth.world.clock.now() + 3 * 60 * MINUTE);
    const began = refreshes();
    const place = oauth.world.elsewhere();
    await using _ = await place.open();
    const other = await place.lockRefresh(shared.id);
    expect(other).not.toBeNull();
    const { connections, store } = oauth.world.appliance;
    const refreshing = connections.liveOptions(shared);
    // While the other one has the right to renew, it writes down what it got.
    const { version } = (await store.accounts.sealed(shared.id)) ?? { version: 0 };
    const credentials = { accessToken: "guild-access-simulated-shared", refreshToken: "theirs" };
    const sealed = openCredentialStore(store.accounts, oauth.world.appliance.vault).seal(
      shared.id,
      credentials,
    );
    const at = oauth.world.clock.now();
    expect(await store.accounts.renew(shared.id, version, { sealed, expiresAt: at + DAY, at })).toBeTrue();
    await other?.[Symbol.asyncDispose]();
    const turning = setInterval(() => oauth.world.clock.turn(50), 1);
    await refreshing.finally(() => clearInterval(turning));
    expect(refreshes()).toBe(began);
    expect((await tokens(shared.id))["refreshToken"]).toBe("theirs");
  });

  test("a token refused before its time is renewed once, and the post goes out", async () => {
    await oauth.connect("early");
    const { id } = await account("early");
    const { store, vault } = oauth.world.appliance;
    const { version } = (await store.accounts.sealed(id)) ?? { version: 0 };
    const good = await tokens(id);
    const sealed = openCredentialStore(store.accounts, vault).seal(id, {
      ...good,
      accessToken: "worth nothing",
    });
    const at = oauth.world.clock.now() - 1;
    await store.accounts.renew(id, version, { sealed, expiresAt: at + DAY, at });
    const began = refreshes();
    const [post] = await posted(1, "early");
    expect(post?.status).toBe("posted");
    expect(refreshes() - began).toBe(1);
    expect((await account("early")).status).toBe("active");
  });

  test("credentials that are refused after the account got others say nothing about those", async () => {
    await oauth.connect("late");
    const { id } = await account("late");
    const { store, vault } = oauth.world.appliance;
    const { accessToken = "" } = await tokens(id);
    // Without anything to renew them with. Which are newer is no matter of time: clocks are set.
    const replaced = async (accessToken: string) => {
      const { version } = (await store.accounts.sealed(id)) ?? { version: 0 };
      const sealed = openCredentialStore(store.accounts, vault).seal(id, { accessToken });
      const at = oauth.world.clock.now() - MINUTE;
      await store.accounts.renew(id, version, { sealed, expiresAt: at + DAY, at });
    };
    await replaced("worth nothing");
    const before = await audited("account.needs_reconnect");
    oauth.lever.meanwhile = () => replaced(accessToken);
    const [post] = await posted(1, "late");
    oauth.lever.meanwhile = null;
    expect(post?.status).toBe("posted");
    expect((await account("late")).status).toBe("active");
    expect(await audited("account.needs_reconnect")).toBe(before);
  });

  test.each([
    ["a server in trouble", () => (oauth.lever.says = { status: 503, json: {} })],
    ["a broken connection", () => (oauth.lever.fault = "reset-before-handling")],
    [
      "an application that is refused",
      () => (oauth.lever.says = { status: 401, json: { error: "invalid_client" } }),
    ],
  ])("%s says nothing about the account", async (name, act) => {
    const handle = `patient-${name.length}`;
    await oauth.connect(handle);
    oauth.world.clock.set(oauth.world.clock.now() + 3 * 60 * MINUTE);
    act();
    const began = refreshes();
    const { id } = await oauth.world.post({ caption: name, accounts: [handle], schedule: "now" });
    // A leap would end a request that is under way, of which the server may have taken note.
    if (oauth.lever.fault === null) await waitUntil(() => refreshes() > began);
    else await oauth.world.until(id, ({ targets }) => targets[0]?.status === "retrying", 1);
    oauth.world.clock.turn(5 * MINUTE);
    const blamed = await account(handle);
    oauth.lever.says = null;
    oauth.lever.fault = null;
    expect(blamed.status).toBe("active");
    await oauth.world.until(id, settled);
    expect((await account(handle)).status).toBe("active");
  });

  test("the network's word that the grant is gone ends it at once, once, and in the audit log", async () => {
    await oauth.connect("gone");
    const { id } = await account("gone");
    oauth.world.clock.set(oauth.world.clock.now() + 3 * 60 * MINUTE);
    oauth.lever.says = { status: 400, json: { error: "invalid_grant" } };
    const began = { refreshes: refreshes(), audited: await audited("account.needs_reconnect") };
    const posts = await posted(5, "gone");
    oauth.lever.says = null;
    expect(posts.map(({ status }) => status)).toEqual(posts.map(() => "failed"));
    expect(posts[0]?.targets[0]).toMatchObject({ errorCategory: "auth", nextAction: "reconnect" });
    expect(await account("gone")).toMatchObject({
      status: "needs_reconnect",
      statusDetail: "Guild no longer accepts this sign-in. Connect the account again.",
    });
    expect(refreshes() - began.refreshes).toBe(1);
    expect((await audited("account.needs_reconnect")) - began.audited).toBe(1);
    await oauth.connect("gone");
    expect(await account("gone")).toMatchObject({ id, status: "active" });
  });

  test("a lost answer is known to be one: when the old token is refused then, the account says why", async () => {
    await oauth.connect("doubt");
    const { id } = await account("doubt");
    oauth.world.clock.set(oauth.world.clock.now() + 3 * 60 * MINUTE);
    const askedAt = new Date(oauth.world.clock.now()).toISOString().slice(0, 16).replace("T", " ");
    oauth.lever.fault = "handle-then-close";
    const { connections } = oauth.world.appliance;
    await expect(connections.liveOptions(await account("doubt"))).rejects.toMatchObject({
      code: "network_unavailable",
    });
    oauth.lever.fault = null;
    expect(await account("doubt")).toMatchObject({
      status: "active",
      refreshAskedAt: oauth.world.clock.now(),
    });
    oauth.world.clock.set(oauth.world.clock.now() + MINUTE);
    await expect(connections.liveOptions(await account("doubt"))).rejects.toMatchObject({
      code: "connect_refused",
    });
    const { status, statusDetail } = await account("doubt");
    expect(status).toBe("needs_reconnect");
    expect(statusDetail).toContain(
      `On ${askedAt} UTC Crier requested new credentials and did not receive the response`,
    );
    await oauth.connect("doubt");
    expect(await account("doubt")).toMatchObject({ id, status: "active", refreshAskedAt: null });
  });

  test("nothing is asked before the mark is on disk, and nothing ends before what came is", async () => {
    await oauth.connect("disk");
    const { id } = await account("disk");
    oauth.world.clock.set(oauth.world.clock.now() + 3 * 60 * MINUTE);
    const { connections } = oauth.world.appliance;
    const refuse = (column: string) => oauth.world.database.refuse(`UPDATE OF ${column} ON account`);
    const began = refreshes();
    const before = await tokens(id);

    {
      await using _ = await refuse("renewal_asked_at");
      await expect(connections.liveOptions(await account("disk"))).rejects.toThrow();
    }
    expect(refreshes()).toBe(began);

    const refused = await refuse("credentials");
    let done = false;
    const creating = connections.liveOptions(await account("disk")).finally(() => (done = true));
    let ticks = 0;
    const turning = setInterval(() => (ticks++, oauth.world.clock.turn(1000)), 1);
    await waitUntil(() => refreshes() > began);
    const since = ticks;
    await waitUntil(() => ticks > since + 100);
    expect(done).toBeFalse();
    expect(await tokens(id)).toEqual(before);
    await refused[Symbol.asyncDispose]();
    await creating.finally(() => clearInterval(turning));
    expect(refreshes()).toBe(began + 1);
    expect((await tokens(id))["refreshToken"]).not.toBe(before["refreshToken"]);
    expect(await account("disk")).toMatchObject({ status: "active", refreshAskedAt: null });
  });

  test("a clear no leaves no doubt behind, and a connection that was never made neither", async () => {
    await oauth.connect("clear");
    oauth.world.clock.set(oauth.world.clock.now() + 3 * 60 * MINUTE);
    oauth.lever.says = { status: 429, json: {} };
    const { connections } = oauth.world.appliance;
    await expect(connections.liveOptions(await account("clear"))).rejects.toMatchObject({
      code: "network_unavailable",
    });
    oauth.lever.says = null;
    expect((await account("clear")).refreshAskedAt).toBeNull();
  });
});

describe("while nothing is posted", () => {
  const LIFE = 30 * DAY;
  let oauth: OAuthWorld;
  beforeAll(async () => void (oauth = await openOAuthWorld({}, LIFE)));
  afterAll(() => oauth[Symbol.asyncDispose]());
  const { account, tokens, refreshes, audited } = tools(() => oauth);

  /** A minute passes, and the refresh scheduler runs, unless it still is at its last look. */
  async function look(): Promise<void> {
    // A request under way would run out of time by the turn of the clock.
    await oauth.world.appliance.connections.refresher.idle();
    oauth.world.clock.turn(MINUTE);
    await new Promise((resolve) => setImmediate(resolve));
  }
  async function pass(ms: number): Promise<void> {
    oauth.world.clock.set(oauth.world.clock.now() + ms);
    await look();
  }
  /** Lets the scheduler look as often as it takes. */
  const inTime = (request: () => boolean | Promise<boolean>) =>
    waitUntil(async () => {
      await look();
      return await request();
    });

  test("long credentials are renewed after two thirds of their lifetime, again and again", async () => {
    await oauth.connect("quiet");
    const { id } = await account("quiet");
    const first = await tokens(id);
    await pass(LIFE * 0.55);
    expect(await tokens(id)).toEqual(first);
    for (let round = 0; round < 5; round++) {
      const began = refreshes();
      await pass(LIFE * 0.25);
      await inTime(async () => refreshes() > began && (await account("quiet")).refreshAskedAt === null);
      await pass(LIFE * 0.55);
    }
    expect(await account("quiet")).toMatchObject({ status: "active", statusDetail: null });
  });

  test("what can't be renewed is told a week before, once, and needs to be connected again at its end", async () => {
    const { world } = oauth;
    const ends = world.clock.now() + 20 * DAY;
    const fields = { accessToken: "guild-access-simulated-pasted", expiresAt: new Date(ends).toISOString() };
    const { guild } = await import("../support/oauth-network/network.ts");
    const [found] = await world.appliance.connections.find(guild, fields);
    if (!found) throw new Error("none");
    await world.appliance.connections.connect(world.profileId, guild, found, "cli");
    await pass(12 * DAY);
    expect((await account("pasted")).statusDetail).toBeNull();
    const before = await audited("account.expiring");
    await pass(2 * DAY);
    await inTime(async () => (await account("pasted")).statusDetail !== null);
    await pass(DAY);
    await pass(DAY);
    expect(await account("pasted")).toMatchObject({
      status: "active",
      statusDetail: `Guild lets Crier act for this account until ${new Date(ends).toISOString().slice(0, 16).replace("T", " ")} UTC. Connect it again before.`,
    });
    expect((await audited("account.expiring")) - before).toBe(1);
    await pass(5 * DAY);
    await inTime(async () => (await account("pasted")).status === "needs_reconnect");
    expect((await account("pasted")).statusDetail).toContain("Connect it again");
  });

  test("a network that fails is asked again, ever more seldom, and its accounts stay", async () => {
    await oauth.connect("stubborn");
    oauth.lever.says = { status: 503, json: {} };
    const began = refreshes();
    await pass(LIFE * 0.8);
    const since = oauth.world.clock.now();
    await inTime(() => refreshes() >= began + 12);
    // Of two accounts, each after 1, 2, 4, 8 and 16 minutes more.
    expect(oauth.world.clock.now() - since).toBeGreaterThan(30 * MINUTE);
    expect((await account("stubborn")).status).toBe("active");
    oauth.lever.says = null;
    const better = oauth.world.clock.now();
    await inTime(async () => (await account("stubborn")).credentialsAt > better);
  });

  test("accounts are not renewed all at the same moment, and short ones once a day", () => {
    const ids = Array.from(
      { length: 200 },
      (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    );
    const at = (id: string, life: number, refreshAskedAt: number | null = null) =>
      refreshAt({ id, credentialsAt: 0, tokenExpiresAt: life, refreshAskedAt } as Account);
    const shares = ids.map((id) => at(id, 100 * DAY) / (100 * DAY));
    expect(Math.min(...shares)).toBeWithin(0.6, 0.61);
    expect(Math.max(...shares)).toBeWithin(0.74, 0.75);
    expect(at("x", 2 * 3_600_000)).toBe(DAY);
    for (const id of ids) {
      expect(at(id, 20 * DAY)).toBeLessThanOrEqual(13 * DAY);
      expect(at(id, 8 * DAY)).toBe(4 * DAY);
    }
    expect(at("x", 100 * DAY, 5 * DAY)).toBe(5 * DAY);
  });
});

describe("disconnecting", () => {
  let oauth: OAuthWorld;
  beforeAll(async () => void (oauth = await openOAuthWorld()));
  afterAll(() => oauth[Symbol.asyncDispose]());
  const { account, tokens } = tools(() => oauth);
  const disconnect = async (handle: string) => {
    const { id } = await account(handle);
    const { account: after, ...result } = await disconnectAccount("cli", id, oauth.world.appliance);
    expect(after).toMatchObject({ status: "disconnected", statusDetail: result.detail });
    return result;
  };
  const revoked = () => oauth.lever.forms.filter(({ path }) => path === "/revoke").length;

  test("ends the sign-in at the network", async () => {
    await oauth.connect("bye");
    const { refreshToken } = await tokens((await account("bye")).id);
    expect(await disconnect("bye")).toEqual({
      revoked: true,
      detail: "Disconnected, and Crier's access at Guild was revoked.",
    });
    expect(oauth.lever.forms.at(-1)?.form.get("token")).toBe(refreshToken ?? "");
  });

  test("is done whether or not the network takes note, and says which", async () => {
    await oauth.connect("deaf");
    oauth.lever.says = { status: 503, json: {} };
    const { revoked, detail } = await disconnect("deaf");
    oauth.lever.says = null;
    expect(revoked).toBe(false);
    expect(detail).toContain("could not be revoked");
    expect(detail).toContain("remove it in the account's settings at Guild");
  });

  test("leaves a sign-in alone that another account hangs on, and ends it with the last one", async () => {
    const { connections } = oauth.world.appliance;
    const { guild } = await import("../support/oauth-network/network.ts");
    const fields = {
      accessToken: "guild-access-simulated-leader-2",
      refreshToken: "guild-refresh-simulated-leader-2",
    };
    for (const found of await connections.find(guild, fields))
      await connections.connect(oauth.world.profileId, guild, found, "cli");
    const before = revoked();
    expect((await disconnect("bakers")).detail).toContain("uses the same sign-in");
    expect((await disconnect("smiths")).revoked).toBeNull();
    expect(revoked()).toBe(before);
    expect((await disconnect("leader-2")).revoked).toBe(true);
    expect(revoked()).toBe(before + 1);
  });
});

test("the right to renew: shared within a process, exclusive between two, waited for, but not forever", async () => {
  const clock = turnableClock();
  const folder = mkdtempSync(join(tmpdir(), "crier-lock-"));
  const signal = new AbortController().signal;
  const lock = () => openRefreshLock(openPlace(folder, null).lockRefresh, clock, signal);
  const [mine, theirs] = [lock(), lock()];
  const done = Promise.withResolvers<void>();
  const first = mine.during("a", () => done.promise);
  let second = "waits";
  const other = theirs.during("a", async () => void (second = "done"));
  await mine.during("b", async () => {});
  clock.turn(1000);
  await Promise.resolve();
  expect(second).toBe("waits");
  done.resolve();
  await first;
  const turning = setInterval(() => clock.turn(50), 1);
  await other.finally(() => clearInterval(turning));
  expect(second).toBe("done");

  using held = storeFiles.lockRefresh(folder);
  expect(held).not.toBeNull();
  const late = mine.during("a", async () => {});
  const turnOn = setInterval(() => clock.turn(5000), 1);
  await expect(late).rejects.toThrow("Another process of Crier");
  clearInterval(turnOn);
  rmSync(folder, { recursive: true });
});

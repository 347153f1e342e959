// Tests the order when more is due than can start: profiles take turns, and busy accounts delay only themselves.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { networks } from "../../networks/index.ts";
import { atCommandLine } from "../../publishing/actor.ts";
import { createPost } from "../../publishing/create.ts";
import type { DueQuery } from "../../domain/store/journal.ts";
import { HOUR } from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";
import { createProfile } from "../../admin/profiles.ts";

let world: World;
const accounts: { many: string[]; few: string[] } = { many: [], few: [] };
const profiles = { many: "", few: "" };
const LONG_QUEUE = 40;

beforeAll(async () => {
  world = await openWorld();
  const { appliance } = world;
  profiles.many = world.profileId;
  profiles.few = (await createProfile("cli", { name: "few" }, appliance)).id;
  const simulate = async (
    profile: keyof typeof profiles,
    platform: "bluesky" | "mastodon",
    handle: string,
  ) => {
    const network = networks.find(platform);
    if (!network) throw new Error(`no network ${platform}`);
    accounts[profile].push(
      (await appliance.connections.simulate(profiles[profile], network, handle, "cli")).id,
    );
  };
  for (let n = 0; n < 12; n++) await simulate("many", "bluesky", `ok-${n}`);
  await simulate("few", "mastodon", "ok");
  const due = (profile: keyof typeof profiles, account: string | undefined, minutes: number) => {
    const at = new Date(world.clock.now() + HOUR + minutes * 60_000).toISOString();
    const request = { caption: "x", accounts: [account ?? ""], media: [], overrides: {}, options: {} };
    return createPost(atCommandLine(profiles[profile]), request, at, null, appliance.publishing);
  };
  for (let n = 0; n < LONG_QUEUE; n++) await due("many", accounts.many[0], 0);
  for (const account of accounts.many.slice(1)) await due("many", account, 1);
  await due("few", accounts.few[0], 10);
});
afterAll(() => world[Symbol.asyncDispose]());

const input = (more: Partial<DueQuery> = {}): DueQuery => ({
  now: world.clock.now() + 2 * HOUR,
  limit: 100,
  busyAccounts: [],
  fullServers: [],
  running: {},
  begin: true,
  ...more,
});
const due = async (more: Partial<DueQuery> = {}) =>
  (await world.appliance.store.journal.due(input(more))).map(({ accountId }) => accountId);

test("one target of each account, however long its queue", async () => {
  expect((await due()).toSorted()).toEqual([...accounts.many, ...accounts.few].toSorted());
});

test("the profile with little to do comes second, not last", async () => {
  expect(await due({ limit: 2 })).toEqual([accounts.many[0] ?? "", accounts.few[0] ?? ""]);
});

test("who has much under way comes after who has nothing", async () => {
  expect(await due({ limit: 1, running: { [profiles.many]: 5 } })).toEqual(accounts.few);
});

test("a full server and a busy account hold up only themselves", async () => {
  const fullServers = accounts.many.slice(1).map((id) => `simulated:${id}`);
  expect(await due({ fullServers, busyAccounts: accounts.many.slice(0, 1) })).toEqual(accounts.few);
});

test("nothing new begins where nothing may", async () => {
  expect(await due({ begin: false })).toEqual([]);
});

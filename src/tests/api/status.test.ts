// Tests the status page (D38): available networks and the last day's deliveries to real accounts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { networks } from "../../networks/index.ts";
import { openStatus, type Status } from "../../ops/status.ts";
import type { NetworkOutcomes } from "../../domain/store/outcomes.ts";
import { turnableClock } from "../support/clock.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

type NetworkBody = Omit<Status["networks"][number], "posted" | "lastSuccessAt" | "lastFailureAt"> & {
  lastFailureAt: string | null;
  paused: boolean;
  lastSuccessAt: string | null;
};
type StatusBody = Omit<Status, "networks"> & {
  status: { indicator: string; description: string };
  networks: NetworkBody[];
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.account("bluesky", "ok");
  await world.account("bluesky", "ghost");
  await world.account("mastodon", "down");
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const read = async (path: string) => (await (await fetch(world.url + path)).json()) as StatusBody;
const network = async (id: string) =>
  (await read("/status.json")).networks.find(({ platform }) => platform === id);

/** What a real network would have left behind: the simulator's outcomes without the mark. */
async function asIfReal(): Promise<void> {
  await world.database.run("UPDATE target SET simulated = 0");
}

describe("status (D38)", () => {
  test("before anything was posted: everything is offered, and no number is made up", async () => {
    expect(await network("bluesky")).toEqual({
      platform: "bluesky",
      name: "Bluesky",
      state: "ready",
      configured: true,
      lastSuccessAt: null,
      lastFailureAt: null,
      lastFailure: null,
      history: Array.from({ length: 24 }, () => ({ deliveries: 0, posted: 0 })),
      available: true,
      access: "anyone",
      reason: null,
      requires: null,
      paused: false,
      pausedUntil: null,
      pausedServers: [],
      deliveries: 0,
      successRate: null,
      p50Ms: null,
      p95Ms: null,
    });
  });

  test("simulated deliveries count nothing; real ones count as they ended; an answer is good for five seconds", async () => {
    for (const accounts of [
      ["bluesky:ok"],
      ["bluesky:ok"],
      ["bluesky:ok"],
      ["bluesky:ghost"],
      ["mastodon:down"],
    ]) {
      const { id } = await world.post({ caption: "x", accounts, schedule: "now" });
      // In minutes only where it takes hours: the network would be asked about a lost answer meanwhile.
      await world.until(id, isSettled, accounts[0] === "mastodon:down" ? 60_000 : 200);
      // Nor is it later: what is found, and when, would change the figures.
      await world.database.run("UPDATE target SET due_at = NULL WHERE state = 'uncertain'");
    }
    world.clock.turn(6000);
    expect(await network("bluesky")).toMatchObject({ deliveries: 0 });
    await asIfReal();
    expect(await network("bluesky")).toMatchObject({ deliveries: 0 });
    world.clock.turn(6000);
    expect(await network("bluesky")).toMatchObject({ deliveries: 4, successRate: 0.75 });
    expect((await network("bluesky"))?.p50Ms).toBeGreaterThanOrEqual(0);
    expect(await network("mastodon")).toMatchObject({ deliveries: 1, successRate: 0, p50Ms: null });
    const working = await network("bluesky");
    expect(working).toMatchObject({ state: "working" });
    expect(Date.parse(working?.lastSuccessAt ?? "")).toBeLessThanOrEqual(world.clock.now());
    expect(await network("mastodon")).toMatchObject({ state: "failing", lastSuccessAt: null });
    expect(working?.history).toHaveLength(24);
    expect(working?.history.at(-1)).toEqual({ deliveries: 4, posted: 3 });
    expect(working?.history.slice(0, -1)).toEqual(
      Array.from({ length: 23 }, () => ({ deliveries: 0, posted: 0 })),
    );
    const rest = networks.list.length - 2;
    const { status } = await read("/status.json");
    expect(status.indicator).toBe("minor");
    expect(status.description).toStartWith("1 network failing, 1 working, ");
    expect(status.description).toEndWith(`${rest - 1} need setup, 3 delivered in 24 h`);
    const summary = await (await fetch(`${world.url}/api/v2/summary.json`)).json();
    expect(summary).toMatchObject({
      components: [
        { id: "bluesky", status: "operational" },
        { id: "mastodon", status: "partial_outage" },
      ],
    });
    const page = await (await fetch(`${world.url}/status`)).text();
    const [first = "", second = ""] = page.match(/<li id="(?:bluesky|mastodon)">[\s\S]*?<\/li>/g) ?? [];
    expect(first).toContain('aria-label="Delivered by the hour: 3 of 4 in the hour that began 1 h ago"');
    expect(first.match(/<rect /g)).toHaveLength(25);
    expect(first).toMatch(/<b>Working<\/b>[\s\S]*Last delivered 2026-[\s\S]*3 of 4 delivered; half within/);
    expect(second).toMatch(/<b>Failing<\/b>[\s\S]*0 of 1 delivered/);
    expect(page).toContain("<b>Needs setup</b>");
  });

  test("the last failure is said in words that give nothing away, and only of what was really called", async () => {
    expect(await network("mastodon")).toMatchObject({ lastFailureAt: null, lastFailure: null });
    const { database } = world;
    await database.run("UPDATE account SET simulated = 0 WHERE handle = 'down'");
    world.clock.turn(6000);
    const down = await network("mastodon");
    expect(down).toMatchObject({ configured: true, lastFailure: "it could not be reached, or had a fault" });
    expect(Date.parse(down?.lastFailureAt ?? "")).toBeLessThanOrEqual(world.clock.now());
    expect(await network("x")).toMatchObject({ configured: false, lastFailureAt: null, lastFailure: null });
    const page = await (await fetch(`${world.url}/status`)).text();
    expect(page).toContain("it could not be reached, or had a fault");
    // What needs setup has no bars: nothing could have been delivered there.
    const [unset = ""] = page.match(/<li id="x">[\s\S]*?<\/li>/g) ?? [];
    expect(unset).not.toContain("<svg");
    await database.run("UPDATE account SET simulated = 1 WHERE handle = 'down'");
  });

  test("an hour later the bar has moved on", async () => {
    world.clock.turn(3_600_000);
    expect((await network("bluesky"))?.history.at(-2)).toEqual({ deliveries: 4, posted: 3 });
  });

  test("after a day they are history", async () => {
    world.clock.turn(86_400_000);
    expect(await network("bluesky")).toMatchObject({ deliveries: 0, successRate: null });
  });

  test("the page and the summary for Statuspage clients say the same", async () => {
    const page = await fetch(`${world.url}/status`);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("cache-control")).toBe("public, max-age=5");
    const text = await page.text();
    for (const { name } of networks.list) expect(text).toContain(name);
    // Yesterday's deliveries are no news, and a network that was not called since is not said to work.
    expect(text).not.toMatch(/\bwork(s|ing)\b/);
    expect(text).toContain("<b>Ready: nothing delivered yet</b>");
    const setUp = networks.list.filter(({ access }) => access === "anyone").length;
    const description = `${setUp} networks ready, ${networks.list.length - setUp} need setup, nothing delivered in 24 h`;
    expect(text).toContain(description);
    expect((await read("/status.json")).status).toEqual({ indicator: "none", description });
    expect(await read("/api/v2/summary.json")).toMatchObject({
      page: { name: "Crier", time_zone: "Etc/UTC" },
      status: { indicator: "none", description },
      components: [],
      incidents: [],
      scheduled_maintenances: [],
    });
  });
});

test("half the posts were live within p50, 19 of 20 within p95", async () => {
  for (let i = 0; i < 20; i++) {
    const { id } = await world.post({ caption: "x", accounts: ["bluesky:ok"], schedule: "now" });
    await world.until(id, isSettled);
  }
  const { database } = world;
  await database.run(
    "UPDATE target SET simulated = CASE WHEN state <> 'posted' OR published_at < $since THEN 1 ELSE 0 END",
    { since: world.clock.now() - 3_600_000 },
  );
  const ids = await database.all<{ id: string }>("SELECT id FROM target WHERE simulated = 0");
  expect(ids).toHaveLength(20);
  for (const [i, { id }] of ids.entries())
    await database.run("UPDATE target SET tries_since = published_at - $ms WHERE id = $id", {
      ...{ id, ms: (20 - i) * 100 },
    });
  world.clock.turn(6000);
  expect(await network("bluesky")).toMatchObject({ deliveries: 20, p50Ms: 1000, p95Ms: 1900 });
});

describe("what it is made of", () => {
  const clock = turnableClock();
  const [first] = networks.list;
  if (!first) throw new Error("there are no networks");
  const counted = (more: Partial<NetworkOutcomes>): NetworkOutcomes => {
    return {
      platform: first.id,
      posted: 0,
      failed: 0,
      uncertain: 0,
      lastPostedAt: null,
      hours: new Map(),
      p50Ms: null,
      p95Ms: null,
      ...more,
    };
  };
  const statusOf = async (
    network: typeof first,
    more: Partial<NetworkOutcomes>,
    pausedUntil: number | null,
    usable: readonly string[] = [],
  ) => {
    const outcomes = {
      since: async () => [counted(more)],
      lastPosted: async () => new Map(),
      lastFailed: async () => new Map(),
    };
    const status = await openStatus({
      pause: async () => null,
      networks: [network],
      outcomes,
      clock,
      usable: async () => usable,
      serverPauses: {
        all: async () =>
          pausedUntil === null
            ? []
            : [{ platform: network.id, server: network.id, until: pausedUntil, failures: 5 }],
      },
    })();
    return status.networks[0];
  };

  test.each<[string, Partial<NetworkOutcomes>, number | null]>([
    ["ready", {}, null],
    ["working", { posted: 1 }, null],
    ["working", { posted: 1, failed: 2 }, null],
    ["failing", { failed: 1 }, null],
    ["failing", { uncertain: 1 }, null],
    ["failing", { posted: 2, failed: 3 }, null],
    ["working", { posted: 3, failed: 2 }, null],
    ["paused", { posted: 9 }, 1000],
  ])("D52 %s: %o", async (state, outcomes, pausedFor) => {
    const until = pausedFor === null ? null : clock.now() + pausedFor;
    expect(await statusOf(first, outcomes, until)).toMatchObject({ state });
    const unset = { ...first, access: "own_app" } as const;
    expect(await statusOf(unset, outcomes, until)).toMatchObject({ state: "needs_setup" });
  });
  test("an uncertain delivery does not count as a success", async () => {
    expect(await statusOf(first, { posted: 3, uncertain: 1 }, null)).toMatchObject({ successRate: 0.75 });
  });
  test("a paused network is not available, and says why", async () => {
    const found = await statusOf(first, {}, clock.now() + 1000);
    expect(found).toMatchObject({ available: false, pausedUntil: clock.now() + 1000 });
    expect(found?.reason).toContain("posts there wait");
  });
  test("a network that needs an application is not offered until there is one", async () => {
    const found = await statusOf({ ...first, access: "own_app" }, {}, null);
    expect(found).toMatchObject({ available: false, access: "own_app" });
    expect(found?.reason).toContain("application");
    const usable = await statusOf({ ...first, access: "own_app" }, {}, null, [first.id]);
    expect(usable).toMatchObject({ available: true, reason: null });
  });
  test("a store that fails once is asked again", async () => {
    let calls = 0;
    const outcomes = {
      since: async () => {
        if (++calls === 1) throw new Error("locked");
        return [];
      },
      lastPosted: async () => new Map(),
      lastFailed: async () => new Map(),
    };
    const status = openStatus({
      pause: async () => null,
      networks: networks.list,
      outcomes,
      serverPauses: { all: async () => [] },
      clock,
      usable: async () => [],
    });
    await expect(status()).rejects.toThrow("locked");
    expect((await status()).networks).toHaveLength(networks.list.length);
  });
});

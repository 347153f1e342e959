// Tests /metrics: that it is as docs/metrics.md says, and its numbers after a tour.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exposition } from "../../ops/exposition.ts";
import { version } from "../../version.ts";
import { pausePublishing } from "../../admin/pause.ts";
import { networks } from "../../networks/index.ts";
import { readExposition, type ReadMetric } from "../support/exposition.ts";
import { DAY, HOUR, MINUTE } from "../support/posting.ts";
import { onPostgres } from "../support/postgres.ts";
import { openReceiver, RECEIVER_HOST, subscribe } from "../support/webhook-receiver.ts";
import { turnUntil } from "../support/wait-until.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";
import { account, bytes, entry } from "../store/records.ts";

const OF_SERVERS = ["crier_nodes", "crier_lease_left_seconds"];

const documented = (): Map<string, { type: string; labels: string[] }> => {
  const text = readFileSync(join(import.meta.dir, "../../../docs/metrics.md"), "utf8");
  const rows = text.matchAll(/^\| `(crier_[a-z_]+)` \| (\w+) \|([^|]*)\|/gm);
  return new Map(
    [...rows].map(([, name = "", type = "", labels = ""]) => [
      name,
      { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = ""]) => label) },
    ]),
  );
};

describe("a tour", () => {
  let world: World;
  let began = 0;
  const read = async () => {
    // What the store says may be a few seconds old.
    world.clock.turn(5000);
    const text = await (await fetch(`${world.url}/metrics`)).text();
    return { text, metrics: readExposition(text) };
  };
  const value = (metrics: Map<string, ReadMetric>, line: string) => {
    const name = line.replace(/(_sum|_count|_bucket)?(\{.*)?$/, "");
    return metrics.get(name)?.samples.get(line);
  };

  beforeAll(async () => {
    const receiver = await openReceiver();
    // What is uncertain is asked about at once, and not again during the tests.
    world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: RECEIVER_HOST, CRIER_ASK_AFTER: "10d" });
    for (const handle of ["ok", "fail", "ghost"]) await world.account("mastodon", handle);
    await world.account("x", "ok");
    const { store } = world.appliance;
    began = world.clock.now();
    const real = { ...account, profileId: world.profileId, platform: "threads", handle: "canary_handle" };
    const ends = { credentialsAt: began, tokenExpiresAt: began + 50 * DAY };
    const connect = (id: string, more: object) =>
      store.accounts.connect(
        { ...real, id, remoteId: id, ...ends, ...more },
        () => bytes(2),
        () => entry,
      );
    await connect("canary-1", {});
    await connect("canary-2", { tokenExpiresAt: began + 40 * DAY });
    // Renewed when it is used: its end says nothing.
    await connect("canary-3", { tokenExpiresAt: began + HOUR });
    await subscribe(world, receiver.url, { events: ["post.scheduled"] });
    const now = { schedule: "now" };
    const posted = await world.post({
      caption: "canary caption",
      accounts: ["mastodon:ok", "x:ok"],
      ...now,
    });
    await world.until(posted.id, ({ status: is }) => is === "posted");
    const failed = await world.post({ caption: "no", accounts: ["mastodon:fail"], ...now });
    await world.until(failed.id, ({ status: is }) => is === "failed");
    await world.post({ caption: "draft", schedule: "draft", accounts: ["x:ok"] });
    await world.post({
      caption: "later",
      schedule: new Date(world.clock.now() + 10 * DAY).toISOString(),
      accounts: ["x:ok"],
    });
    await turnUntil(world, () => receiver.arrivals.length === 1);
    const pause = { platform: "mastodon", server: "canary.example", at: world.clock.now() };
    await store.serverPauses.fail(pause, [DAY]);
    await store.backups.noteMade(join(world.folder, "backups", "canary"), began - HOUR);
    const lost = await world.post({ caption: "lost", accounts: ["mastodon:ghost"], ...now });
    await world.until(lost.id, isSettled);
    receiver[Symbol.dispose]();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test("has every metric of docs/metrics.md with its type, labels and a value, and no other one", async () => {
    const { metrics } = await read();
    const known = documented();
    const expected = [...known.keys()].filter((name) => onPostgres || !OF_SERVERS.includes(name));
    expect(known.size).toBeGreaterThan(15);
    expect([...metrics.keys()].toSorted()).toEqual(expected.toSorted());
    for (const [name, { type, samples }] of metrics) {
      const labels = new Set(
        [...samples.keys()].flatMap((line) => [...line.matchAll(/[{,](\w+)=/g)].map(([, each = ""]) => each)),
      );
      expect({ name, type, labels: [...labels].toSorted() }).toEqual({
        name,
        type: known.get(name)?.type ?? "",
        labels: known.get(name)?.labels.toSorted() ?? [],
      });
      expect([name, samples.size > 0]).toEqual([name, true]);
    }
  });

  test("counts what happened", async () => {
    const { metrics } = await read();
    const counted = {
      [`crier_build_info{version=${version}}`]: 1,
      "crier_posts_created_total{schedule=now}": 3,
      "crier_posts_created_total{schedule=time}": 1,
      "crier_posts_created_total{schedule=draft}": 1,
      "crier_posts_created_total{schedule=queue}": 0,
      "crier_targets_settled_total{outcome=posted,platform=mastodon}": 1,
      "crier_targets_settled_total{outcome=failed,platform=mastodon}": 1,
      "crier_targets_settled_total{outcome=uncertain,platform=mastodon}": 1,
      "crier_targets_settled_total{outcome=posted,platform=x}": 1,
      "crier_targets_settled_total{outcome=failed,platform=x}": 0,
      "crier_targets_uncertain{platform=mastodon}": 1,
      "crier_targets_uncertain{platform=x}": 0,
      crier_start_lateness_seconds_count: 4,
      "crier_start_lateness_seconds_bucket{le=+Inf}": 4,
      "crier_publish_seconds_count{platform=mastodon,step=publish}": 3,
      "crier_publish_seconds_count{platform=x,step=publish}": 1,
      "crier_network_calls_total{class=none,platform=mastodon}": 1,
      "crier_network_calls_total{class=5xx,platform=mastodon}": 0,
      "crier_paused{platform=mastodon}": 1,
      "crier_paused{platform=x}": 0,
      crier_due_targets: 0,
      crier_oldest_due_seconds: 0,
      "crier_webhook_deliveries_total{outcome=delivered}": 1,
      "crier_webhook_deliveries_total{outcome=failed}": 0,
      crier_backup_last_success_timestamp_seconds: (began - HOUR) / 1000,
    };
    const found = Object.keys(counted).map((line) => [line, value(metrics, line)]);
    expect(Object.fromEntries(found)).toEqual(counted);
    expect(value(metrics, "crier_network_calls_total{class=2xx,platform=x}")).toBeGreaterThanOrEqual(1);
    expect(value(metrics, "crier_network_calls_total{class=4xx,platform=mastodon}")).toBeGreaterThanOrEqual(
      1,
    );
    expect(value(metrics, "crier_oldest_uncertain_seconds")).toBeGreaterThanOrEqual(5);
    expect(value(metrics, "crier_disk_free_bytes")).toBeGreaterThan(1e6);
    expect(value(metrics, "crier_resident_memory_bytes")).toBeGreaterThan(1e7);
    const left = (began + 40 * DAY - world.clock.now()) / 1000;
    expect([...(metrics.get("crier_token_expiry_seconds")?.samples ?? [])]).toEqual([
      ["crier_token_expiry_seconds{platform=threads}", left],
    ]);
    expect(metrics.get("crier_paused")?.samples.size).toBe(networks.list.length);
  });

  test("buckets add up", async () => {
    const { samples } = (await read()).metrics.get("crier_start_lateness_seconds") ?? { samples: new Map() };
    const buckets = [...samples].filter(([line]) => line.includes("le=")).map(([, count]) => Number(count));
    expect(buckets).toHaveLength(9);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect(
      [...samples.keys()].filter((line) => line.includes("le=")).map((line) => /le=([^}]*)/.exec(line)?.[1]),
    ).toEqual(["0.05", "0.25", "1", "5", "15", "60", "300", "3600", "+Inf"]);
  });

  test("holds no names, texts, ids or secrets", async () => {
    const { text } = await read();
    const { json } = await world.ask("GET", "/posts?limit=100");
    const { posts } = json as { posts: { id: string; targets: { id: string; accountId: string }[] }[] };
    const ids = posts.flatMap(({ id, targets }) => [
      id,
      ...targets.flatMap((each) => [each.id, each.accountId]),
    ]);
    expect(ids.length).toBeGreaterThan(10);
    for (const secret of [...ids, world.profileId, world.key, "canary", "ghost", world.folder, "127.0.0.1"])
      expect(text).not.toContain(secret);
  });

  test("reading it changes nothing", async () => {
    const counters = async () =>
      [...(await read()).metrics]
        .filter(([, { type }]) => type !== "gauge")
        .map(([name, { samples }]) => [name, [...samples]]);
    const before = await counters();
    for (let n = 0; n < 5; n++) await fetch(`${world.url}/metrics`);
    expect(await counters()).toEqual(before);
  });

  test("what is due and can't begin grows old, and so does what is uncertain", async () => {
    await pausePublishing("cli", { reason: "canary" }, world.appliance);
    await world.post({ caption: "waits", accounts: ["x:ok"], schedule: "now" });
    const before = (await read()).metrics;
    await world.turn(MINUTE);
    const { metrics } = await read();
    expect(value(metrics, "crier_due_targets")).toBe(1);
    expect(value(metrics, "crier_oldest_due_seconds")).toBe(70);
    expect(value(before, "crier_oldest_due_seconds")).toBe(5);
  });

  test("a stall of the loop is seen, and seen again by the next reader", async () => {
    await Bun.sleep(250);
    const until = performance.now() + 700;
    while (performance.now() < until);
    await Bun.sleep(250);
    for (let n = 0; n < 2; n++) {
      const { metrics } = await read();
      const stall = value(metrics, "crier_loop_stall_seconds") ?? 0;
      expect(stall).toBeGreaterThan(0.5);
      expect(stall).toBeLessThan(60);
    }
  });

  test("the counters begin anew when the server does; what the store knows stays", async () => {
    await world.restart();
    const { metrics } = await read();
    expect(value(metrics, "crier_posts_created_total{schedule=now}")).toBe(0);
    expect(value(metrics, "crier_targets_uncertain{platform=mastodon}")).toBe(1);
    expect(value(metrics, "crier_due_targets")).toBe(1);
  });
});

test("whatever a label or an explanation contains, a line stays a line", () => {
  const odd = 'a"b\\c\nd';
  const text = exposition([
    { name: "odd", type: "gauge", help: "one\ntwo \\ three", samples: [{ labels: { odd }, value: 1.5 }] },
    { name: "none", type: "counter", help: "Nothing.", samples: [] },
    { name: "far", type: "gauge", help: "Far.", samples: [{ value: Infinity }] },
  ]);
  const metrics = readExposition(text);
  expect([...(metrics.get("crier_odd")?.samples ?? [])]).toEqual([[`crier_odd{odd=${odd}}`, 1.5]]);
  expect(metrics.get("crier_none")?.samples.size).toBe(0);
  expect(metrics.get("crier_far")?.samples.get("crier_far")).toBe(Infinity);
});

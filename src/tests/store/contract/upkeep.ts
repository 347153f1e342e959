// The store's contract: what operation needs: outcomes, the search index, the high-water mark and the probe.
import { expect } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import { account, AT, bytes, due, entry, facts, id, media, post } from "../records.ts";
import { PROFILE, profile, secret, webhook } from "../records.ts";
import type { Rule } from "./index.ts";

const DAY = 86_400_000;

/** @param late ms after its time */
async function attempt(store: Store, n: number, late = 0): Promise<ReturnType<typeof due>> {
  await store.posts.create(post(id(n), "pending", "time"), null, null, entry);
  await store.journal.claim(due(id(n), 0, "pending"), "pending", AT + late);
  const at = due(id(n), 1, "preparing");
  const prepared = { ...facts, prepared: { json: {}, fingerprint: "f" } };
  await store.journal.mark(at, prepared);
  return at;
}

export function upkeepContract(rule: Rule): void {
  rule("outcomes count what a network did, not what an author can change", async ({ store }) => {
    const failed = (category: "network_down" | "content") => ({
      ...facts,
      at: AT + 5,
      failure: { code: "refused", category, detail: "no" } as const,
    });
    const posted = { ...facts, at: AT + 5, publishedAt: AT + 5 };
    await store.journal.move(await attempt(store, 10), "committing", "accept", posted);
    await store.journal.move(await attempt(store, 20), "committing", "refuse", failed("network_down"));
    await store.journal.move(await attempt(store, 30), "committing", "refuse", failed("content"));
    const expected = {
      platform: "bluesky",
      posted: 1,
      failed: 1,
      uncertain: 0,
      lastPostedAt: AT + 5,
      hours: new Map([[0, { deliveries: 2, posted: 1 }]]),
      p50Ms: 5,
      p95Ms: 5,
    };
    expect(await store.outcomes.since(AT)).toEqual([expected]);
    expect(await store.outcomes.since(AT + 6)).toEqual([]);
    expect(await store.outcomes.lastPosted()).toEqual(new Map([["bluesky", AT + 5]]));
  });

  rule("the last failure of a network is its own, of a real account", async ({ store }) => {
    expect(await store.outcomes.lastFailed()).toEqual(new Map());
    const fail = async (n: number, at: number, category: "network_down" | "rate_limit" | "content") => {
      const failure = { code: "refused", category, detail: "no" } as const;
      await store.journal.move(await attempt(store, n), "committing", "refuse", { ...facts, at, failure });
    };
    await fail(10, AT + 5, "network_down");
    await fail(20, AT + 9, "content");
    const down = { at: AT + 5, category: "network_down" } as const;
    expect(await store.outcomes.lastFailed()).toEqual(new Map([["bluesky", down]]));
    await fail(30, AT + 7, "rate_limit");
    const limited = { at: AT + 7, category: "rate_limit" } as const;
    expect(await store.outcomes.lastFailed()).toEqual(new Map([["bluesky", limited]]));
    await store.accounts.connect(
      { ...account, simulated: true },
      () => bytes(2),
      () => entry,
    );
    expect(await store.outcomes.lastFailed()).toEqual(new Map());
  });

  rule("figures count the files of all profiles, and what waits, runs and was late", async ({ store }) => {
    const { database, ...nothing } = await store.figures.figures(AT, AT);
    expect(database.bytes).toBeGreaterThan(0);
    expect(nothing).toEqual({
      media: { bytes: 0, files: 0, profiles: [] },
      delivery: { due: 0, running: 0, nextDueAt: null, latenessMs: null },
    });
    await store.profiles.create({ ...profile, id: id(70), name: "two" }, [], entry);
    await store.media.add(media, 1000, "cli");
    for (const n of [80, 81]) await store.media.add({ ...media, id: id(n), profileId: id(70) }, 1000, "cli");
    for (const [n, late] of [10, 30, 20].entries()) {
      const at = await attempt(store, 100 + 10 * n, late);
      await store.journal.move(at, "committing", "accept", { ...facts, at: AT + 50, publishedAt: AT + 50 });
    }
    await attempt(store, 10);
    for (const n of [20, 30]) await store.posts.create(post(id(n), "pending", "time"), null, null, entry);
    await store.posts.revise(PROFILE, id(30), () => ({ at: AT, dueAt: AT + 500 }));
    const { media: files, delivery } = await store.figures.figures(AT, AT);
    expect(files).toEqual({
      bytes: 30,
      files: 3,
      profiles: [
        { name: "two", bytes: 20, files: 2 },
        { name: "one", bytes: 10, files: 1 },
      ],
    });
    expect(delivery).toEqual({ due: 1, running: 1, nextDueAt: AT + 500, latenessMs: { p50: 20, p99: 30 } });
    expect((await store.figures.figures(AT, AT + 51)).delivery.latenessMs).toBeNull();
  });

  rule("monitoring learns what is due, uncertain and about to end, and since when", async ({ store }) => {
    const nothing = { due: 0, dueSince: null, uncertain: [], accessEnds: [], webhooksDueSince: null };
    expect(await store.figures.gauges(AT)).toEqual(nothing);
    for (const n of [40, 44]) await store.webhooks.add({ ...webhook, id: id(n) }, secret(n), entry);
    for (const n of [10, 20, 30]) await store.posts.create(post(id(n), "pending", "time"), null, null, entry);
    await store.posts.revise(PROFILE, id(20), () => ({ at: AT, dueAt: AT - 7 }));
    await store.posts.revise(PROFILE, id(30), () => ({ at: AT, dueAt: AT + 500 }));
    const lost = {
      failure: { code: "lost_answer", category: "unknown", detail: "d" },
      dueAt: AT - 20,
    } as const;
    for (const [n, at] of [50, 60].entries())
      await store.journal.move(await attempt(store, at), "committing", "lose", {
        ...facts,
        ...lost,
        at: AT + 5 - n,
      });
    await store.journal.move(await attempt(store, 70), "committing", "refuse", {
      ...facts,
      ...lost,
      dueAt: null,
    });
    const ends = { credentialsAt: AT, tokenExpiresAt: AT + 30 * DAY };
    const others = [
      {},
      { tokenExpiresAt: AT + 20 * DAY },
      // Of no real account, or so short that it is renewed whenever it is used.
      { tokenExpiresAt: AT + 10 * DAY, simulated: true },
      { tokenExpiresAt: AT + 6 * DAY },
      { tokenExpiresAt: AT + 15 * DAY, platform: "threads" },
    ];
    for (const [n, more] of others.entries())
      await store.accounts.connect(
        { ...account, id: id(200 + n), remoteId: `r${n}`, ...ends, ...more },
        () => bytes(2),
        () => entry,
      );
    const found = await store.figures.gauges(AT);
    expect(found).toEqual({
      due: 4,
      dueSince: AT - 20,
      uncertain: [{ platform: "bluesky", count: 2, since: AT + 4 }],
      accessEnds: [
        { platform: "bluesky", at: AT + 20 * DAY },
        { platform: "threads", at: AT + 15 * DAY },
      ],
      webhooksDueSince: AT,
    });
    expect((await store.figures.gauges(AT - 1)).webhooksDueSince).toBeNull();
    expect((await store.figures.gauges(AT - 7)).due).toBe(3);
    expect((await store.figures.gauges(AT - 8)).due).toBe(2);
    for (const n of [40, 44]) await store.outbox.pause(id(n), "gone", entry);
    expect((await store.figures.gauges(AT + 100)).webhooksDueSince).toBeNull();
  });

  rule("two that complete the search index at once add each post once", async ({ store, other }) => {
    const count = 40;
    for (let n = 1; n <= count; n++)
      await store.posts.create(post(id(100 * n), "draft", "draft"), null, null, entry);
    await Promise.all([store.search.complete(), other.search.complete()]);
    expect(await store.search.catchUp()).toBeFalse();
    expect(await other.posts.page(PROFILE, { text: "caption" }, 2 * count, null)).toHaveLength(count);
    await store.search.complete();
    expect(await store.posts.page(PROFILE, { text: id(100) }, 10, null)).toHaveLength(1);
  });

  rule("the search index has nothing left to do once it has caught up", async ({ store }) => {
    for (const n of [10, 20]) await store.posts.create(post(id(n), "draft", "draft"), null, null, entry);
    // Some stores fill it as posts are stored.
    await store.search.catchUp();
    expect(await store.search.catchUp()).toBeFalse();
    await store.posts.revise(PROFILE, id(10), () => ({ at: AT, remove: true }));
    await store.search.tidy();
    const found = await store.posts.page(PROFILE, { text: "caption" }, 10, null);
    expect(found.map((each) => each.id)).toEqual([id(20)]);
  });

  rule(
    "the high-water mark rises with changes, and a database that was adopted is not rewound",
    async ({ store }) => {
      expect(await store.highWater.rewound()).toBeNull();
      await store.highWater.raise(AT);
      await store.posts.create(post(id(10), "draft", "draft"), null, null, { ...entry, at: AT + 7 });
      await store.highWater.raise(AT + 8);
      expect(await store.highWater.newest()).toBe(AT + 7);
      await store.highWater.adopt(AT + 9);
      expect(await store.highWater.rewound()).toBeNull();
    },
  );

  rule("the probe succeeds on a store that accepts writes", async ({ store }) => {
    expect(await store.probe()).toBeUndefined();
  });

  rule("what one connection has written, the other reads at once", async ({ store, other }) => {
    await store.workspace.setSecretKid("kid");
    expect(await other.workspace.secretKid()).toBe("kid");
    await other.posts.create(post(id(10), "draft", "draft"), null, null, entry);
    expect((await store.posts.get(PROFILE, id(10)))?.id).toBe(id(10));
  });
}

// The store's contract: what operation needs: outcomes, the search index, the high-water mark and the probe.
import { expect } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import { AT, due, entry, facts, id, post, PROFILE } from "../records.ts";
import type { Rule } from "./index.ts";

async function attempt(store: Store, n: number): Promise<ReturnType<typeof due>> {
  await store.posts.create(post(id(n), "pending", "time"), null, null, entry);
  await store.journal.claim(due(id(n), 0, "pending"), "pending", AT);
  const at = due(id(n), 1, "preparing");
  const prepared = { ...facts, prepared: { json: {}, fingerprint: "f" } };
  await store.journal.mark(at, prepared);
  return at;
}

export function upkeepContract(rule: Rule): void {
  rule("outcomes count what a network did, not what an author can change", async ({ store }) => {
    const [posted, down, content] = [
      await attempt(store, 10),
      await attempt(store, 20),
      await attempt(store, 30),
    ];
    const failed = (category: "network_down" | "content") => ({
      ...facts,
      at: AT + 5,
      failure: { code: "refused", category, detail: "no" } as const,
    });
    await store.journal.move(posted, "committing", "accept", { ...facts, at: AT + 5, publishedAt: AT + 5 });
    await store.journal.move(down, "committing", "refuse", failed("network_down"));
    await store.journal.move(content, "committing", "refuse", failed("content"));
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

  rule("the search index catches up step by step and then has nothing left to do", async ({ store }) => {
    for (const n of [10, 20]) await store.posts.create(post(id(n), "draft", "draft"), null, null, entry);
    expect(await store.search.catchUp()).toBeTrue();
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

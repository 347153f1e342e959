// The store's contract: the queue's slots, and lists and searches of posts.
import { expect } from "bun:test";
import { reflowTo } from "../../../domain/reflow.ts";
import { type Post, publishedAt } from "../../../domain/post.ts";
import {
  PAGE_BYTES,
  POST_SORTS,
  type NewPost,
  type PostFilter,
  type PostPlace,
  type PostSort,
} from "../../../domain/store/posts.ts";
import type { Store } from "../../../domain/store/index.ts";
import { ACCOUNT, AT, bytes, due, entry, facts, id, key, post, PROFILE } from "../records.ts";
import type { Rule } from "./index.ts";

const create = (store: Store, each: NewPost) => store.posts.create(each, null, null, entry);
const at = (scheduledFor: number) => () => ({ scheduledFor, checkAt: null });
const ids = (posts: readonly { id: string }[]) => posts.map((each) => each.id);

export function postListsContract(rule: Rule): void {
  queue(rule);
  lists(rule);
}

function queue(rule: Rule): void {
  rule("a queued post takes the slot that is chosen, and its targets become due then", async ({ store }) => {
    await store.posts.create(post(id(10), "pending", "queue"), null, at(AT + 60), entry);
    const found = await store.posts.get(PROFILE, id(10));
    expect([found?.scheduledFor, found?.targets[0]?.dueAt]).toEqual([AT + 60, AT + 60]);
    expect(await store.posts.held(PROFILE, AT, 10)).toEqual([{ at: AT + 60, postId: id(10) }]);
    expect(await store.posts.amongHeld(PROFILE, AT, (held) => [held.has(AT + 1), held.has(AT + 60)])).toEqual(
      [false, true],
    );
  });

  rule("of a queue longer than is read at once, every held time is known", async ({ store }) => {
    const count = 300;
    for (let n = 0; n < count; n++)
      await store.posts.create(post(id(1000 + 10 * n), "pending", "queue"), null, at(AT + 1 + n), entry);
    const times = Array.from({ length: count + 2 }, (_, n) => AT + n);
    const held = await store.posts.amongHeld(PROFILE, AT - 1, (of) => times.filter((time) => of.has(time)));
    expect(held).toEqual(times.slice(1, -1));
    expect(await store.posts.held(PROFILE, AT, 2)).toHaveLength(2);
  });

  rule("a slot is held by one post", async ({ store }) => {
    await store.posts.create(post(id(10), "pending", "queue"), null, at(AT + 60), entry);
    const second = store.posts.create(post(id(20), "pending", "queue"), null, at(AT + 60), entry);
    expect(await second.catch(() => "refused")).toBe("refused");
    expect(await store.posts.get(PROFILE, id(20))).toBeNull();
  });

  rule(
    "new slots move waiting posts in their order, and leave what has started where it is",
    async ({ store }) => {
      const slot = {
        id: id(6),
        profileId: PROFILE,
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        time: "09:00",
        timezone: "UTC",
      };
      for (const [n, time] of [
        [10, 30],
        [20, 20],
        [30, 10],
      ] as const)
        await store.posts.create(post(id(n), "pending", "queue"), null, at(AT + time), entry);
      const [first] = await store.journal.due({
        now: AT + 10,
        limit: 1,
        busyAccounts: [],
        fullServers: [],
        running: {},
        begin: true,
      });
      if (!first) throw new Error("nothing due");
      await store.journal.claim(first, "pending", AT + 10);
      await store.slots.replace(PROFILE, [slot], reflowTo([slot], AT), entry);
      const held = await store.posts.held(PROFILE, AT, 10);
      expect(held.map(({ postId }) => postId)).toEqual([id(30), id(20), id(10)]);
      expect(held[0]?.at).toBe(AT + 10);
      expect(new Date(held[1]?.at ?? 0).toISOString()).toContain("T09:00");
    },
  );

  rule("posts that have no slots to move to keep the old slots and their times", async ({ store }) => {
    await store.posts.create(post(id(10), "pending", "queue"), null, at(AT + 60), entry);
    const refused = store.slots.replace(PROFILE, [], reflowTo([], AT), entry);
    expect(await refused.catch((error: unknown) => (error as { code?: string }).code)).toBe(
      "queue_has_no_slots",
    );
    expect(await store.posts.held(PROFILE, AT, 10)).toEqual([{ at: AT + 60, postId: id(10) }]);
  });
}

function lists(rule: Rule): void {
  rule("a calendar is read in the order of time, as far as it was asked for", async ({ store }) => {
    const count = 300;
    for (let n = 0; n < count; n++)
      await create(store, { ...post(id(1000 + 10 * n), "pending", "time"), scheduledFor: AT + count - n });
    await create(store, post(id(10), "draft", "draft"));
    await create(store, { ...post(id(20), "pending", "now"), scheduledFor: null });
    const times = async (from: number, to: number, filter: PostFilter = {}, limit = 1000) =>
      (await store.posts.calendar(PROFILE, { from: AT + from, to: AT + to }, filter, limit)).map(
        ({ at: time }) => time - AT,
      );
    expect(await times(0, count + 1)).toEqual(Array.from({ length: count + 1 }, (_, n) => n));
    expect(await times(5, 8)).toEqual([5, 6, 7]);
    expect(await times(0, count + 1, {}, 3)).toEqual([0, 1, 2]);
    expect(await times(0, count + 1, { status: ["publishing"] })).toEqual([0]);
    expect(await times(0, count + 1, { accountId: [id(99)] })).toEqual([]);
    const [first] = await store.posts.calendar(PROFILE, { from: AT, to: AT + 1 }, {}, 1);
    expect(first?.post).toEqual((await store.posts.get(PROFILE, id(20))) as Post);
    expect(await store.posts.calendar(id(99), { from: AT, to: AT + 9 }, {}, 10)).toEqual([]);
  });

  rule("posts are paged newest first, and filters mean all of them at once", async ({ store }) => {
    for (const n of [10, 20, 30])
      await create(store, post(id(n), n === 20 ? "draft" : "pending", n === 20 ? "draft" : "time"));
    const page = async (
      filter: Parameters<Store["posts"]["page"]>[1],
      limit = 10,
      before: string | null = null,
    ) => ids(await store.posts.page(PROFILE, filter, limit, before));
    expect(await page({})).toEqual([id(30), id(20), id(10)]);
    expect(await page({}, 1, id(30))).toEqual([id(20)]);
    expect(await page({ status: ["scheduled"] })).toEqual([id(30), id(10)]);
    expect(await page({ status: ["draft"], targetStatus: ["pending"] })).toEqual([]);
    expect(await page({ platform: ["bluesky"], accountId: [ACCOUNT], from: AT, to: AT })).toHaveLength(3);
    expect(await page({ platform: ["x"] })).toEqual([]);
  });

  rule(
    "a short page ends early where its posts are long, and the next goes on after it, in every order",
    async ({ store }) => {
      const long = "日".repeat(PAGE_BYTES / 7);
      for (const n of [10, 20, 30, 40, 50, 60])
        await create(store, { ...post(id(n), "draft", "draft"), createdAt: AT + n, caption: long });
      for (const sort of POST_SORTS) {
        const all = ids(await store.posts.page(PROFILE, {}, 10, null, sort));
        const pages: string[][] = [];
        for (let place: PostPlace | null = null; ;) {
          const { posts, isCut } = await store.posts.shortPage(PROFILE, {}, 10, place, sort);
          expect({ sort, isCut }).toEqual({ sort, isCut: posts.length > 0 });
          const last = posts.at(-1);
          if (!last) break;
          pages.push(ids(posts));
          place = { id: last.id, at: sort === "published" ? 0 : (last.scheduledFor ?? last.createdAt) };
        }
        expect(pages).toEqual([all.slice(0, 3), all.slice(3)]);
        const few = await store.posts.shortPage(PROFILE, {}, 2, null, sort);
        expect({ ...few, posts: ids(few.posts) }).toEqual({ posts: all.slice(0, 2), isCut: false });
      }
      // A page has one post at least, however long that is.
      await create(store, { ...post(id(70), "draft", "draft"), caption: long.repeat(3) });
      const { posts } = await store.posts.shortPage(PROFILE, {}, 10, null);
      expect(ids(posts)).toEqual([id(70)]);
    },
  );

  rule(
    "a search finds a post as soon as it is stored or edited, and only in its own profile",
    async ({ store }) => {
      await create(store, { ...post(id(10), "draft", "draft"), caption: "Crème brûlée tonight" });
      const search = async (text: string, profileId = PROFILE) =>
        ids(await store.posts.page(profileId, { text }, 10, null));
      expect(await search("creme")).toEqual([id(10)]);
      expect(await search("creme", id(99))).toEqual([]);
      await store.posts.revise(PROFILE, id(10), () => ({ at: AT, post: { caption: "Soup" } }));
      expect(await search("creme")).toEqual([]);
      expect(await search("sou")).toEqual([id(10)]);
    },
  );

  rule(
    "posts are paged by each order, in either direction, and equal times by their ids",
    async ({ store }) => {
      const times = new Map([
        [10, AT + 5],
        [20, AT + 9],
        [30, AT + 5],
        [40, AT + 1],
      ]);
      for (const [n, scheduledFor] of times)
        await create(store, { ...post(id(n), "pending", "time"), scheduledFor, createdAt: AT + n });
      const order = async (sort: PostSort, filter: PostFilter = {}) => {
        const seen: string[] = [];
        for (let place: PostPlace | null = null; ;) {
          const [found]: Post[] = await store.posts.page(PROFILE, filter, 1, place, sort);
          if (!found) return seen;
          seen.push(found.id);
          place = {
            id: found.id,
            at: sort === "published" ? (publishedAt(found) ?? 0) : (found.scheduledFor ?? 0),
          };
        }
      };
      const byTime = [id(20), id(30), id(10), id(40)];
      expect(await order("scheduled")).toEqual(byTime);
      expect(await order("soonest")).toEqual(byTime.toReversed());
      for (const filter of [
        { text: "caption" },
        { status: ["scheduled"] as const },
        { createdBy: ["cli"] },
      ]) {
        expect(await order("scheduled", filter)).toEqual(byTime);
        expect(await order("soonest", filter)).toEqual(byTime.toReversed());
      }
      expect(await order("created")).toEqual([id(40), id(30), id(20), id(10)]);
      for (const [n, at] of [
        [30, AT + 90],
        [10, AT + 91],
      ] as const) {
        const ref = due(id(n), 0, "pending");
        await store.journal.claim(ref, "pending", at);
        const move = { ...facts, at, remote: { id: "r", url: null }, publishedAt: at };
        await store.journal.mark(
          { ...ref, attempt: 1 },
          { ...facts, prepared: { json: {}, fingerprint: "f" } },
        );
        expect(await store.journal.move({ ...ref, attempt: 1 }, "committing", "accept", move)).toBeTrue();
      }
      expect(await order("published")).toEqual([id(10), id(30), id(40), id(20)]);
    },
  );

  rule("posts are counted by status, and by every filter of the list", async ({ store }) => {
    for (const n of [10, 20, 30]) await create(store, post(id(n), "pending", "time"));
    await create(store, post(id(40), "draft", "draft"));
    await store.posts.create(post(id(50), "draft", "draft"), null, null, { ...entry, actor: "key:k" });
    await store.journal.claim(due(id(10), 0, "pending"), "pending", AT);
    const none = {
      draft: 0,
      queued: 0,
      scheduled: 0,
      publishing: 0,
      uncertain: 0,
      posted: 0,
      failed: 0,
      partial: 0,
    };
    const counts = { ...none, draft: 2, scheduled: 2, publishing: 1 };
    expect(await store.posts.counts(PROFILE, {})).toEqual({ counts, capped: false });
    for (const filter of [
      { text: "caption" },
      { platform: ["bluesky"] },
      { accountId: [ACCOUNT] },
      { from: AT },
    ])
      expect(await store.posts.counts(PROFILE, filter)).toEqual({ counts, capped: false });
    expect((await store.posts.counts(PROFILE, { createdBy: ["key:k"] })).counts).toEqual({
      ...none,
      draft: 1,
    });
    expect((await store.posts.counts(PROFILE, { text: "nothing" })).counts).toEqual(none);
    expect((await store.posts.counts(id(99), {})).counts).toEqual(none);
    await store.posts.revise(PROFILE, id(40), () => ({ at: AT, remove: true }));
    expect((await store.posts.counts(PROFILE, {})).counts.draft).toBe(1);
  });

  rule("who created a post is on its record, a key by its name", async ({ store }) => {
    await store.keys.create(key, bytes(7), entry);
    const by = {
      cli: ["command", null],
      [`key:${key.id}`]: ["key", "k"],
      "owner:a@b.c": ["person", "a@b.c"],
    };
    for (const [n, [actor, [kind, name]]] of Object.entries(by).entries()) {
      await store.posts.create(post(id(10 * n + 100), "draft", "draft"), null, null, { ...entry, actor });
      const found = await store.posts.page(PROFILE, { createdBy: [actor] }, 10, null);
      expect(found.map(({ createdBy }) => createdBy as object)).toEqual([{ kind, name }]);
    }
  });
}

// The store's contract: what has changed since a position.
import { expect } from "bun:test";
import type { ChangePosition } from "../../../domain/store/changes.ts";
import type { Store } from "../../../domain/store/index.ts";
import { ACCOUNT, AT, due, entry, id, post, PROFILE, profile, upload } from "../records.ts";
import type { Rule } from "./index.ts";

const START = { event: 0, act: 0 };
const after = (store: Store, position = START, profileIds = [PROFILE], limit = 100) =>
  store.changes.after(position, profileIds, limit);
const create = (store: Store, n: number) =>
  store.posts.create(post(id(n), "pending", "time"), null, null, { ...entry, action: "post.create" });

export function changesContract(rule: Rule): void {
  rule("changes are read from a position on, with posts as they are now", async ({ store, other }) => {
    const begin = await store.changes.newest();
    await create(store, 10);
    await other.journal.claim(due(id(10), 0, "pending"), "pending", AT);
    const found = await after(store, begin);
    expect(found.events.map(({ postId, profileId, kind }) => ({ postId, profileId, kind }))).toEqual([
      { postId: id(10), profileId: PROFILE, kind: "created" },
      { postId: id(10), profileId: PROFILE, kind: "claim" },
    ]);
    expect(found.acts.map(({ action }) => action)).toEqual(["post.create"]);
    expect(found.posts).toEqual(new Map([[id(10), { revision: 1, status: "publishing" }]]));
    expect(found.position).toEqual(await store.changes.newest());
    expect(found.hasMore).toBeFalse();
    const rest = await after(store, found.position);
    expect(rest).toMatchObject({ ...{ events: [], acts: [], hasMore: false }, position: found.position });
  });

  rule("more than the limit is read in parts, and none is left out", async ({ store }) => {
    for (const n of [10, 20, 30]) await create(store, n);
    const seen: number[] = [];
    let position = START;
    for (let hasMore = true; hasMore;) {
      const found = await after(store, position, [PROFILE], 2);
      seen.push(...found.events.map(({ seq }) => seq));
      ({ position, hasMore } = found);
    }
    expect(seen).toEqual((await after(store)).events.map(({ seq }) => seq));
    expect(position).toEqual(await store.changes.newest());
  });

  rule("reading on while others write misses nothing", async ({ store, other }) => {
    const numbersAfter = async (position: ChangePosition) => {
      const found = await after(other, position);
      return { position: found.position, numbers: found.events.map(({ seq }) => seq) };
    };
    let isWriting = true;
    const writing = Promise.all(
      [store, other].map(async (each, n) => {
        for (let place = 1; place <= 8; place++) await create(each, 1000 * (n + 1) + 10 * place);
      }),
    ).finally(() => (isWriting = false));
    const seen: number[] = [];
    const known: { newest: number; numbers: number[] }[] = [];
    for (let position = START; isWriting;) {
      const newest = (await store.changes.newest()).event;
      const { numbers } = await numbersAfter(START);
      known.push({ newest, numbers: numbers.filter((each) => each <= newest) });
      const next = await numbersAfter(position);
      seen.push(...next.numbers);
      ({ position } = next);
      // Those who write get their turn.
      await new Promise(setImmediate);
    }
    await writing;
    const all = (await numbersAfter(START)).numbers;
    expect(all).toHaveLength(16);
    expect(seen).toEqual(all.slice(0, seen.length));
    for (const { newest, numbers } of known) expect(numbers).toEqual(all.filter((each) => each <= newest));
  });

  rule("of other profiles only the events are read", async ({ store }) => {
    await create(store, 10);
    await store.profiles.create({ ...profile, id: id(70), name: "two" }, [], entry);
    const found = await after(store, START, [id(70)]);
    expect(found.events).toHaveLength(1);
    expect(found.posts.size).toBe(0);
  });

  rule("accounts that were acted on, and uploads under way, are read as they are", async ({ store }) => {
    const { position } = await after(store);
    const act = { ...entry, action: "account.block", profileId: PROFILE, subject: ACCOUNT };
    await store.accounts.block(ACCOUNT, 1, "gone", act);
    await store.uploads.add(upload(40), () => true, "cli");
    await store.uploads.note(id(40), 4);
    await store.uploads.add(upload(41), () => true, "cli");
    await store.uploads.expire(upload(41));
    const found = await after(store, position);
    expect(found.accounts).toEqual(new Map([[ACCOUNT, "needs_reconnect"]]));
    expect(found.uploads).toEqual([{ id: id(40), profileId: PROFILE, received: 4, size: 10 }]);
  });

  rule("a number is never given twice, whatever is deleted", async ({ store }) => {
    for (const n of [10, 20]) await create(store, n);
    const before = await store.changes.newest();
    for (const n of [20, 10]) await store.posts.revise(PROFILE, id(n), () => ({ at: AT, remove: true }));
    expect((await store.changes.newest()).event).toBe(before.event);
    for (const n of [30, 40]) await create(store, n);
    const { events } = await after(store, before);
    expect(events.map(({ postId }) => postId)).toEqual([id(30), id(40)]);
    await store.profiles.remove(PROFILE, entry);
    expect((await store.changes.newest()).event).toBe(events.at(-1)?.seq ?? 0);
  });
}

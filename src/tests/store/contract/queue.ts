// The store's contract: pauses of a profile's queue, and what moves when they end.
import { expect } from "bun:test";
import { queuePausedFailure } from "../../../domain/pause.ts";
import type { Reflow } from "../../../domain/reflow.ts";
import type { Store } from "../../../domain/store/index.ts";
import { AT, due, entry, id, label, post, PROFILE } from "../records.ts";
import { kindsOf, QUERY, targetOf, waitingElsewhere, waitingPost } from "./journal.ts";
import type { Rule } from "./index.ts";

const PAUSE = { reason: "closed", since: AT, by: "cli", until: null };

/** A queued post whose slot is `ms` after AT. */
const queue = (store: Store, n: number, ms: number) =>
  store.posts.create(
    post(id(n), "pending", "queue"),
    null,
    () => ({ scheduledFor: AT + ms, checkAt: null }),
    entry,
  );

/** The next free places, ten apart. */
const reflow = (at: number): Reflow => ({
  at,
  *places(held) {
    for (let place = at + 10; ; place += 10)
      if (!held.has(place)) yield { scheduledFor: place, checkAt: null };
  },
});
const held = async (store: Store) =>
  (await store.posts.held(PROFILE, 0, 10)).map(({ postId, at }) => [postId, at - AT]);

/** More posts than move in two transactions. */
const MANY = 250;

const fillQueue = async (store: Store) => {
  for (let n = 0; n < MANY; n++) await queue(store, 1000 + 10 * n, n);
};
/** In the order in which they were added, ms after AT. */
const timesOfMany = async (store: Store) => {
  const times = new Map(
    (await store.posts.held(PROFILE, 0, MANY)).map(({ postId, at }) => [postId, at - AT]),
  );
  return Array.from({ length: MANY }, (_, n) => times.get(id(1000 + 10 * n)));
};
const slotAt = (time: string) => ({
  ...{ id: id(Number(time.slice(0, 2))), profileId: PROFILE, time, timezone: "UTC" },
  weekdays: [1, 2, 3, 4, 5, 6, 7],
});

export function queueContract(rule: Rule): void {
  rule("no attempt of a queued post begins while another connection has paused its queue", async (stores) => {
    const { store, other } = stores;
    await queue(store, 10, 0);
    const timed = await waitingElsewhere(store, 20);
    await other.queue.setPause(PROFILE, PAUSE, entry);
    const target = due(id(10), 0, "pending");
    expect(await store.journal.claim(target, "pending", AT)).toBeNull();
    expect((await store.journal.due(QUERY)).map(({ postId }) => postId)).toEqual([id(20)]);
    expect(await store.journal.claim(timed, "pending", AT)).not.toBeNull();
    await other.queue.setPause(id(99), PAUSE, entry);
    expect(await store.queue.pause(id(99))).toBeNull();
    await other.queue.resume(PROFILE, reflow(AT - 1), null, entry);
    expect(await store.journal.claim(target, "pending", AT)).not.toBeNull();
  });

  rule("a queued post that has begun goes on while its queue is paused", async ({ store }) => {
    await queue(store, 10, 0);
    await store.journal.claim(due(id(10), 0, "pending"), "pending", AT);
    await store.queue.setPause(PROFILE, PAUSE, entry);
    const again = { at: AT, dueAt: AT, detail: "d" };
    await store.journal.move(due(id(10), 1, "preparing"), "preparing", "interrupt", again);
    expect(await store.journal.due(QUERY)).toHaveLength(1);
    expect(await store.journal.claim(due(id(10), 1, "pending"), "pending", AT)).not.toBeNull();
  });

  rule("what is due in a paused queue says so once, and what is not queued does not", async ({ store }) => {
    await queue(store, 10, 0);
    await queue(store, 20, 50);
    await waitingPost(store, 30);
    await store.queue.setPause(PROFILE, PAUSE, entry);
    expect(await store.journal.notePause(AT, 10)).toEqual([id(10)]);
    expect(await store.journal.notePause(AT, 10)).toEqual([]);
    expect((await targetOf(store))?.failure).toEqual(queuePausedFailure(PAUSE));
    expect(await kindsOf(store)).toEqual(["created", "defer"]);
    await store.queue.setPause(PROFILE, { ...PAUSE, reason: "still closed", since: AT + 5 }, entry);
    expect(await store.queue.pause(PROFILE)).toEqual({ ...PAUSE, reason: "still closed" });
    expect(await store.journal.notePause(AT, 10)).toEqual([id(10)]);
  });

  rule(
    "after a pause, posts whose slot has passed take the next free ones in their order",
    async ({ store }) => {
      for (const [n, ms] of [
        [10, 2],
        [20, 1],
        [30, 30],
      ] as const)
        await queue(store, n, ms);
      await store.queue.setPause(PROFILE, PAUSE, entry);
      await store.journal.notePause(AT + 5, 10);
      const none: Reflow = {
        at: AT + 10,
        // oxlint-disable-next-line require-yield
        *places() {
          throw new Error("no slots");
        },
      };
      expect(await store.queue.resume(PROFILE, none, null, entry).catch(String)).toContain("no slots");
      expect(await store.queue.pause(PROFILE)).toEqual(PAUSE);
      expect(await store.queue.resume(PROFILE, reflow(AT + 10), null, entry)).toBeTrue();
      expect(await held(store)).toEqual([
        [id(20), 20],
        [id(30), 30],
        [id(10), 40],
      ]);
      const target = await targetOf(store);
      expect([target?.dueAt, target?.failure]).toEqual([AT + 40, null]);
      const revisions = [10, 20, 30].map(async (n) => (await store.posts.get(PROFILE, id(n)))?.revision);
      expect(await Promise.all(revisions)).toEqual([2, 2, 1]);
      expect(await store.queue.resume(PROFILE, reflow(AT + 10), null, entry)).toBeFalse();
    },
  );

  rule(
    "a pause lasts until the last of many posts has moved, and other work goes on meanwhile",
    async ({ store }) => {
      await fillQueue(store);
      await store.queue.setPause(PROFILE, PAUSE, entry);
      const resuming = store.queue.resume(PROFILE, reflow(AT + MANY), null, entry);
      await store.labels.add(label, entry);
      expect(await store.queue.pause(PROFILE)).toEqual(PAUSE);
      expect(await resuming).toBeTrue();
      expect(await store.queue.pause(PROFILE)).toBeNull();
      expect(await timesOfMany(store)).toEqual(Array.from({ length: MANY }, (_, n) => MANY + 10 * (n + 1)));
    },
  );

  rule(
    "many posts move to new slots one group after another, and other work goes on meanwhile",
    async ({ store }) => {
      await fillQueue(store);
      // Ten apart where they were one apart; the first of them goes out earlier than before, all others later.
      const after = Array.from({ length: MANY }, (_, n) => 10 * n - 5);
      const moving = store.slots.replace(PROFILE, [slotAt("09:00")], reflow(AT - 15), entry);
      await store.labels.add(label, entry);
      expect(await timesOfMany(store)).not.toEqual(after);
      await moving;
      expect(await timesOfMany(store)).toEqual(after);
      const moved = (await store.posts.events(PROFILE, id(1000 + 10 * (MANY - 1)))) ?? [];
      expect(moved.map(({ kind }) => kind)).toEqual(["created", "scheduled"]);
    },
  );

  rule("posts stop moving to slots that are replaced in the meantime", async ({ store }) => {
    await fillQueue(store);
    const moving = store.slots.replace(PROFILE, [slotAt("09:00")], reflow(AT - 15), entry);
    await store.slots.replace(PROFILE, [slotAt("10:00")], null, entry);
    const before = await timesOfMany(store);
    await moving;
    expect(await timesOfMany(store)).toEqual(before);
    expect((await store.slots.list(PROFILE)).map(({ time }) => time)).toEqual(["10:00"]);
  });

  rule("a pause ends at its time, and a slot at that time has not passed", async ({ store }) => {
    await queue(store, 10, 4);
    await queue(store, 20, 5);
    await store.queue.setPause(PROFILE, { ...PAUSE, until: AT + 5 }, entry);
    expect(await store.queue.ended(AT + 4)).toEqual([]);
    expect(await store.queue.resume(PROFILE, reflow(AT + 4), AT + 4, entry)).toBeFalse();
    expect(await store.queue.ended(AT + 5)).toEqual([PROFILE]);
    expect(await store.queue.resume(PROFILE, reflow(AT + 7), AT + 7, entry)).toBeTrue();
    expect(await held(store)).toEqual([
      [id(20), 5],
      [id(10), 17],
    ]);
    expect(await store.queue.ended(AT + 9)).toEqual([]);
  });

  rule("a pause and a claim at once: the post waits or has begun, never both", async ({ store, other }) => {
    for (const n of [10, 20, 30]) {
      await queue(store, n, n - 60);
      const target = due(id(n), 0, "pending");
      const [claimed] = await Promise.all([
        store.journal.claim(target, "pending", AT),
        other.queue.setPause(PROFILE, PAUSE, entry),
      ]);
      expect((await store.posts.get(PROFILE, id(n)))?.targets[0]?.attempt).toBe(claimed ? 1 : 0);
      expect(await store.journal.claim({ ...target, attempt: claimed ? 1 : 0 }, "pending", AT)).toBeNull();
      await store.queue.resume(PROFILE, reflow(AT + 100), null, entry);
    }
  });
}

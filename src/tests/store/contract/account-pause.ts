// The store's contract: pauses of accounts, what happened at each, and what was done to them.
import { expect } from "bun:test";
import { accountPausedFailure, queuePausedFailure } from "../../../domain/pause.ts";
import type { Store } from "../../../domain/store/index.ts";
import { ACCOUNT, AT, due, entry, facts, id, post, PROFILE, waiting } from "../records.ts";
import { failure, kindsOf, QUERY, targetOf, waitingPost } from "./journal.ts";
import type { Rule } from "./index.ts";

const DAY_MS = 86_400_000;
const act = (at: number) => ({ ...entry, at, actor: "owner:a@b.c" });
const pending = due(id(10), 0, "pending");
const activity = async (store: Store, now: number) => (await store.accounts.activity(PROFILE, now))[0];

export function accountPauseContract(rule: Rule): void {
  pauses(rule);
  happenings(rule);
}

function pauses(rule: Rule): void {
  rule("no attempt begins while another connection has paused the account", async ({ store, other }) => {
    await waitingPost(store);
    expect(await other.accounts.setPaused(ACCOUNT, true, act(AT))).toBeTrue();
    expect(await store.journal.claim(pending, "pending", AT)).toBeNull();
    expect(await store.journal.due(QUERY)).toEqual([]);
    const found = await store.accounts.find(ACCOUNT);
    expect([found?.pausedAt, found?.pausedBy]).toEqual([AT, "owner:a@b.c"]);
    expect(await other.accounts.setPaused(ACCOUNT, false, act(AT))).toBeTrue();
    expect(await store.journal.claim(pending, "pending", AT)).not.toBeNull();
  });

  rule("a pause keeps its beginning, and what changes nothing leaves no entry", async ({ store }) => {
    const entries = async () => (await store.audit.page(20, null)).length;
    expect(await store.accounts.setPaused(ACCOUNT, false, act(AT))).toBeFalse();
    await store.accounts.setPaused(ACCOUNT, true, act(AT));
    const before = await entries();
    expect(await store.accounts.setPaused(ACCOUNT, true, act(AT + 5))).toBeFalse();
    expect(await store.accounts.setPaused(id(99), true, act(AT))).toBeFalse();
    expect([await entries(), (await store.accounts.find(ACCOUNT))?.pausedAt]).toEqual([before, AT]);
  });

  rule("what is due says that its account is paused, once, and only there", async ({ store }) => {
    await waitingPost(store);
    await store.accounts.setPaused(ACCOUNT, true, act(AT));
    expect(await store.journal.notePause(AT - 1, 10)).toEqual([]);
    expect(await store.journal.notePause(AT, 10)).toEqual([id(10)]);
    expect(await store.journal.notePause(AT, 10)).toEqual([]);
    expect((await targetOf(store))?.failure).toEqual(accountPausedFailure);
    expect(await kindsOf(store)).toEqual(["created", "defer"]);
  });

  rule("a paused account in a paused queue says one thing, and not both by turns", async ({ store }) => {
    const place = () => ({ scheduledFor: AT, checkAt: null });
    await store.posts.create(post(id(10), "pending", "queue"), null, place, entry);
    await store.accounts.setPaused(ACCOUNT, true, act(AT));
    await store.queue.setPause(PROFILE, { reason: "closed", since: AT, by: "cli", until: null }, entry);
    expect(await store.journal.notePause(AT, 10)).toEqual([id(10)]);
    expect(await store.journal.notePause(AT, 10)).toEqual([]);
    await store.accounts.setPaused(ACCOUNT, false, act(AT));
    expect(await store.journal.notePause(AT, 10)).toEqual([id(10)]);
    expect((await targetOf(store))?.failure).toEqual(queuePausedFailure({ reason: "closed" }));
  });

  rule(
    "what came due during a pause is due when it ends; what comes later keeps its time",
    async ({ store }) => {
      await waitingPost(store);
      const later = () => ({ scheduledFor: AT + DAY_MS, checkAt: null });
      await store.posts.create(post(id(20), "pending", "queue"), null, later, entry);
      await store.accounts.setPaused(ACCOUNT, true, act(AT));
      await store.journal.notePause(AT, 10);
      await store.accounts.setPaused(ACCOUNT, false, act(AT + 50));
      const [first, second] = [await targetOf(store), await targetOf(store, 20)];
      expect([first?.dueAt, first?.failure, second?.dueAt]).toEqual([AT + 50, null, AT + DAY_MS]);
      expect(await store.journal.due({ ...QUERY, now: AT + 50 })).toEqual([{ ...pending, dueAt: AT + 50 }]);
    },
  );

  rule("networks are asked about posts of a paused account that may be live", async ({ store }) => {
    await waitingPost(store);
    await store.journal.claim(pending, "pending", AT);
    const prepared = { ...facts, prepared: { json: {}, fingerprint: "f" } };
    await store.journal.mark(due(id(10), 1, "preparing"), prepared);
    await store.journal.move(due(id(10), 1, "committing"), "committing", "lose", {
      ...facts,
      dueAt: AT,
      failure: waiting,
    });
    await store.accounts.setPaused(ACCOUNT, true, act(AT));
    expect((await store.journal.due(QUERY)).map(({ state }) => state)).toEqual(["uncertain"]);
  });

  rule("connecting an account again neither resumes it nor takes its colour", async ({ store }) => {
    await store.accounts.setPaused(ACCOUNT, true, act(AT));
    expect(await store.accounts.setColour(ACCOUNT, "blue", act(AT))).toBeTrue();
    expect(await store.accounts.setColour(ACCOUNT, "blue", act(AT))).toBeFalse();
    const found = await store.accounts.find(ACCOUNT);
    if (!found) throw new Error("no account");
    const seal = () => new Uint8Array(32);
    const again = await store.accounts.connect({ ...found, scopes: ["a"] }, seal, () => entry);
    expect([again.pausedAt, again.colour, again.scopes]).toEqual([AT, "blue", ["a"]]);
  });
}

function happenings(rule: Rule): void {
  rule("an account's activity counts what waits, and what ended in 30 days, by day", async ({ store }) => {
    expect(await activity(store, AT)).toMatchObject({ accountId: ACCOUNT, waiting: 0, lastSuccessAt: null });
    for (const n of [10, 20, 30]) await waitingPost(store, n);
    await store.journal.claim(pending, "pending", AT);
    const refused = { ...facts, failure };
    await store.journal.move(due(id(10), 1, "preparing"), "preparing", "reject", refused);
    await store.journal.claim(due(id(20), 0, "pending"), "pending", AT);
    const prepared = { ...facts, prepared: { json: {}, fingerprint: "f" } };
    await store.journal.mark(due(id(20), 1, "preparing"), prepared);
    const live = { ...facts, at: AT + DAY_MS, remoteId: "r", url: null, publishedAt: AT + DAY_MS };
    await store.journal.move(due(id(20), 1, "committing"), "committing", "accept", live);
    const found = await activity(store, AT + DAY_MS + 1);
    expect(found).toMatchObject({ waiting: 1, lastSuccessAt: AT + DAY_MS });
    expect(found?.lastFailure).toEqual({ at: AT, detail: failure.detail, postId: id(10) });
    expect(found?.days.length).toBe(30);
    expect(found?.days.slice(-2)).toEqual([
      { posted: 0, failed: 1, uncertain: 0 },
      { posted: 1, failed: 0, uncertain: 0 },
    ]);
    expect((await activity(store, AT + 40 * DAY_MS))?.days.at(-1)).toEqual({
      posted: 0,
      failed: 0,
      uncertain: 0,
    });
    expect(await store.accounts.activity(id(99), AT)).toEqual([]);
  });

  rule("the audit log of one thing has only its entries, newest first", async ({ store }) => {
    for (const at of [1, 2, 3]) await store.audit.add({ ...entry, at, subject: "mine" });
    await store.audit.add({ ...entry, subject: "other" });
    const [latest, ...older] = await store.audit.page(2, null, { subject: "mine" });
    expect([latest?.at, older.map(({ at }) => at)]).toEqual([3, [2]]);
    expect((await store.audit.page(5, older[0] ?? null, { subject: "mine" })).map(({ at }) => at)).toEqual([
      1,
    ]);
  });
}

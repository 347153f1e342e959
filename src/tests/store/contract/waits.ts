// The store's contract: targets that wait, and what an account has published.
import { expect } from "bun:test";
import { ACCOUNT, AT, due, entry, facts, id, PAUSE, post, PROFILE, waiting } from "../records.ts";
import { pausedFailure } from "../../../domain/pause.ts";
import { committing, failure, kindsOf, QUERY, targetOf, waitingPost } from "./journal.ts";
import type { WaitedFor } from "../../../domain/store/accounts.ts";
import type { Rule } from "./index.ts";

export function waitsContract(rule: Rule): void {
  waits(rule);
  pauses(rule);
}

const MARK = { ...facts, prepared: { json: {}, fingerprint: "f" } };

function pauses(rule: Rule): void {
  rule("no attempt begins while another connection has paused publishing", async ({ store, other }) => {
    await waitingPost(store);
    await other.workspace.setPause(PAUSE, entry);
    expect(await store.journal.claim(due(id(10), 0, "pending"), "pending", AT)).toBeNull();
    expect(await kindsOf(store)).toEqual(["created"]);
    expect(await other.workspace.liftPause(entry)).toBeTrue();
    expect(await store.journal.claim(due(id(10), 0, "pending"), "pending", AT)).not.toBeNull();
  });

  rule("no send mark is written while publishing is paused", async ({ store, other }) => {
    await waitingPost(store);
    await store.journal.claim(due(id(10), 0, "pending"), "pending", AT);
    const at = due(id(10), 1, "preparing");
    await other.workspace.setPause(PAUSE, entry);
    expect(await store.journal.mark(at, MARK)).toBe("paused");
    expect((await store.journal.work(at))?.sentAt).toBeNull();
    expect([(await targetOf(store))?.state, (await kindsOf(store))?.at(-1)]).toEqual(["preparing", "claim"]);
    await other.workspace.liftPause(entry);
    expect([await store.journal.mark(at, MARK), await store.journal.mark(at, MARK)]).toEqual([
      "marked",
      "late",
    ]);
  });

  rule("a pause keeps its beginning, and is there until it is lifted", async ({ store, other }) => {
    expect([await store.workspace.pause(), await store.journal.pause()]).toEqual([null, null]);
    expect(await store.workspace.liftPause(entry)).toBeFalse();
    expect(await store.workspace.setPause(PAUSE, entry)).toEqual(PAUSE);
    const again = { reason: "still wrong", since: AT + 5, by: "owner:a@b.c" };
    expect(await store.workspace.setPause(again, entry)).toEqual({ ...again, since: AT });
    expect(await other.journal.pause()).toEqual({ ...again, since: AT });
    await other.workspace.liftPause(entry);
    expect(await store.workspace.pause()).toBeNull();
    expect(await store.audit.page(10, null)).toHaveLength(5);
  });

  rule("what is due says once for each reason that publishing is paused", async ({ store }) => {
    for (const n of [10, 20]) await waitingPost(store, n);
    expect(await store.journal.notePause(AT, 10)).toEqual([]);
    await store.workspace.setPause(PAUSE, entry);
    expect(await store.journal.notePause(AT - 1, 10)).toEqual([]);
    const noted = [await store.journal.notePause(AT, 1), await store.journal.notePause(AT, 10)].flat();
    expect(noted.toSorted()).toEqual([id(10), id(20)]);
    expect(await store.journal.notePause(AT, 10)).toEqual([]);
    expect(await targetOf(store)).toMatchObject({
      state: "pending",
      dueAt: AT,
      failure: pausedFailure(PAUSE),
    });
    expect(await kindsOf(store)).toEqual(["created", "defer"]);
    await store.workspace.setPause({ ...PAUSE, reason: "another" }, entry);
    expect(await store.journal.notePause(AT, 10)).toHaveLength(2);
    await store.workspace.liftPause(entry);
    expect((await targetOf(store))?.failure).toBeNull();
  });
}

function waits(rule: Rule): void {
  rule("a deferred target keeps its own time, which its lateness is counted from", async ({ store }) => {
    await waitingPost(store);
    const first = due(id(10), 0, "pending");
    expect(await store.journal.defer(first, { at: AT, until: AT + 50, failure: waiting })).toBeTrue();
    expect(
      await store.journal.defer({ ...first, attempt: 1 }, { at: AT, until: AT + 60, failure: waiting }),
    ).toBeFalse();
    const [again] = await store.journal.due({ ...QUERY, now: AT + 50 });
    expect([again?.dueAt, again?.deferredSince]).toEqual([AT + 50, AT]);
    if (again) await store.journal.claim(again, "pending", AT + 70);
    expect(await targetOf(store)).toMatchObject({ lateness: 70, failure: null });
  });

  rule(
    "what waits for a server or an account is due at once when that ends, as late as it is",
    async ({ store }) => {
      await waitingPost(store);
      await store.posts.create(
        post(id(20), "pending", "time"),
        null,
        () => ({ scheduledFor: AT + 90, checkAt: null }),
        entry,
      );
      const first = due(id(10), 0, "pending");
      await store.journal.defer(first, { at: AT, until: AT + 50, failure: waiting });
      const act = { ...entry, at: AT + 10, action: "server.resume" };
      const end = (of: WaitedFor, at = AT + 10) => store.accounts.endWait(of, { ...act, at });
      const [server, accountId] = ["bluesky", ACCOUNT];
      expect([
        await end({ server: "other.example" }),
        await end({ server }),
        await end({ accountId }),
      ]).toEqual([...[false, false, false]]);
      await store.serverPauses.fail({ platform: "bluesky", server, at: AT }, [50]);
      await store.serverPauses.fail({ platform: "other", server: "other.example", at: AT }, [50]);
      expect(await end({ server: "other.example" })).toBeTrue();
      expect((await targetOf(store))?.dueAt).toBe(AT + 50);
      expect([await end({ server }), await end({ server })]).toEqual([true, false]);
      const [again] = await store.journal.due({ ...QUERY, now: AT + 10 });
      expect([again?.postId, again?.dueAt, again?.deferredSince]).toEqual([id(10), AT + 10, AT]);
      // Another reason to wait, and a time that somebody chose.
      const limit = { ...waiting, category: "rate_limit" } as const;
      if (again) await store.journal.defer(again, { at: AT + 10, until: AT + 60, failure: limit });
      await store.serverPauses.fail({ platform: "bluesky", server, at: AT + 10 }, [50]);
      expect(await end({ server }, AT + 20)).toBeTrue();
      expect((await targetOf(store))?.dueAt).toBe(AT + 60);
      await store.journal.lookAgain(due(id(10), 0, "pending"), "pending", {
        ...{ at: AT, dueAt: AT + 60, accountNotBefore: AT + 60, detail: "x" },
      });
      expect(await end({ accountId }, AT + 20)).toBeTrue();
      expect((await targetOf(store))?.dueAt).toBe(AT + 20);
      expect((await targetOf(store, 20))?.dueAt).toBe(AT + 90);
      expect(
        (await store.audit.page(20, null)).filter(({ action }) => action === "server.resume"),
      ).toHaveLength(4);
    },
  );

  rule(
    "a target that is looked at again stays in its state, and a late look changes nothing",
    async ({ store }) => {
      const at = await committing(store);
      await store.journal.move(at, "committing", "lose", { ...facts, dueAt: AT, failure });
      const verification = {
        method: "m",
        verdict: "unknown",
        checkedAt: AT,
        evidence: "e",
        checks: 1,
      } as const;
      const look = { at: AT, dueAt: AT + 7, verification, detail: "looked" };
      expect(await store.journal.lookAgain(at, "uncertain", look)).toBeTrue();
      expect(await store.journal.lookAgain(at, "processing", { ...look, dueAt: null })).toBeFalse();
      expect(await targetOf(store)).toMatchObject({ state: "uncertain", dueAt: AT + 7, verification });
      expect((await kindsOf(store))?.slice(-2)).toEqual(["look", "late"]);
    },
  );

  rule(
    "an account that its network asked to wait says so until then, and moves along with the clock",
    async (stores) => {
      const { store, other } = stores;
      const at = await committing(store);
      const accountNotBefore = AT + 60;
      await store.journal.move(at, "committing", "postpone", {
        ...facts,
        dueAt: AT + 5,
        failure,
        accountNotBefore,
      });
      const waits = (now: number) => other.accounts.waiting(now);
      expect(await waits(AT + 59)).toEqual([{ accountId: ACCOUNT, until: AT + 60 }]);
      expect(await waits(AT + 60)).toEqual([]);
      expect(await store.journal.due({ ...QUERY, now: AT + 5 })).toMatchObject([{ accountNotBefore }]);
      await store.journal.clockSet(1000);
      expect(await waits(AT)).toMatchObject([{ until: AT + 1060 }]);
      await store.journal.shortenWaits(AT, { questionsMs: [0], lastQuestionMs: 1, serverMs: 7, otherMs: 9 });
      expect(await waits(AT)).toMatchObject([{ until: AT + 9 }]);
      expect(await store.accounts.endWait({ accountId: ACCOUNT }, { ...entry, at: AT + 9 })).toBeFalse();
    },
  );

  rule("when the clock is set, waits move along and times that people chose stay", async ({ store }) => {
    for (const n of [10, 20]) await waitingPost(store, n);
    await store.journal.defer(due(id(20), 0, "pending"), { at: AT, until: AT + 50, failure: waiting });
    await store.journal.clockSet(1000);
    expect([(await targetOf(store, 10))?.dueAt, (await targetOf(store, 20))?.dueAt]).toEqual([AT, AT + 1050]);
  });

  rule(
    "no wait that Crier chose is longer than it would be now; times that people chose stay",
    async ({ store }) => {
      const longest = { questionsMs: [10, 20], lastQuestionMs: 30, serverMs: 35, otherMs: 40 };
      for (const n of [20, 30, 40]) await waitingPost(store, n);
      const deferral = (until: number) => ({ at: AT, until, failure: waiting });
      await store.journal.defer(due(id(20), 0, "pending"), deferral(AT + 5000));
      await store.journal.defer(due(id(30), 0, "pending"), deferral(AT + 5));
      const chosen = { at: AT, dueAt: AT + 5000, post: { scheduledFor: AT + 5000 } };
      await store.posts.revise(PROFILE, id(40), () => chosen);
      const at = await committing(store);
      await store.journal.move(at, "committing", "lose", { ...facts, dueAt: AT + 5000, failure });
      const waitsOf = async () => {
        await store.journal.shortenWaits(AT, longest);
        return await Promise.all(
          [10, 20, 30, 40].map(async (n) => ((await targetOf(store, n))?.dueAt ?? 0) - AT),
        );
      };
      expect(await waitsOf()).toEqual([10, 40, 5, 5000]);
      const asked = async (checks: number) => {
        const verification = {
          method: "m",
          verdict: "unknown",
          checkedAt: AT,
          evidence: "e",
          checks,
        } as const;
        const look = { at: AT, dueAt: AT + 5000, verification, detail: "d" };
        await store.journal.lookAgain(at, "uncertain", look);
        return await waitsOf();
      };
      expect(await asked(1)).toEqual([20, 40, 5, 5000]);
      expect(await asked(2)).toEqual([30, 40, 5, 5000]);
    },
  );

  rule(
    "the use of an account and its remote ids count from a moment, with the last post before it",
    async ({ store }) => {
      const at = await committing(store);
      await store.journal.move(at, "committing", "accept", {
        ...facts,
        publishedAt: AT,
        remote: { id: "9", url: null },
      });
      expect(await store.journal.usage(ACCOUNT, AT - 1)).toEqual({ count: 1, first: AT });
      expect(await store.journal.usage(ACCOUNT, AT)).toEqual({ count: 0, first: null });
      expect(await store.journal.remoteIds(ACCOUNT, AT + 100)).toEqual(["9"]);
      expect(await store.journal.remoteIds(id(99), 0)).toEqual([]);
    },
  );
}

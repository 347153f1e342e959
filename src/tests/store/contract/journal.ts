// The store's contract: the delivery journal. Every move is fenced by the state and the attempt it starts from.
import { expect } from "bun:test";
import { checkChain, headOf, linkOf, NO_LINK } from "../../../domain/event-chain.ts";
import { MAX_ATTEMPTS, MAX_STEPS, type Step } from "../../../domain/evidence.ts";
import type { Store } from "../../../domain/store/index.ts";
import type { Due, DueQuery } from "../../../domain/store/journal.ts";
import { ACCOUNT, account, AT, bytes, due, entry, facts, id, post, PROFILE, profile } from "../records.ts";
import type { Rule } from "./index.ts";

export const QUERY: DueQuery = {
  now: AT,
  limit: 10,
  busyAccounts: [],
  fullServers: [],
  running: {},
  begin: true,
};
const prepared = { ...facts, prepared: { json: { body: 1 }, fingerprint: "f" } };
export const failure = { code: "refused", category: "content", detail: "no" } as const;

/** @param ms how long it took: tells steps apart */
const step = (ms: number): Step => ({
  ...({ at: AT, ms, name: "settle", method: "GET", host: "x.example" } as const),
  ...({ path: "/2/posts", status: 200, result: "answered", detail: null } as const),
});

export const waitingPost = (store: Store, n = 10) =>
  store.posts.create(post(id(n), "pending", "time"), null, null, entry);
export const kindsOf = async (store: Store, n = 10) =>
  (await store.posts.events(PROFILE, id(n)))?.map(({ kind }) => kind);
export const targetOf = async (store: Store, n = 10) => (await store.posts.get(PROFILE, id(n)))?.targets[0];

/** The same for another account, at the same server. @returns what is due of it */
export async function waitingElsewhere(store: Store, n: number): Promise<Due> {
  const other = { ...account, id: id(70), remoteId: "other", handle: "other" };
  const { id: accountId } = await store.accounts.connect(
    other,
    () => bytes(2),
    () => entry,
  );
  const made = post(id(n), "pending", "time");
  const targets = made.targets.map((target) => ({ ...target, accountId }));
  await store.posts.create({ ...made, targets }, null, null, entry);
  return { ...due(id(n), 0, "pending"), accountId };
}

/** A target of which the publishing request is about to leave. */
export async function committing(store: Store): Promise<Due> {
  await waitingPost(store);
  await store.journal.claim(due(id(10), 0, "pending"), "pending", AT);
  await store.journal.mark(due(id(10), 1, "preparing"), prepared);
  return due(id(10), 1, "committing");
}

export function journalContract(rule: Rule): void {
  dueTargets(rule);
  attempts(rule);
}

function dueTargets(rule: Rule): void {
  rule("a target is due at its time, not before, and once for each account", async ({ store }) => {
    for (const n of [10, 20]) await waitingPost(store, n);
    expect(await store.journal.due({ ...QUERY, now: AT - 1 })).toEqual([]);
    expect(await store.journal.due(QUERY)).toEqual([due(id(10), 0, "pending")]);
    expect(await store.journal.nextDue(AT - 1)).toBe(AT);
    expect(await store.journal.nextDue(AT)).toBeNull();
  });

  rule("accounts and servers that are busy are left out", async ({ store }) => {
    await waitingPost(store);
    expect(await store.journal.due({ ...QUERY, busyAccounts: [ACCOUNT] })).toEqual([]);
    expect(await store.journal.due({ ...QUERY, fullServers: ["bluesky"] })).toEqual([]);
  });

  rule("of two who would look at the same target, one does", async ({ store, other }) => {
    const at = await committing(store);
    await store.journal.move(at, "committing", "process", { ...facts, dueAt: AT, receipt: {} });
    const looked = { ...at, state: "processing" } as const;
    const both = await Promise.all([
      store.journal.reserveLook(looked, AT + 60),
      other.journal.reserveLook(looked, AT + 60),
    ]);
    expect(both.toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(await other.journal.due(QUERY)).toEqual([]);
    expect(await store.journal.nextDue(AT)).toBe(AT + 60);
    expect(await store.journal.reserveLook({ ...looked, attempt: 2 }, AT + 90)).toBeFalse();
  });

  rule("while nothing may start, only what is at the network is due", async ({ store }) => {
    await waitingPost(store, 20);
    expect(await store.journal.due({ ...QUERY, begin: false })).toEqual([]);
    const at = await committing(store);
    await store.journal.move(at, "committing", "process", { ...facts, dueAt: AT, receipt: { r: 1 } });
    const [found] = await store.journal.due({ ...QUERY, begin: false });
    expect([found?.id, found?.state]).toEqual([at.id, "processing"]);
  });

  rule("profiles take turns, and one with much under way comes later", async ({ store }) => {
    await store.profiles.create({ ...profile, id: id(70), name: "two" }, [], entry);
    for (const [n, profileId] of [
      [71, PROFILE],
      [72, id(70)],
    ] as const)
      await store.accounts.connect(
        { ...account, id: id(n), profileId, remoteId: String(n) },
        () => bytes(2),
        () => entry,
      );
    const targets = [
      [10, PROFILE, ACCOUNT],
      [20, PROFILE, id(71)],
      [30, id(70), id(72)],
    ] as const;
    for (const [n, profileId, accountId] of targets) {
      const fresh = post(id(n), "pending", "time");
      await store.posts.create(
        { ...fresh, profileId, targets: fresh.targets.map((each) => ({ ...each, accountId })) },
        null,
        null,
        entry,
      );
    }
    const order = async (running: DueQuery["running"]) =>
      (await store.journal.due({ ...QUERY, running })).map(({ postId }) => postId);
    expect(await order({})).toEqual([id(10), id(30), id(20)]);
    expect(await order({ [PROFILE]: 5 })).toEqual([id(30), id(10), id(20)]);
    expect(await store.journal.due({ ...QUERY, limit: 2 })).toHaveLength(2);
  });
}

function attempts(rule: Rule): void {
  rule(
    "a claim starts an attempt with all that it needs, and only from the state and attempt it names",
    async ({ store }) => {
      await waitingPost(store);
      const first = due(id(10), 0, "pending");
      expect(await store.journal.claim(first, "retrying", AT)).toBeNull();
      const work = await store.journal.claim(first, "pending", AT + 5);
      expect(work).toMatchObject({
        attempt: 1,
        state: "preparing",
        tries: 1,
        triesSince: AT + 5,
        caption: `Caption ${id(10)}`,
        held: false,
      });
      expect(await store.journal.claim(first, "pending", AT + 6)).toBeNull();
      expect(await store.journal.work(first)).toBeNull();
      expect(await store.journal.work(due(id(10), 1, "preparing"))).toEqual(work);
      expect((await targetOf(store))?.lateness).toBe(5);
    },
  );

  rule("the send mark, the receipt and the outcome are stored with their moves", async ({ store }) => {
    const at = await committing(store);
    expect(await store.journal.work(at)).toMatchObject({
      state: "committing",
      prepared: { body: 1 },
      sentAt: AT,
    });
    await store.journal.move(at, "committing", "process", { ...facts, dueAt: AT + 9, receipt: { r: 1 } });
    expect(await store.journal.work(at)).toMatchObject({ state: "processing", receipt: { r: 1 } });
    const live = { ...facts, at: AT + 20, publishedAt: AT + 20, remote: { id: "9", url: "https://x/9" } };
    expect(await store.journal.move(at, "processing", "accept", live)).toBeTrue();
    expect(await targetOf(store)).toMatchObject({
      state: "posted",
      remoteId: "9",
      url: "https://x/9",
      publishedAt: AT + 20,
      dueAt: null,
    });
    expect(await kindsOf(store)).toEqual(["created", "claim", "prepared", "process", "accept"]);
    expect((await store.posts.get(PROFILE, id(10)))?.updatedAt).toBe(AT + 20);
  });

  rule("each event is linked to the one before, whatever its text is", async ({ store, other }) => {
    const at = await committing(store);
    for (const detail of ["", "\u0000 and after", "half \ud83d of a pair", 'a "quoted" line\n'])
      await store.journal.note(at, { kind: "look", detail, at: AT, data: { url: detail } });
    await waitingPost(store, 20);
    const rows = (await other.posts.chain(PROFILE, id(10))) ?? [];
    const chain = headOf(rows);
    expect(checkChain(rows, chain)).toEqual({ kind: "fits", more: 0 });
    expect([chain.events, chain.head]).toEqual([7, rows.at(-1)?.link ?? ""]);
    expect(new Set(rows.map(({ link }) => link)).size).toBe(7);
    // Another post's chain begins anew.
    const [first] = (await other.posts.chain(PROFILE, id(20))) ?? [];
    expect(first?.link).toBe(first && linkOf(NO_LINK, first));
    expect(await store.posts.chain(id(99), id(10))).toBeNull();
  });

  rule("what was exchanged with the network is stored with the move that follows", async ({ store }) => {
    const at = await committing(store);
    const later = { ...facts, at: AT + 9, dueAt: AT + 9 };
    const live = { ...later, dueAt: null, publishedAt: AT };
    await store.journal.move(at, "committing", "process", { ...later, steps: [step(1)] });
    await store.journal.lookAgain(at, "processing", { ...later, steps: [step(2)] });
    await store.journal.move(at, "processing", "accept", { ...live, steps: [step(3)] });
    // Too late to change anything, and yet it happened.
    await store.journal.move(at, "processing", "accept", { ...live, steps: [step(4)] });
    expect(await store.posts.attempts(PROFILE, id(10))).toEqual([
      {
        targetId: at.id,
        attempt: 1,
        startedAt: AT,
        sentAt: AT,
        fingerprint: "f",
        endedAt: AT + 9,
        outcome: "accept",
        steps: [step(1), step(2), step(3), step(4)],
      },
    ]);
    const events = (await store.posts.events(PROFILE, id(10))) ?? [];
    expect(events.slice(3).map(({ data }) => data.ms)).toEqual([1, 2, 3, undefined]);
  });

  rule("an attempt keeps a limited number of steps, the publishing one among them", async ({ store }) => {
    const at = await committing(store);
    const publish = { ...step(0), name: "publish" } as const;
    await store.journal.move(at, "committing", "process", { ...facts, dueAt: AT, steps: [publish] });
    for (let n = 1; n <= 3; n++) {
      const steps = Array.from({ length: 40 }, (_, each) => step(n * 100 + each));
      await store.journal.lookAgain(at, "processing", { ...facts, dueAt: AT, steps });
    }
    const steps = (await store.posts.attempts(PROFILE, id(10)))?.[0]?.steps ?? [];
    expect(steps).toHaveLength(MAX_STEPS);
    expect([steps[0], steps.at(-1)]).toEqual([publish, step(339)]);
  });

  rule("of many attempts, the latest are given out, and the last that was sent", async ({ store }) => {
    const at = await committing(store);
    await store.journal.move(at, "committing", "refuse", { ...facts, failure });
    await store.journal.move(at, "failed", "retry", { ...facts, dueAt: AT });
    for (let n = 1; n < MAX_ATTEMPTS + 3; n++) {
      await store.journal.claim(due(id(10), n, "pending"), "pending", AT);
      await store.journal.move(due(id(10), n + 1, "preparing"), "preparing", "interrupt", {
        ...facts,
        dueAt: AT,
      });
    }
    const numbers = (await store.posts.attempts(PROFILE, id(10)))?.map(({ attempt }) => attempt);
    expect(numbers).toEqual([1, ...Array.from({ length: MAX_ATTEMPTS }, (_, n) => n + 4)]);
  });

  rule("a move that comes too late changes nothing and is written down as late news", async ({ store }) => {
    const at = await committing(store);
    const lost = { ...facts, dueAt: AT + 5, failure };
    expect(await store.journal.move(at, "committing", "lose", lost)).toBeTrue();
    const before = await targetOf(store);
    expect(await store.journal.move(at, "committing", "accept", { ...facts, publishedAt: AT })).toBeFalse();
    expect(
      await store.journal.move({ ...at, attempt: 2 }, "uncertain", "find", { ...facts, publishedAt: AT }),
    ).toBeFalse();
    expect(await targetOf(store)).toEqual(before);
    expect((await kindsOf(store))?.slice(-2)).toEqual(["late", "late"]);
  });

  rule(
    "progress is saved while an attempt is under way, and forgotten when a person asks for another try",
    async ({ store }) => {
      const at = await committing(store);
      await store.journal.saveProgress(at, { part: 1 });
      expect((await store.journal.work(at))?.progress).toEqual({ part: 1 });
      await store.journal.move(at, "committing", "refuse", { ...facts, failure });
      await store.journal.saveProgress(at, { part: 2 });
      expect((await store.journal.work(at))?.progress).toEqual({ part: 1 });
      await store.journal.move(at, "failed", "retry", { ...facts, dueAt: AT });
      expect(await store.journal.work(at)).toMatchObject({ progress: null, tries: 0, triesSince: 0 });
    },
  );

  rule("what a crash leaves behind is found, and nothing else", async ({ store }) => {
    await store.journal.claim(await waitingElsewhere(store, 20), "pending", AT);
    const at = await committing(store);
    // Those of others that are there are none of ours.
    await store.nodes.leave();
    const states = (await store.journal.interrupted()).map(
      ({ ref, state }) => `${ref.postId} ${ref.attempt} ${ref.platform} ${state}`,
    );
    const expected = [`${id(10)} 1 bluesky committing`, `${id(20)} 1 bluesky preparing`];
    expect(new Set(states)).toEqual(new Set(expected));
    await store.journal.move(at, "committing", "lose", { ...facts, dueAt: AT, failure });
    expect(await store.journal.interrupted()).toHaveLength(1);
  });

  rule(
    "a restore holds back the chosen targets, leaves a line for the others and ends the copy",
    async ({ store }) => {
      for (const n of [10, 20]) await waitingPost(store, n);
      const held = await store.holding.hold(
        ({ postId }) =>
          postId === id(10)
            ? {
                kind: "hold",
                facts: { ...facts, failure: { code: "restored", category: "interrupted", detail: "d" } },
              }
            : { kind: "leave", detail: "left" },
        entry,
      );
      expect(held.map(({ kind, canVerify }) => [kind, canVerify])).toEqual([
        ["hold", false],
        ["leave", false],
      ]);
      expect((await targetOf(store, 10))?.state).toBe("uncertain");
      expect((await store.journal.work(due(id(10), 0, "uncertain")))?.held).toBeTrue();
      expect([(await targetOf(store, 20))?.state, (await kindsOf(store, 20))?.at(-1)]).toEqual([
        "pending",
        "restored",
      ]);
    },
  );
}

// The store's contract: two connections want the same thing at the same time, and exactly one gets it.
import { expect } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import {
  ACCOUNT,
  AT,
  bytes,
  consent,
  due,
  entry,
  facts,
  id,
  key,
  media,
  person,
  post,
  profile,
  PROFILE,
  session,
  upload,
  start,
  waiting,
} from "../records.ts";
import type { Rule, TestStore } from "./index.ts";

/** What both answered; a refusal by an exception counts as "refused". */
export async function both<T>(
  { store, other }: TestStore,
  act: (store: Store, n: 0 | 1) => Promise<T>,
): Promise<(T | "refused")[]> {
  const answers = await Promise.allSettled([act(store, 0), act(other, 1)]);
  return answers.map((each) => (each.status === "fulfilled" ? each.value : "refused"));
}
const LOST: readonly unknown[] = [false, null, "refused", "late", "paused"];
const won = (answers: readonly unknown[]) => answers.filter((each) => !LOST.includes(each));

export function racesContract(rule: Rule): void {
  deliveryRaces(rule);
  postRaces(rule);
  adminRaces(rule);
}

function deliveryRaces(rule: Rule): void {
  rule("one of two claims of a target starts the attempt", async (stores) => {
    for (const n of [10, 20, 30]) {
      await stores.store.posts.create(post(id(n), "pending", "time"), null, null, entry);
      const claims = await both(stores, (each) =>
        each.journal.claim(due(id(n), 0, "pending"), "pending", AT),
      );
      expect(won(claims)).toHaveLength(1);
      expect((await stores.store.posts.get(PROFILE, id(n)))?.targets[0]?.attempt).toBe(1);
      // One at a time for each account.
      const again = { ...facts, dueAt: AT + 5 };
      await stores.store.journal.move(due(id(n), 1, "preparing"), "preparing", "interrupt", again);
    }
  });

  rule("one of two moves of an attempt counts, and the other is late news", async (stores) => {
    const { store } = stores;
    await store.posts.create(post(id(10), "pending", "time"), null, null, entry);
    await store.journal.claim(due(id(10), 0, "pending"), "pending", AT);
    const at = due(id(10), 1, "preparing");
    const failure = { code: "refused", category: "content", detail: "no" } as const;
    const moves = await both<unknown>(stores, (each, n) =>
      n === 0
        ? each.journal.mark(at, {
            ...facts,
            prepared: { json: {}, fingerprint: "f" },
          })
        : each.journal.move(at, "preparing", "reject", { ...facts, failure }),
    );
    expect(won(moves)).toHaveLength(1);
    expect((await store.posts.events(PROFILE, id(10)))?.filter(({ kind }) => kind === "late")).toHaveLength(
      1,
    );
  });

  rule("of two that give back the same attempt one does, and the other says nothing", async (stores) => {
    const { store } = stores;
    await store.posts.create(post(id(10), "pending", "time"), null, null, entry);
    await store.journal.claim(due(id(10), 0, "pending"), "pending", AT);
    const at = due(id(10), 1, "preparing");
    const back = { ...facts, dueAt: AT, unlessMade: true } as const;
    const moves = await both(stores, (each) => each.journal.move(at, "preparing", "interrupt", back));
    expect(won(moves)).toHaveLength(1);
    const kinds = (await store.posts.events(PROFILE, id(10)))?.map(({ kind }) => kind);
    expect(kinds).toEqual(["created", "claim", "interrupt"]);
  });

  rule(
    "a post that is being edited and claimed at once is either edited or started, never both",
    async (stores) => {
      await stores.store.posts.create(post(id(10), "pending", "time"), null, null, entry);
      const [, edited] = await both<unknown>(stores, (each, n) =>
        n === 0
          ? each.journal.claim(due(id(10), 0, "pending"), "pending", AT)
          : each.posts.revise(PROFILE, id(10), (now) => {
              if (now.targets.some(({ state }) => state !== "pending")) throw new Error("started");
              return { at: AT, post: { caption: "Edited" } };
            }),
      );
      const found = await stores.store.posts.get(PROFILE, id(10));
      const wasEdited = found?.caption === "Edited";
      expect(edited === "refused").toBe(!wasEdited);
    },
  );

  rule(
    "two posts that exchange their times while one is claimed: either is done, never both",
    async (stores) => {
      const { store } = stores;
      for (const n of [10, 40]) {
        const later = AT + 50 + n;
        await store.posts.create(post(id(n), "pending", "time"), null, null, entry);
        await store.posts.create(
          { ...post(id(n + 10), "pending", "queue"), scheduledFor: later, targets: [] },
          null,
          null,
          entry,
        );
        const [claimed, swapped] = await both<unknown>(stores, (each, side) =>
          side === 0
            ? each.journal.claim(due(id(n), 0, "pending"), "pending", AT)
            : each.posts.reviseAll(PROFILE, [id(n), id(n + 10)], AT, (posts) => {
                if (posts.some(({ targets }) => targets.some(({ state }) => state !== "pending")))
                  throw new Error("started");
                return posts.map((now, i) => {
                  const other = posts[1 - i] ?? now;
                  const { schedule, scheduledFor } = other;
                  const dueAt = scheduledFor ?? AT;
                  return { post: now, revision: { at: AT, dueAt, post: { schedule, scheduledFor } } };
                });
              }),
        );
        const found = await store.posts.get(PROFILE, id(n));
        expect([claimed === null, found?.scheduledFor]).toEqual(
          swapped === "refused" ? [false, AT] : [true, later],
        );
      }
    },
  );

  rule(
    "what was due and got another time meanwhile neither starts nor waits nor fails",
    async ({ store, other }) => {
      await store.posts.create(post(id(10), "pending", "time"), null, null, entry);
      const was = due(id(10), 0, "pending");
      await other.posts.revise(PROFILE, id(10), () => ({
        at: AT,
        dueAt: AT + 500,
        post: { scheduledFor: AT + 500 },
      }));
      const failure = { code: "missed_schedule", category: "missed", detail: "d" } as const;
      expect(await store.journal.claim(was, "pending", AT)).toBeNull();
      expect(await store.journal.defer(was, { at: AT, until: AT + 5, failure: waiting })).toBeFalse();
      expect(await store.journal.move(was, "pending", "miss", { ...facts, dueBy: AT, failure })).toBeFalse();
      const found = await store.posts.get(PROFILE, id(10));
      expect(found?.targets.map(({ state, dueAt }) => [state, dueAt])).toEqual([["pending", AT + 500]]);
      expect((await store.posts.events(PROFILE, id(10)))?.map(({ kind }) => kind)).toEqual(["created"]);
      expect(await store.journal.claim({ ...was, dueAt: AT + 500 }, "pending", AT + 500)).not.toBeNull();
    },
  );

  rule("one of two refreshes stores its credentials", async (stores) => {
    const renewed = (n: number) => ({ sealed: bytes(20 + n), expiresAt: null, at: AT });
    const answers = await both(stores, (each, n) => each.accounts.renew(ACCOUNT, 1, renewed(n)));
    expect(won(answers)).toHaveLength(1);
    const winner = answers.indexOf(true);
    expect(await stores.store.accounts.sealed(ACCOUNT)).toEqual({ bytes: bytes(20 + winner), version: 2 });
  });
}

function postRaces(rule: Rule): void {
  rule("two edits of one post: the second sees the first and is refused", async (stores) => {
    await stores.store.posts.create(post(id(10), "draft", "draft"), null, null, entry);
    const before = await stores.store.posts.get(PROFILE, id(10));
    const edits = await both(stores, (each, n) =>
      each.posts.revise(PROFILE, id(10), (now) => {
        if (now.caption !== before?.caption) throw new Error("overtaken");
        return { at: AT, post: { caption: `Edit ${n}` } };
      }),
    );
    expect(won(edits)).toHaveLength(1);
  });

  rule("one slot that two posts choose goes to one of them", async (stores) => {
    const slot = (held: { has(at: number): boolean }) => ({
      scheduledFor: held.has(AT + 60) ? AT + 120 : AT + 60,
      checkAt: null,
    });
    await both(stores, (each, n) =>
      each.posts.create(post(id(10 + 10 * n), "pending", "queue"), null, slot, entry),
    );
    const held = await stores.store.posts.held(PROFILE, AT, 10);
    expect(held.map(({ at }) => at)).toEqual([AT + 60, AT + 120]);
  });

  rule("two requests with one idempotency key make one post", async (stores) => {
    const claim = { key: "k", fingerprint: "f" };
    const answers = await both(stores, (each, n) =>
      each.posts.create(post(id(10 + 10 * n), "draft", "draft"), claim, null, entry),
    );
    expect(answers.map((each) => (each === "refused" ? each : each.kind)).toSorted()).toEqual([
      "claimed",
      "created",
    ]);
    expect(await stores.store.posts.page(PROFILE, {}, 10, null)).toHaveLength(1);
  });

  rule("a file that is deleted while a post takes it is either deleted or used", async (stores) => {
    await stores.store.media.add(media, 1000, "cli");
    const editor = { profileId: PROFILE, name: "cli", role: null, mayPublish: true, simulatedOnly: false };
    const [removal, created] = await both<{ kind: string }>(stores, (each, n) =>
      n === 0
        ? each.media.remove(editor, media.id, AT)
        : each.posts.create({ ...post(id(10), "draft", "draft"), mediaIds: [media.id] }, null, null, entry),
    );
    const removed = removal !== "refused" && removal?.kind === "removed";
    expect(created === "refused").toBe(removed);
  });

  rule("the last room of a quota goes to one of two files", async (stores) => {
    const answers = await both(stores, (each, n) => each.media.add({ ...media, id: id(80 + n) }, 15, "cli"));
    expect(won(answers)).toHaveLength(1);
    expect(await stores.store.media.total(PROFILE)).toEqual({ bytes: 10, files: 1 });
  });

  rule("an upload is completed once", async (stores) => {
    await stores.store.uploads.add(upload(40), () => true, "cli");
    await stores.store.uploads.fill(id(40), 10, "b".repeat(64));
    const answers = await both(stores, (each, n) =>
      each.uploads.complete(id(40), { ...media, id: id(80 + n) }, 1000, "cli"),
    );
    expect(won(answers)).toHaveLength(1);
    expect(await stores.store.media.page(PROFILE, { sort: "created" }, 10, null)).toHaveLength(1);
  });
}

function adminRaces(rule: Rule): void {
  rule("one of two profiles gets the name", async (stores) => {
    const answers = await both(stores, (each, n) =>
      each.profiles.create({ ...profile, id: id(70 + n), name: "two" }, [], entry),
    );
    expect(won(answers)).toHaveLength(1);
  });

  rule("one of two owners gets the e-mail address", async (stores) => {
    const owner = (n: number) => person(5 + n, "a@b.c");
    expect(won(await both(stores, (each, n) => each.people.create(owner(n), entry)))).toHaveLength(1);
  });

  rule("one of two sign-ins uses the state", async (stores) => {
    await stores.store.oauthStates.add(consent, bytes(6), AT);
    expect(won(await both(stores, (each) => each.oauthStates.use(bytes(6), AT)))).toHaveLength(1);
  });

  rule("of two attempts to sign in at once, each counts", async (stores) => {
    const before = await both(stores, (each) => each.signInTries.add(bytes(6), AT - 1, AT, 2));
    expect(before.flat()).toEqual([AT]);
  });

  rule("one of two choices takes what a sign-in found", async (stores) => {
    await stores.store.oauthResults.put(bytes(6), "x", { sealed: bytes(7), until: AT + 1 }, AT);
    const taken = await both(stores, (each) => each.oauthResults.take(bytes(6), "x", AT));
    expect(taken.filter((each) => each !== null)).toEqual([bytes(7)]);
  });

  rule("one of two sign-outs ends the session", async (stores) => {
    await stores.store.people.create(person(5, "a@b.c"), entry);
    await stores.store.sessions.add(session, start(4), entry);
    expect(
      won(await both(stores, (each) => each.sessions.remove(session.personId, session.id, entry))),
    ).toHaveLength(1);
  });

  rule(
    "a key that is rotated and revoked at once ends, and its audit entries tell the order",
    async (stores) => {
      await stores.store.keys.create(key, bytes(3), entry);
      const fresh = { id: id(62), last4: "efgh", createdAt: AT, createdBy: "cli" };
      const [rotated, revoked] = await both<unknown>(stores, (each, n) =>
        n === 0
          ? each.keys.rotate(key.id, fresh, bytes(9), AT, { ...entry, action: "key.rotate" })
          : each.keys.revoke(key.id, AT, { ...entry, action: "key.revoke" }),
      );
      expect(revoked).toBeTrue();
      const actions = (await stores.store.audit.page(2, null)).map(({ action }) => action);
      expect(actions.includes("key.rotate")).toBe(rotated !== null);
      expect(await stores.store.keys.byHash(bytes(9)).then((found) => found !== null)).toBe(rotated !== null);
    },
  );

  rule(
    "two rotations of one key give two keys, and the old one ends at the earlier moment",
    async (stores) => {
      await stores.store.keys.create(key, bytes(3), entry);
      const answers = await both(stores, (each, n) =>
        each.keys.rotate(
          key.id,
          { id: id(62 + n), last4: "efgh", createdAt: AT, createdBy: "cli" },
          bytes(9 + n),
          AT + 10 + n,
          entry,
        ),
      );
      expect(won(answers)).toHaveLength(2);
      expect((await stores.store.keys.find(key.id))?.expiresAt).toBe(AT + 10);
    },
  );
}

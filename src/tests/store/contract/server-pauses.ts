// The store's contract: servers that fail, and which attempt tries one again after its pause.
import { expect } from "bun:test";
import type { Store } from "../../../domain/store/index.ts";
import type { Due } from "../../../domain/store/journal.ts";
import { AT, due, entry, facts, id } from "../records.ts";
import { kindsOf, QUERY, waitingElsewhere, waitingPost } from "./journal.ts";
import type { Rule } from "./index.ts";
import { both } from "./races.ts";

const SERVER = { platform: "bluesky", server: "bluesky" };
/** Two failures are no reason to wait. */
const PAUSES = [null, null, 30, 60];

async function failing(store: Store, times: readonly number[]): Promise<void> {
  for (const at of times) await store.serverPauses.fail({ ...SERVER, at }, PAUSES);
}

/** Of two accounts at the same server. */
async function twoDue(store: Store): Promise<readonly [Due, Due]> {
  await waitingPost(store);
  const serverPause = { failures: 3, until: AT };
  return [
    { ...due(id(10), 0, "pending"), serverPause },
    { ...(await waitingElsewhere(store, 20)), serverPause },
  ];
}

export function serverPausesContract(rule: Rule): void {
  rule(
    "a server is left alone after so many failures in a row, longer each time",
    async ({ store, other }) => {
      await failing(store, [AT, AT]);
      expect(await other.serverPauses.all()).toEqual([]);
      await failing(other, [AT]);
      expect(await store.serverPauses.all()).toEqual([{ ...SERVER, failures: 3, until: AT + 30 }]);
      // What was under way when the pause began fails with it.
      await failing(store, [AT + 29]);
      expect(await store.serverPauses.all()).toEqual([{ ...SERVER, failures: 3, until: AT + 30 }]);
      await failing(store, [AT + 30, AT + 90]);
      expect(await store.serverPauses.all()).toEqual([{ ...SERVER, failures: 5, until: AT + 150 }]);
    },
  );

  rule("of two failures at once each counts", async (stores) => {
    for (const server of ["one", "three", "two"]) {
      const fail = (store: Store) => store.serverPauses.fail({ platform: "x", server, at: AT }, PAUSES);
      await both(stores, fail);
      await fail(stores.store);
    }
    expect((await stores.store.serverPauses.all()).map(({ failures }) => failures)).toEqual([3, 3, 3]);
  });

  rule("a response ends it, and what failed before no longer counts", async ({ store, other }) => {
    await failing(store, [AT, AT, AT]);
    await other.serverPauses.respond("another");
    expect(await store.serverPauses.all()).toHaveLength(1);
    await other.serverPauses.respond("bluesky");
    await failing(store, [AT, AT]);
    expect(await store.serverPauses.all()).toEqual([]);
  });

  rule("what is due says that its server is left alone", async ({ store }) => {
    await twoDue(store);
    await failing(store, [AT, AT, AT]);
    const found = await store.journal.due(QUERY);
    const serverPause = { failures: 3, until: AT + 30 };
    expect(found.map((each) => each.serverPause)).toEqual([serverPause, serverPause]);
  });

  rule(
    "one attempt tries a server after its pause, and no other begins until it has ended",
    async (stores) => {
      const { store, other } = stores;
      const [first, second] = await twoDue(store);
      await failing(store, [AT - 30, AT - 30, AT - 30]);
      const claims = await Promise.all([
        store.journal.claim(first, "pending", AT),
        other.journal.claim(second, "pending", AT),
      ]);
      expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1);
      const trial = claims[0] ?? claims[1];
      expect(await other.journal.due(QUERY)).toEqual([]);
      if (trial) await store.journal.move(trial, "preparing", "interrupt", { ...facts, dueAt: AT + 5 });
      const [next, ...more] = await other.journal.due(QUERY);
      expect([next?.postId !== trial?.postId, more]).toEqual([true, []]);
      expect(next && (await other.journal.claim(next, "pending", AT))).not.toBeNull();
    },
  );

  rule(
    "a claim that is refused for another reason keeps no other from trying the server",
    async ({ store }) => {
      const [first, second] = await twoDue(store);
      await failing(store, [AT - 30, AT - 30, AT - 30]);
      expect(await store.journal.claim({ ...first, attempt: 7 }, "pending", AT)).toBeNull();
      expect(await store.journal.claim(second, "pending", AT)).not.toBeNull();
      expect(await kindsOf(store)).toEqual(["created"]);
    },
  );

  rule("a person ends a pause once, and a failure after it pauses longer", async ({ store, other }) => {
    await failing(store, [AT, AT, AT]);
    const end = { ...entry, at: AT + 10, action: "server.resume" };
    expect(await other.accounts.endWait({ server: "bluesky" }, end)).toBeTrue();
    expect(await other.accounts.endWait({ server: "bluesky" }, end)).toBeFalse();
    expect(await store.serverPauses.all()).toEqual([{ ...SERVER, failures: 3, until: AT + 10 }]);
    await failing(store, [AT + 10]);
    expect(await store.serverPauses.all()).toEqual([{ ...SERVER, failures: 4, until: AT + 70 }]);
  });

  rule("pauses move along when the clock is set, and none is longer than it can be", async ({ store }) => {
    await failing(store, [AT, AT, AT]);
    await store.journal.clockSet(1000);
    expect(await store.serverPauses.all()).toMatchObject([{ until: AT + 1030 }]);
    await store.journal.shortenWaits(AT, { questionsMs: [0], lastQuestionMs: 1, serverMs: 7, otherMs: 9 });
    expect(await store.serverPauses.all()).toMatchObject([{ until: AT + 7 }]);
  });
}

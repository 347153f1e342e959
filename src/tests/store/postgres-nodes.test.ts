// Several processes over one PostgreSQL server: leases, and what becomes of the attempts of one that is gone.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Store } from "../../domain/store/index.ts";
import { openPostgresStore } from "../../store/postgres/index.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { systemClock } from "../../clock.ts";
import { isClockOff } from "../../publishing/delivery/clock-offset.ts";
import { whenSettled } from "../../publishing/delivery/wait.ts";
import { openWatch } from "../../publishing/delivery/watch.ts";
import { waitUntil } from "../support/wait-until.ts";
import { account, AT, bytes, due, entry, facts, id, post, PROFILE, profile } from "./records.ts";

const MARK = { ...facts, prepared: { json: { body: 1 }, fingerprint: "f" } };
const WAITING = due(id(10), 0, "pending");
const PREPARING = due(id(10), 1, "preparing");

describe.skipIf(postgresPrograms === null)("two processes on one server", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  /** Both deliver, and a post is due. */
  async function open() {
    const url = await server.database();
    const [store, other] = [await openStore(url, "one"), await openStore(url, "two")];
    await store.profiles.create(profile, [], entry);
    await store.accounts.connect(
      account,
      () => bytes(2),
      () => entry,
    );
    await store.posts.create(post(id(10), "pending", "time"), null, null, entry);
    return {
      ...{ store, other },
      /** As when a process has stood still for longer than its lease. */
      async expire(name: string) {
        await using pool = openPool({ url, name: "test", sessions: 1 });
        await pool.use((session) =>
          session.run("UPDATE node SET lease_until = 0 WHERE name = $name", { name }),
        );
      },
      async [Symbol.asyncDispose]() {
        await store[Symbol.asyncDispose]();
        await other[Symbol.asyncDispose]();
      },
    };
  }

  async function openStore(url: string, name: string): Promise<Store> {
    const store = await openPostgresStore({ url, name, sessions: 4 });
    await store.nodes.join(name);
    return store;
  }

  const names = async ({ nodes }: Store) => (await nodes.active()).map(({ name }) => name);

  test("each sees both, until one leaves or is silent for too long", async () => {
    await using opened = await open();
    const { store, other } = opened;
    const running = { url: "http://127.0.0.1:1", publicUrl: null, applications: ["x"], setupDigest: null };
    await store.nodes.announce(running);
    expect((await other.nodes.active()).map(({ name, server: its }) => [name, its])).toEqual([
      ["one", running],
      ["two", null],
    ]);
    await opened.expire("one");
    expect(await names(other)).toEqual(["two"]);
    await other.nodes.leave();
    expect(await names(store)).toEqual([]);
    // It goes on as another one, and answers requests as before.
    await store.nodes.renewLease();
    expect((await other.nodes.active()).map(({ server: its }) => its)).toEqual([running]);
  });

  test("each knows how long its lease still lasts, and that it has none when it has left", async () => {
    await using opened = await open();
    const { nodes } = opened.store;
    const leaseMs = nodes.leaseMs ?? 0;
    const left = nodes.leaseLeft() ?? 0;
    expect(left).toBeGreaterThan(leaseMs / 2);
    expect(left).toBeLessThan(leaseMs);
    // A renewal brings more than it takes, unless the server's answer is slow.
    await waitUntil(async () => {
      const before = nodes.leaseLeft() ?? 0;
      await nodes.renewLease();
      return (nodes.leaseLeft() ?? 0) > before;
    });
    await nodes.leave();
    expect(nodes.leaseLeft()).toBeNull();
  });

  test("only a process with a lease begins an attempt, and only its own attempts get a mark", async () => {
    await using opened = await open();
    const { store, other } = opened;
    await opened.expire("one");
    expect(await store.journal.claim(WAITING, "pending", AT)).toBeNull();
    expect(await other.journal.claim(WAITING, "pending", AT)).not.toBeNull();
    // It finds that it was taken for dead, and goes on as another.
    expect(await store.nodes.renewLease()).toBeFalse();
    expect(await store.nodes.renewLease()).toBeTrue();
    expect(await store.journal.mark(PREPARING, MARK)).toBe("late");
    expect(await other.journal.mark(PREPARING, MARK)).toBe("marked");
  });

  test("what a silent process was preparing is free for the others, and it gets no mark any more", async () => {
    await using opened = await open();
    const { store, other } = opened;
    await store.journal.claim(WAITING, "pending", AT);
    expect(await other.journal.interrupted()).toEqual([]);
    await opened.expire("one");
    await other.nodes.renewLease();
    const [found] = await other.journal.interrupted();
    expect(found).toMatchObject({ state: "preparing", ref: { attempt: 1 } });
    const given = { ...facts, dueAt: AT };
    expect(await other.journal.move(PREPARING, "preparing", "interrupt", given)).toBeTrue();
    expect(await store.journal.mark(PREPARING, MARK)).toBe("late");
    expect(await store.journal.move(PREPARING, "preparing", "interrupt", given)).toBeFalse();
  });

  test("a mark or a report of an earlier attempt says nothing about the next one", async () => {
    await using opened = await open();
    const { journal, posts } = opened.store;
    await journal.claim(WAITING, "pending", AT);
    await journal.move(PREPARING, "preparing", "interrupt", { ...facts, dueAt: AT });
    expect(await journal.claim({ ...WAITING, attempt: 1 }, "pending", AT)).not.toBeNull();
    expect(await journal.mark(PREPARING, MARK)).toBe("late");
    expect(await journal.mark({ ...PREPARING, attempt: 2 }, MARK)).toBe("marked");
    expect(await journal.report(PREPARING, "unsent", { ...facts, dueAt: AT })).toBeFalse();
    expect((await posts.get(PROFILE, id(10)))?.targets[0]?.state).toBe("committing");
  });

  test("a mark and a takeover at the same time: never is one target in two hands", async () => {
    for (let round = 0; round < 20; round++) {
      await using opened = await open();
      const { store, other } = opened;
      await store.journal.claim(WAITING, "pending", AT);
      await opened.expire("one");
      const [marked, taken] = await Promise.all([store.journal.mark(PREPARING, MARK), takeOver(other)]);
      expect([marked, taken]).toEqual(["late", true]);
    }
  });

  async function takeOver({ nodes, journal }: Store): Promise<boolean> {
    await nodes.renewLease();
    const [found] = await journal.interrupted();
    if (found?.state !== "preparing") return false;
    return await journal.move(found.ref, "preparing", "interrupt", { ...facts, dueAt: AT });
  }

  test("the oldest process with a lease does what one is enough for, and each knows how many there are", async () => {
    await using opened = await open();
    const { store, other } = opened;
    expect([await store.nodes.isLeader(), await other.nodes.isLeader()]).toEqual([true, false]);
    await store.nodes.renewLease();
    expect([store.nodes.count(), other.nodes.count()]).toEqual([2, 2]);
    await opened.expire("one");
    await other.nodes.renewLease();
    expect(await other.nodes.isLeader()).toBeTrue();
    expect(other.nodes.count()).toBe(1);
    // It comes back as another one, and waits for its turn.
    await store.nodes.renewLease();
    expect([await store.nodes.isLeader(), await other.nodes.isLeader()]).toEqual([false, true]);
  });

  test("the process that sent something may still be there, until it has said what became of it or is gone", async () => {
    await using opened = await open();
    const { store, other } = opened;
    await store.journal.claim(WAITING, "pending", AT);
    await store.journal.mark(PREPARING, MARK);
    const SENT = due(id(10), 1, "committing");
    expect(await other.nodes.sender(SENT)).toBeNull();
    await opened.expire("one");
    const interrupted = { code: "interrupted", category: "interrupted", detail: "d" } as const;
    const lost = { ...facts, dueAt: AT, failure: interrupted };
    await other.journal.move(SENT, "committing", "lose", lost);
    expect(await other.nodes.sender(SENT)).toMatchObject({ name: "one" });
    expect(await other.nodes.sender({ ...SENT, attempt: 2 })).toBeNull();
    // Its own word: the answer is lost.
    const outcome = { ...lost, failure: { ...interrupted, code: "lost_answer" } } as const;
    expect(await store.journal.report(SENT, "lose", outcome)).toBeTrue();
    expect(await other.nodes.sender(SENT)).toBeNull();
  });

  test("a process that has ended sends nothing any more", async () => {
    await using opened = await open();
    const { store, other } = opened;
    await store.journal.claim(WAITING, "pending", AT);
    await store.journal.mark(PREPARING, MARK);
    await opened.expire("one");
    const failure = { code: "interrupted", category: "interrupted", detail: "d" } as const;
    await other.journal.move(due(id(10), 1, "committing"), "committing", "lose", {
      ...facts,
      dueAt: AT,
      failure,
    });
    expect(await other.nodes.sender(due(id(10), 1, "uncertain"))).not.toBeNull();
    await store[Symbol.asyncDispose]();
    await waitUntil(async () => (await other.nodes.sender(due(id(10), 1, "uncertain"))) === null);
  });

  test("a process knows how far its clock is from the server's", async () => {
    const url = await server.database();
    for (const [ms, isOff] of [
      [0, false],
      [6000, true],
      [-6000, true],
    ] as const) {
      const clock = { ...systemClock, now: () => Date.now() + ms };
      await using store = await openPostgresStore({ url, name: "one", sessions: 2 }, { clock });
      await store.nodes.join("one");
      expect(Math.abs(store.nodes.clockOffset() - ms)).toBeLessThan(1000);
      expect(isClockOff(store.nodes)).toBe(isOff);
    }
  });

  test("who waits for a post at one process learns what another one did", async () => {
    await using opened = await open();
    const { store, other } = opened;
    const waiting = await store.posts.get(PROFILE, id(10));
    if (!waiting) throw new Error("no post");
    const watch = openWatch({ lastEvents: store.posts.lastEvents, clock: systemClock });
    const settled = whenSettled(waiting, 60_000, { posts: store.posts, clock: systemClock, watch });
    await other.journal.claim(WAITING, "pending", AT);
    await other.journal.mark(PREPARING, MARK);
    const accepted = { ...facts, remote: { id: "r", url: null }, publishedAt: AT };
    await other.journal.report(due(id(10), 1, "committing"), "accept", accepted);
    expect((await settled).targets[0]?.state).toBe("posted");
  });

  test("the right to refresh an account's credentials is one process's at a time, of each account", async () => {
    const url = await server.database();
    await using one = await openPostgresStore({ url, name: "one", sessions: 4 });
    await using two = await openPostgresStore({ url, name: "two", sessions: 4 });
    const held = await one.lock("refresh a");
    expect(held).not.toBeNull();
    expect(await two.lock("refresh a")).toBeNull();
    expect(await one.lock("refresh a")).toBeNull();
    const another = await two.lock("refresh b");
    expect(another).not.toBeNull();
    await held?.[Symbol.asyncDispose]();
    const again = await two.lock("refresh a");
    expect(again).not.toBeNull();
    await again?.[Symbol.asyncDispose]();
    await another?.[Symbol.asyncDispose]();
  });
});

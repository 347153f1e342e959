// Several processes over one PostgreSQL server: leases, and what becomes of the attempts of one that is gone.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Store } from "../../domain/store/index.ts";
import { openPostgresStore } from "../../store/postgres/index.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
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
    const running = { url: "http://127.0.0.1:1", publicUrl: null, applications: ["x"] };
    await store.nodes.announce(running);
    expect((await other.nodes.active()).map(({ name, server: its }) => [name, its])).toEqual([
      ["one", running],
      ["two", null],
    ]);
    await opened.expire("one");
    expect(await names(other)).toEqual(["two"]);
    await other.nodes.leave();
    expect(await names(store)).toEqual([]);
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

// A server that is full, read-only, busy or away: what the PostgreSQL store throws then, and what people are told.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Problem, StoreError, type Code, type StoreFault } from "../../errors.ts";
import { openAccess, type Access } from "../../store/postgres/access.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { freePort } from "../support/free-port.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";

async function thrown(act: () => Promise<unknown>): Promise<unknown> {
  return await act().then(
    () => null,
    (error: unknown) => error,
  );
}
const faultOf = (error: unknown) => (error instanceof StoreError ? error.fault : error);

describe.skipIf(postgresPrograms === null)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  async function open(url?: string): Promise<Access & AsyncDisposable> {
    const pool = openPool({ url: url ?? (await server.database()), name: "test", sessions: 2 });
    return { ...openAccess(pool, async () => {}), [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
  }
  const raise = (code: string) => `DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`;

  test.each<[state: string, fault: StoreFault, code: Code]>([
    ["53100", "full", "disk_full"],
    ["53300", "busy", "temporarily_unavailable"],
    ["25006", "readonly", "disk_read_only"],
    ["55P03", "busy", "temporarily_unavailable"],
    ["57014", "busy", "temporarily_unavailable"],
    ["57P03", "unreachable", "temporarily_unavailable"],
    ["58030", "failing", "internal"],
    ["XX001", "failing", "internal"],
  ])("%s is %s", async (state, fault, code) => {
    await using access = await open();
    const ways = [
      () => access.db.run(raise(state)),
      () => access.read((db) => db.run(raise(state))),
      () => access.write((db) => db.run(raise(state))),
      () => access.writeLocked((db) => db.run(raise(state))),
    ];
    for (const way of ways) {
      const error = await thrown(way);
      expect(faultOf(error)).toBe(fault);
      expect(Problem.from(error).code).toBe(code);
    }
    expect(await access.db.get("SELECT 1 AS one")).toEqual({ one: 1 });
  });

  test("where only reading is allowed, a write is refused as readonly, with the server's words", async () => {
    await using access = await open();
    const error = await thrown(() =>
      access.writeLocked(async (db) => {
        await db.run("SET TRANSACTION READ ONLY");
        await db.run("UPDATE workspace SET plan = plan");
      }),
    );
    expect(faultOf(error)).toBe("readonly");
    expect((error as Error).message).toContain("read-only transaction");
  });

  test.each(["40001", "40P01"])("%s is tried again, and busy when it does not stop", async (state) => {
    await using access = await open();
    let tries = 0;
    const act = () => access.write((db) => db.run(++tries > 5 ? "SELECT 1" : raise(state)));
    expect(await act()).toBe(1);
    tries = -1000;
    expect(faultOf(await thrown(act))).toBe("busy");
    expect(tries).toBe(-970);
  });

  test("a statement that takes too long is busy", async () => {
    await using access = await open();
    const error = await thrown(() =>
      access.read(async (db) => {
        await db.run("SET LOCAL statement_timeout = 50");
        await db.run("SELECT pg_sleep(10)");
      }),
    );
    expect(faultOf(error)).toBe("busy");
  });

  test("a connection that breaks is unreachable, and the next one works", async () => {
    await using access = await open();
    const end = "SELECT pg_terminate_backend(pg_backend_pid())";
    for (const way of [access.read, access.write, access.writeLocked]) {
      const error = await thrown(() => way((db) => db.run(end)));
      expect(faultOf(error)).toBe("unreachable");
    }
    expect(await access.db.get("SELECT 1 AS one")).toEqual({ one: 1 });
  });

  test("no server there: unreachable, and people are told that nothing is known", async () => {
    await using access = await open(`postgres://crier@127.0.0.1:${freePort()}/crier`);
    const error = await thrown(() => access.db.get("SELECT 1"));
    expect(faultOf(error)).toBe("unreachable");
    expect(Problem.from(error)).toMatchObject({
      code: "temporarily_unavailable",
      detail: "The database could not be reached. It is not known whether the request took effect.",
    });
  });

  test("what says nothing about the server stays as it is", async () => {
    await using access = await open();
    const error = await thrown(() => access.write((db) => db.run("UPDATE workspace SET plan = 'other'")));
    expect(error).toMatchObject({ code: "23514" });
    expect(Problem.from(error).code).toBe("internal");
  });
});

// How the PostgreSQL store reads and writes: transactions, retries, and commits whose answer does not arrive.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { systemClock } from "../../clock.ts";
import { openAccess, type Access } from "../../store/postgres/access.ts";
import { backOffBy } from "../../store/postgres/index.ts";
import { openPool, type SessionPool } from "../../store/postgres/pool.ts";
import { jsonOf } from "../../store/postgres/statements.ts";
import { openPostgresLine } from "../support/postgres-line.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";

const backOff = backOffBy(systemClock);

describe.skipIf(postgresPrograms === null)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  async function open(): Promise<{ pool: SessionPool; access: Access } & AsyncDisposable> {
    const pool = openPool({ url: await server.database(), name: "test", sessions: 10 });
    const access = openAccess(pool, backOff);
    await access.db.run("CREATE TABLE counter (n bigint NOT NULL, flag smallint, bytes bytea, doc json)");
    await access.db.run("INSERT INTO counter (n) VALUES (0)");
    return { pool, access, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
  }
  const count = async ({ db }: Access) => (await db.get<{ n: number }>("SELECT n FROM counter"))?.n;

  test("values come back as they went in", async () => {
    await using opened = await open();
    const { db } = opened.access;
    const values = { n: 2 ** 52, flag: 1, bytes: Uint8Array.of(0, 255), doc: '{"b": 1,  "a":null}' };
    await db.run("UPDATE counter SET n = $n, flag = $flag, bytes = $bytes, doc = $doc", values);
    expect(await db.get("SELECT n, flag, bytes, doc FROM counter")).toEqual(values);
    expect(await db.get("SELECT sum(n) AS n, $word::text AS word FROM counter", { word: "a\0b" })).toEqual({
      n: 2 ** 52,
      word: "a\ufffdb",
    });
  });

  test("members are read out of any JSON", async () => {
    await using opened = await open();
    const doc = { code: "a", "odd\0": "\ud800 \\u0000 \\\\ud800", tail: "\\\0" };
    const read = "SELECT $doc::json ->> 'code' AS code, $doc::json ->> 'tail' AS tail";
    expect(await opened.access.db.get(read, { doc: jsonOf(doc) })).toEqual({ code: "a", tail: "\\\ufffd" });
    expect(JSON.parse(jsonOf(doc))).toMatchObject({ "odd\ufffd": "\ufffd \\u0000 \\\\ud800" });
  });

  test.each(["write", "writeLocked"] as const)("%s: two hundred at a time lose nothing", async (write) => {
    await using opened = await open();
    const { access } = opened;
    const all = Array.from({ length: 200 }, () =>
      access[write](async (db) => {
        const found = await db.get<{ n: number }>("SELECT n FROM counter FOR UPDATE");
        await db.run("UPDATE counter SET n = $n", { n: (found?.n ?? 0) + 1 });
      }),
    );
    await Promise.all(all);
    expect(await count(access)).toBe(200);
  });

  test("writes of several processes take each other back and are all made in the end", async () => {
    const url = await server.database();
    const pools = Array.from({ length: 4 }, (_, n) => openPool({ url, name: `test ${n}`, sessions: 4 }));
    const [first, ...others] = pools.map((pool) => openAccess(pool, backOff));
    await first?.db.run("CREATE TABLE counter (n bigint NOT NULL)");
    await first?.db.run("INSERT INTO counter (n) VALUES (0)");
    const add = async ({ write }: Access) =>
      await write(async (db) => {
        const found = await db.get<{ n: number }>("SELECT n FROM counter");
        await db.run("UPDATE counter SET n = $n", { n: (found?.n ?? 0) + 1 });
      });
    const all = [first, ...others].flatMap((access) =>
      Array.from({ length: 50 }, () => access && add(access)),
    );
    await Promise.all(all);
    expect(first && (await count(first))).toBe(200);
    await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()));
  });

  test.each(["committed", "aborted"] as const)(
    "a commit whose answer does not arrive: %s",
    async (outcome) => {
      const url = await server.database();
      await using line = await openPostgresLine(url);
      await using pool = openPool({ url: line.url, name: "test", sessions: 4 });
      const access = openAccess(pool, backOff);
      await access.db.run("CREATE TABLE counter (n bigint NOT NULL)");
      line.breakAtWords("COMMIT", outcome === "committed" ? "after" : "before");
      const written = access.write(async (db) => {
        await db.run("INSERT INTO counter (n) VALUES (1)");
        return "done";
      });
      if (outcome === "committed") expect(await written).toBe("done");
      else expect(await written.catch((error: unknown) => String(error))).toContain("onnection");
      const expected = outcome === "committed" ? 1 : 0;
      expect(await access.db.all("SELECT n FROM counter")).toHaveLength(expected);
    },
  );

  test("a burst waits for its turn, however long it takes", async () => {
    await using opened = await open();
    const { db } = opened.access;
    // Together they take longer than a connection may take to open.
    const sleepy = Array.from({ length: 60 }, () => db.get("SELECT pg_sleep(0.7)"));
    expect(await Promise.all(sleepy)).toHaveLength(60);
  });

  test("what throws takes its changes back, and the session goes on", async () => {
    await using opened = await open();
    const failed = opened.access.write(async (db) => {
      await db.run("UPDATE counter SET n = 7");
      await db.run("INSERT INTO counter (n) VALUES (NULL)");
    });
    expect(await failed.catch((error: unknown) => (error instanceof Error ? error.message : ""))).toContain(
      "null",
    );
    expect(await count(opened.access)).toBe(0);
  });

  test("a read sees one moment", async () => {
    await using opened = await open();
    const { access } = opened;
    const seen = await access.read(async (db) => {
      const before = await db.get("SELECT n FROM counter");
      await access.db.run("UPDATE counter SET n = 5");
      return [before, await db.get("SELECT n FROM counter")];
    });
    expect(seen).toEqual([{ n: 0 }, { n: 0 }]);
  });
});

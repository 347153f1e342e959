// Copies a store into one of the other kind and back: the same rows, and everything that follows from them.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CopiedTable, MovablePlace } from "../../domain/store/move.ts";
import type { Store } from "../../domain/store/index.ts";
import { copyAll, openMovable, openPlace, storeFiles } from "../../store/index.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { makePosts } from "../support/many-posts.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { fill, OPERATIONS } from "./operations.ts";
import { AT, due, entry, id, post, PROFILE } from "./records.ts";

const FILLING = { kind: "filling", from: "folder:/x", move: "m" } as const;

describe.skipIf(postgresPrograms === null)("copying a store", () => {
  let server: PostgresServer;
  const root = mkdtempSync(join(tmpdir(), "crier-copy-"));
  let count = 0;
  const newFolder = () => join(root, String(++count));
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  /** What has been moved is ready to be used. */
  async function copied(from: MovablePlace, to: MovablePlace): Promise<readonly CopiedTable[]> {
    await to.prepare(FILLING);
    await using snapshot = await from.look();
    await using filling = await to.fill();
    const tables = await copyAll(snapshot, filling, () => {});
    await filling.commit();
    await to.open(FILLING.move);
    return tables;
  }

  /** Everything once, and nothing under way. */
  async function filled(): Promise<string> {
    const folder = newFolder();
    mkdirSync(folder);
    await using store = await storeFiles.open(folder);
    await fill(store);
    for (const name of [
      "backups.setSchedule",
      "backups.keepKey",
      "workspace.addSigningKey",
      "serverPauses.fail",
    ])
      await OPERATIONS[name]?.(store);
    await OPERATIONS["journal.move"]?.(store);
    return folder;
  }

  test("there and back again, each table has the same rows", async () => {
    const folder = await filled();
    const url = await server.database();
    const back = newFolder();
    await using one = await openMovable(folder, null);
    await using two = await openMovable("", url);
    await using three = await openMovable(back, null);
    const there = await copied(one, two);
    const here = await copied(two, three);
    expect(here.map(summed)).toEqual(there.map(summed));
    const rows = Object.fromEntries(there.map(({ table, rows: n }) => [table, n]));
    expect(rows).toMatchObject({ post: 3, target: 3, profile: 1, account: 1, person: 2, workspace: 1 });
    expect(there.filter(({ rows: n }) => n > 0).length).toBeGreaterThan(20);
    using before = new Database(join(folder, "crier.sqlite"), { readonly: true });
    using after = new Database(join(back, "crier.sqlite"), { readonly: true });
    for (const { table } of there.filter((each) => each.table !== "workspace"))
      expect([table, all(after, table)]).toEqual([table, all(before, table)]);
    expect(after.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    expect(schemaOf(after)).toEqual(schemaOf(before));
  });

  test("the copy goes on where the original ended", async () => {
    const folder = await filled();
    {
      // Its numbers would be free again, and must not be given a second time.
      await using store = await storeFiles.open(folder);
      await store.posts.create(post(id(90), "pending", "time"), null, null, entry);
    }
    remove(folder, id(90));
    const url = await server.database();
    const back = newFolder();
    await using one = await openMovable(folder, null);
    await using two = await openMovable("", url);
    await using three = await openMovable(back, null);
    await copied(one, two);
    const before = await numbers(one);
    expect(before["event"]).toBeGreaterThan(highest(folder));
    expect(await numbers(two)).toEqual(before);
    {
      await using store = await openPlace("", url).open();
      await goesOn(store, id(70), before);
    }
    await inDatabase(url, `DELETE FROM post WHERE id = '${id(70)}'`);
    const after = await numbers(two);
    await copied(two, three);
    expect(await numbers(three)).toMatchObject({
      ...{ event: after["event"], webhook_event: after["webhook_event"], audit: after["audit"] },
    });
    await using store = await openPlace(back, null).open();
    await goesOn(store, id(80), after);
  });

  test("more rows than are copied at a time", async () => {
    const folder = newFolder();
    mkdirSync(folder);
    await makePosts(folder, 600);
    const url = await server.database();
    await using one = await openMovable(folder, null);
    await using two = await openMovable("", url);
    await using three = await openMovable(newFolder(), null);
    const there = await copied(one, two);
    expect(there.find(({ table }) => table === "event")?.rows).toBe(2400);
    expect((await copied(two, three)).map(summed)).toEqual(there.map(summed));
    const statement =
      "SELECT (SELECT count(*) FROM post) AS posts, (SELECT count(DISTINCT seq) FROM event) AS events";
    await using pool = openPool({ url, name: "test", sessions: 1 });
    expect(await pool.use((session) => session.get(statement))).toEqual({ posts: 600, events: 2400 });
  });

  test("nobody writes while a place is held, and it is given back as it was", async () => {
    const folder = await filled();
    const url = await server.database();
    await using one = await openMovable(folder, null);
    await using two = await openMovable("", url);
    await copied(one, two);
    {
      await using held = await two.hold();
      expect((await held.facts()).inFlight).toBe(0);
      const write = "SET statement_timeout = 200; UPDATE workspace SET plan = plan";
      await expect(inDatabase(url, write)).rejects.toThrow("statement timeout");
      await expect(inDatabase(url, "SET statement_timeout = 200; DELETE FROM node")).rejects.toThrow(
        "statement timeout",
      );
      await using other = await openMovable("", url);
      await expect(other.hold()).rejects.toThrow("Another move uses");
    }
    await inDatabase(url, "UPDATE workspace SET plan = plan");
    {
      await using held = await one.hold();
      expect((await held.facts()).inFlight).toBe(0);
      using db = new Database(join(folder, "crier.sqlite"));
      expect(() => db.run("UPDATE workspace SET plan = plan")).toThrow("locked");
      expect(storeFiles.lockServer(folder)).toBeNull();
    }
    using db = new Database(join(folder, "crier.sqlite"));
    db.run("UPDATE workspace SET plan = plan");
  });

  test("what PostgreSQL can't hold is replaced, and the texts that count are kept", async () => {
    const folder = await filled();
    const strange = String.raw`{"a":"\u0000 \\u0000 \ud83d\ude00 \ud800"}`;
    {
      using db = new Database(join(folder, "crier.sqlite"));
      db.query("UPDATE post_content SET value = ?").run("a\0b");
      db.query("INSERT INTO post_content SELECT id, 'options', 'x', 0, ? FROM post").run(strange);
      db.query("UPDATE attempt SET prepared = ?").run(strange);
    }
    const url = await server.database();
    await using one = await openMovable(folder, null);
    await using two = await openMovable("", url);
    await copied(one, two);
    await using pool = openPool({ url, name: "test", sessions: 1 });
    await pool.use(async (session) => {
      expect(await session.all("SELECT DISTINCT kind, value FROM post_content ORDER BY kind")).toEqual([
        { kind: "options", value: strange },
        { kind: "text", value: "a\ufffdb" },
      ]);
      expect(await session.get("SELECT DISTINCT prepared::text AS prepared FROM attempt")).toEqual({
        prepared: strange,
      });
    });
  });

  test("a place that is filled can't be used, and is opened by the move that closed it alone", async () => {
    const url = await server.database();
    for (const [folder, database] of [["", url] as const, [newFolder(), null] as const]) {
      await using place = await openMovable(folder, database);
      await place.prepare(FILLING);
      expect(await place.state()).toEqual({ kind: "closed", closed: FILLING });
      await expect(openPlace(folder, database).open()).rejects.toThrow("and is not finished");
      await place.prepare({ ...FILLING, move: "another" });
      await expect(place.open(FILLING.move)).rejects.toThrow("another move has come in between");
      expect((await place.state()).kind).toBe("closed");
      await place.open("another");
      expect((await place.state()).kind).toBe("empty");
    }
  });

  test("a table that somebody adds later is copied, and one that the other lacks is not left behind", async () => {
    const folder = await filled();
    const url = await server.database();
    {
      using db = new Database(join(folder, "crier.sqlite"));
      db.run("CREATE TABLE added (id TEXT PRIMARY KEY, n INTEGER) STRICT");
      db.run("INSERT INTO added VALUES ('b', 2), ('a', NULL)");
    }
    await using one = await openMovable(folder, null);
    await using two = await openMovable("", url);
    await expect(copied(one, two)).rejects.toThrow("no table added");
    await inDatabase(url, "CREATE TABLE added (id utf8 PRIMARY KEY, n bigint)");
    const tables = await copied(one, two);
    expect(tables.find(({ table }) => table === "added")?.rows).toBe(2);
  });
});

/** What is added is found, counted, and numbered after everything that there ever was. */
async function goesOn(store: Store, postId: string, before: Readonly<Record<string, number>>): Promise<void> {
  await store.posts.create(post(postId, "pending", "time"), null, null, entry);
  expect(
    (await store.posts.page(PROFILE, { status: ["scheduled"] }, 10, null)).map((each) => each.id),
  ).toContain(postId);
  const { event, act } = await store.changes.newest();
  expect([event > (before["event"] ?? 0), act > (before["audit"] ?? 0)]).toEqual([true, true]);
  await store.search.complete();
  for (const text of [postId, id(10), "capti"])
    expect((await store.posts.page(PROFILE, { text }, 10, null)).length).toBeGreaterThan(0);
  await store.nodes.join("test");
  expect(await store.journal.claim(due(postId, 0, "pending"), "pending", AT)).not.toBeNull();
  const interrupted = { at: AT, dueAt: AT, detail: "Crier stopped" };
  const isMoved = await store.journal.move(
    due(postId, 1, "preparing"),
    "preparing",
    "interrupt",
    interrupted,
  );
  expect(isMoved).toBeTruthy();
  await store.nodes.leave();
}

/** With its events. */
function remove(folder: string, postId: string): void {
  using db = new Database(join(folder, "crier.sqlite"));
  db.run("PRAGMA foreign_keys = ON");
  db.query("DELETE FROM post WHERE id = ?").run(postId);
}

function highest(folder: string): number {
  using db = new Database(join(folder, "crier.sqlite"), { readonly: true });
  return db.query<{ n: number }, []>("SELECT max(seq) AS n FROM event").get()?.n ?? 0;
}

async function inDatabase(url: string, command: string): Promise<void> {
  await using pool = openPool({ url, name: "test", sessions: 1 });
  await pool.use((session) => session.command(command));
}

async function numbers(place: MovablePlace) {
  await using snapshot = await place.look();
  return await snapshot.numbers();
}

const summed = ({ table, rows, checksum }: CopiedTable) => `${table} ${rows} ${checksum}`;

const all = (db: Database, table: string) =>
  db
    .query(`SELECT * FROM ${table}`)
    .values()
    .map((row) => JSON.stringify(row))
    .toSorted();

const schemaOf = (db: Database) =>
  db
    .query(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'post_search_%' ORDER BY type, name",
    )
    .all();

// Copies a store into one of the other kind and back: the same rows, and everything that follows from them.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CopiedTable, MovablePlace } from "../../domain/store/move.ts";
import type { Store } from "../../domain/store/index.ts";
import { copyAll, openMovable, openPlace, storeFiles } from "../../store/index.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { fill, OPERATIONS } from "./operations.ts";
import { AT, due, entry, id, media, post, PROFILE } from "./records.ts";

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
    const { mkdirSync } = await import("node:fs");
    mkdirSync(folder);
    await using store = await storeFiles.open(folder);
    await fill(store);
    for (const name of ["webhooks.add", "posts.setLabels", "accounts.setPaused", "workspace.setPause"])
      await OPERATIONS[name]?.(store).catch(() => {});
    await store.journal.move({ id: id(31), postId: id(30), attempt: 1 }, "preparing", "interrupt", {
      ...{ at: AT, dueAt: AT, detail: "Crier stopped" },
    });
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
      // The highest number is free again, and must not be given a second time.
      await using store = await storeFiles.open(folder);
      await store.posts.create(post(id(90), "draft", "draft"), null, null, entry);
      await store.posts.remove(PROFILE, id(90), entry);
    }
    const url = await server.database();
    const back = newFolder();
    await using one = await openMovable(folder, null);
    await using two = await openMovable("", url);
    await using three = await openMovable(back, null);
    await copied(one, two);
    const [before, middle] = [await numbers(one), await numbers(two)];
    expect(middle).toEqual(before);
    await using inServer = await openPlace("", url).open();
    await goesOn(inServer);
    await inServer.posts.remove(PROFILE, id(70), entry);
    const [last] = [await numbers(two)];
    await copied(two, three);
    expect(await numbers(three)).toMatchObject({ event: last["event"], webhook_event: last["webhook_event"] });
    await using inFolder = await openPlace(back, null).open();
    await goesOn(inFolder);
  });

  test("what PostgreSQL can't hold is replaced, and the texts that count are kept", async () => {
    const folder = await filled();
    const strange = String.raw`{"a":"\u0000 \\u0000 \ud83d\ude00 \ud800"}`;
    {
      using db = new Database(join(folder, "crier.sqlite"));
      db.query("UPDATE post SET caption = ?, options = ?").run("a\0b", strange);
      db.query("UPDATE attempt SET prepared = ?").run(strange);
    }
    const url = await server.database();
    await using one = await openMovable(folder, null);
    await using two = await openMovable("", url);
    await copied(one, two);
    await using pool = openPool({ url, name: "test", sessions: 1 });
    await pool.use(async (session) => {
      expect(await session.get("SELECT caption, options ->> 'a' AS option FROM post LIMIT 1")).toEqual({
        caption: "a\ufffdb",
        option: "\ufffd \\u0000 \ufffd\ufffd \ufffd",
      });
      expect(await session.get("SELECT DISTINCT prepared::text AS prepared FROM attempt")).toEqual({
        prepared: strange,
      });
    });
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
    expect(copied(one, two)).rejects.toThrow("no table added");
    await using pool = openPool({ url, name: "test", sessions: 1 });
    await pool.use((session) => session.command("CREATE TABLE added (id utf8 PRIMARY KEY, n bigint)"));
    const tables = await copied(one, two);
    expect(tables.find(({ table }) => table === "added")?.rows).toBe(2);
  });
});

/** Posts can be added, found, and are numbered after the others. */
async function goesOn(store: Store): Promise<void> {
  const [before] = [await store.changes.latest()];
  expect(before).toBeDefined();
  await store.posts.create(post(id(70), "draft", "draft"), null, null, entry);
  await store.search.complete();
  for (const text of [id(70), id(10), "caption"])
    expect((await store.posts.page(PROFILE, { text }, 10, null)).length).toBeGreaterThan(0);
  expect(await store.media.one(media.id)).toMatchObject({ id: media.id });
  const claimed = await store.journal.due({ now: AT, limit: 10, taken: {} } as never).catch(() => null);
  expect(claimed === null || Array.isArray(claimed)).toBeTrue();
  expect(due).toBeDefined();
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
  db.query("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'post_search_%' ORDER BY type, name").all();

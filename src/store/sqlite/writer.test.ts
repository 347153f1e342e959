// Groups of writes and the read transaction, on a plain database: who fails with whom, and who sees what when.
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAccess } from "./access.ts";

let folder = "";
let path = "";
let access: ReturnType<typeof openAccess>;
const statements: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crier-writer-"));
  path = join(folder, "test.sqlite");
  const db = new Database(path, { create: true, strict: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA foreign_keys = ON");
  db.run("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
  // Only the commit finds out that there is no such parent.
  db.run("CREATE TABLE child (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)");
  const run = db.run.bind(db);
  db.run = (sql: string, ...rest: []) => {
    statements.push(sql);
    return run(sql, ...rest);
  };
  statements.length = 0;
  access = openAccess(db);
});

afterEach(() => {
  access[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

const add = (id: number) => () => void access.db.query("INSERT INTO parent VALUES (?)").run(id);
const fail = () => {
  throw new Error("refused");
};
const ids = (db: Database) =>
  db
    .query<{ id: number }, []>("SELECT id FROM parent ORDER BY id")
    .all()
    .map(({ id }) => id);
const transactions = () => statements.filter((sql) => !sql.startsWith("PRAGMA"));
const savepoints = () => statements.filter((sql) => sql.startsWith("SAVEPOINT")).length;
const settled = (acts: readonly (() => unknown)[]) =>
  Promise.allSettled(acts.map((act) => access.write(act))).then((all) => all.map(({ status }) => status));
/** Turns of the event loop until it resolved; `each` is called in every one of them. */
async function turnsUntil(write: Promise<void>, each = () => {}): Promise<number> {
  let isOver = false;
  void write.then(() => (isOver = true));
  let turns = 0;
  for (; !isOver && turns < 100; turns++) {
    each();
    await setImmediate();
  }
  return turns;
}

test("a group in which nobody fails has no savepoints, and one commit", async () => {
  expect(await settled([add(1), add(2), add(3)])).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect(transactions()).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
  expect(ids(access.db)).toEqual([1, 2, 3]);
});

test("writes of the next turn share the commit, and a write alone does not wait for more", async () => {
  const first = access.write(add(1));
  await setImmediate();
  await Promise.all([first, access.write(add(2))]);
  expect(transactions()).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
  expect(await turnsUntil(access.write(add(3)))).toBeLessThanOrEqual(2);
});

test("a write does not wait for ever while every turn brings another", async () => {
  let next = 2;
  const others: Promise<void>[] = [];
  const first = access.write(add(1));
  expect(await turnsUntil(first, () => void others.push(access.write(add(next++))))).toBeLessThanOrEqual(4);
  await Promise.all(others);
  expect(ids(access.db)).toHaveLength(next - 1);
});

test("a large write has a transaction of its own, with temporary files; the others keep theirs in memory", async () => {
  const places: unknown[] = [];
  const look = () =>
    void places.push(Object.values(access.db.query<object, []>("PRAGMA temp_store").get() ?? {})[0]);
  const { write } = access;
  await Promise.all([write(look), write(look), write(look, "large"), write(look, "large"), write(look)]);
  const [byDefault, inMemory] = [0, 2];
  expect(places).toEqual([inMemory, inMemory, byDefault, byDefault, inMemory]);
  expect(transactions().filter((sql) => sql === "COMMIT")).toHaveLength(4);
  await settled([fail, fail, add(1)]);
  look();
  expect(places.at(-1)).toBe(byDefault);
});

test("a member that throws takes back its own changes, and nobody else's", async () => {
  const half = () => {
    add(2)();
    fail();
  };
  expect(await settled([add(1), half, add(3)])).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(ids(access.db)).toEqual([1, 3]);
});

test("a member alone that throws runs once", async () => {
  let runs = 0;
  expect(await settled([() => (runs++, fail())])).toEqual(["rejected"]);
  expect(runs).toBe(1);
});

test("a commit that fails is not tried again, and the next group is unharmed", async () => {
  let runs = 0;
  const orphan = () => {
    runs++;
    access.db.query("INSERT INTO child VALUES (7)").run();
  };
  expect(await settled([add(1), orphan])).toEqual(["rejected", "rejected"]);
  expect(runs).toBe(1);
  expect(await settled([add(2)])).toEqual(["fulfilled"]);
  expect(ids(access.db)).toEqual([2]);
});

test("a group that can't begin is not tried again", async () => {
  access.db.run("PRAGMA busy_timeout = 0");
  using other = new Database(path, { strict: true });
  other.run("BEGIN IMMEDIATE");
  let runs = 0;
  expect(await settled([() => void runs++, add(1)])).toEqual(["rejected", "rejected"]);
  expect(runs).toBe(0);
  other.run("ROLLBACK");
});

test("whoever fails again and again makes nobody run twice: 32 groups use savepoints after it", async () => {
  await settled([fail, add(1)]);
  let runs = 0;
  for (let group = 0; group < 32; group++) await settled([() => void runs++, fail]);
  expect(runs).toBe(32);
  statements.length = 0;
  await settled([add(2), add(3)]);
  expect(savepoints()).toBe(0);
});

test("reads of one turn see the same, and the next turn sees what others committed before it", async () => {
  using other = new Database(path, { strict: true });
  const look = () => access.read(() => ids(access.db));
  expect(await look()).toEqual([]);
  other.run("INSERT INTO parent VALUES (1)");
  expect(await look()).toEqual([]);
  await setImmediate();
  expect(await look()).toEqual([1]);
});

test("a write begins although a read of the same turn is open, and a read after it sees it", async () => {
  const written = access.write(add(1));
  await access.read(() => ids(access.db));
  await written;
  expect(await access.read(() => ids(access.db))).toEqual([1]);
});

test("what a read throws rejects, and the next one works", async () => {
  expect(access.read(fail)).rejects.toThrow("refused");
  expect(await access.read(() => ids(access.db))).toEqual([]);
});

test("closing with a read under way leaves no lock and no WAL", async () => {
  await access.read(() => ids(access.db));
  access[Symbol.dispose]();
  await setImmediate();
  using other = new Database(path, { strict: true });
  other.run("PRAGMA locking_mode = EXCLUSIVE");
  other.run("INSERT INTO parent VALUES (1)");
  expect(ids(other)).toEqual([1]);
  access = openAccess(new Database(":memory:"));
});

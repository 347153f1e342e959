// A disk or another program that keeps SQLite from working: what the store throws then, and what people are told.
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Problem, StoreError } from "../../errors.ts";
import { onDisk } from "../../ops/durable-files.ts";
import { storeFiles } from "../../store/index.ts";
import { openAccess } from "../../store/sqlite/access.ts";
import { storeError } from "../../store/sqlite/faults.ts";

let folder = "";
let path = "";
let access: ReturnType<typeof openAccess>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crier-faults-"));
  path = join(folder, "test.sqlite");
  const db = new Database(path, { create: true, strict: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)");
  access = openAccess(db);
});

afterEach(() => {
  access[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

const add = (text: string) =>
  access.write(() => void access.db.query("INSERT INTO note (text) VALUES (?)").run(text));
const thrown = async (act: () => unknown): Promise<unknown> =>
  await Promise.try(act).then(
    () => null,
    (error: unknown) => error,
  );
const faultOf = (error: unknown) => (error instanceof StoreError ? error.fault : error);

test("a write to a full disk is refused as full, with SQLite's words and its own error", async () => {
  access.db.run("PRAGMA max_page_count = 3");
  const error = await thrown(() => add("x".repeat(20_000)));
  expect(error).toMatchObject({ fault: "full", message: "database or disk is full" });
  expect((error as Error).cause).toMatchObject({ name: "SQLiteError", code: "SQLITE_FULL" });
  expect(Problem.from(error).code).toBe("disk_full");
});

test("where only reading is allowed, a write is refused as readonly", async () => {
  access.db.run("PRAGMA query_only = 1");
  const error = await thrown(() => add("x"));
  expect(faultOf(error)).toBe("readonly");
  expect(Problem.from(error).code).toBe("disk_read_only");
});

test("all members of a group that can't begin learn that others use the database", async () => {
  access.db.run("PRAGMA busy_timeout = 0");
  using other = new Database(path, { strict: true });
  other.run("BEGIN IMMEDIATE");
  const errors = await Promise.all([thrown(() => add("a")), thrown(() => add("b"))]);
  expect(errors.map(faultOf)).toEqual(["busy", "busy"]);
  expect(errors.map((error) => Problem.from(error).code)).toEqual([
    "temporarily_unavailable",
    "temporarily_unavailable",
  ]);
  other.run("ROLLBACK");
});

test("a read that others keep from working is refused as busy", async () => {
  access.db.run("PRAGMA journal_mode = DELETE");
  access.db.run("PRAGMA busy_timeout = 0");
  using other = new Database(path, { strict: true });
  other.run("BEGIN EXCLUSIVE");
  const look = () => access.read(() => access.db.query("SELECT count(*) FROM note").get());
  expect(faultOf(await thrown(look))).toBe("busy");
  other.run("ROLLBACK");
  expect(await look()).toEqual({ "count(*)": 0 });
});

test("a file that can't be opened is unopenable, whoever needs it", async () => {
  {
    using db = new Database(join(folder, storeFiles.databaseFile), { create: true });
    db.run("PRAGMA user_version = 1");
  }
  mkdirSync(join(folder, "server.lock"));
  const needs = [
    () => storeFiles.copy(folder, join(folder, "nowhere", "copy"), 1),
    () => storeFiles.openCopy(join(folder, "nowhere")),
    () => storeFiles.lockServer(folder),
  ];
  const errors = await Promise.all(needs.map(thrown));
  expect(errors.map(faultOf)).toEqual(needs.map(() => "unopenable"));
  // SQLite opens a folder for reading, and fails only when it reads.
  expect(faultOf(await thrown(() => storeFiles.isServed(folder)))).toBe("failing");
});

test("what says nothing about the disk or others stays as it is", async () => {
  const mistake = await thrown(() => access.write(() => access.db.run("INSERT INTO note (id) VALUES ('x')")));
  expect(mistake).toMatchObject({ name: "SQLiteError" });
  expect(Problem.from(mistake).code).toBe("internal");
  const own = new Error("own");
  expect(storeError(own)).toBe(own);
});

test.each([
  ["SQLITE_BUSY_SNAPSHOT", "temporarily_unavailable", "busy for now"],
  ["SQLITE_FULL", "disk_full", "its disk is full."],
  ["SQLITE_READONLY_DBMOVED", "disk_read_only", "it can't be written to."],
  ["SQLITE_CANTOPEN", "disk_read_only", "a database can't be opened there."],
  ["SQLITE_IOERR_WRITE", "disk_read_only", "its disk fails."],
  ["SQLITE_IOERR_READ", "internal", "its disk fails."],
])("%s is the problem %s, and in a sentence: %s", async (code, problem, sentence) => {
  const error = storeError(Object.assign(new Error("busy for now"), { code }));
  expect(Problem.from(error).code).toBe(problem as Problem["code"]);
  const failure = await thrown(() => onDisk("/place", () => Promise.reject(error)));
  expect((failure as Error).message).toEndWith(sentence);
});

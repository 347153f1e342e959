// Opens the database of a data folder: pragmas first, then migrations, and a refusal wherever harm could be done.
import { Database, constants } from "bun:sqlite";
import { closeSync, copyFileSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { OperatorError, messageOf } from "../../errors.ts";
import type { OnOlder, Upgrade } from "../../domain/store/files.ts";
import { closedOf, refuseClosed } from "../rows/closed-store.ts";
import { DATABASE_FILE } from "./files.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Below this, SQLite can corrupt a WAL database that two connections use (delivery.facts.md 1.8). */
const OLDEST_SQLITE = [3, 51, 3] as const;
const BUSY_TIMEOUT_MS = 5000;

/**
 * @param folder must exist
 * @param onOlder asked about an older database; default: it is refused
 * @throws OperatorError when the database is of another version, damaged or can't be written
 */
export async function openDatabase(folder: string, onOlder?: OnOlder): Promise<Database> {
  if (!onOlder) return openCurrentDatabase(folder);
  const path = join(folder, DATABASE_FILE);
  const db = connect(path);
  try {
    await migrate(db, path, onOlder);
    refuseClosedFolder(db, folder);
    return db;
  } catch (error) {
    db.close();
    throw unopenable(path, error);
  }
}

/** The same without waiting; an older database is refused. */
export function openCurrentDatabase(folder: string): Database {
  return inOrder(openAnyDatabase(folder), join(folder, DATABASE_FILE), (db) =>
    refuseClosedFolder(db, folder),
  );
}

/** The same for a database that may be closed, because a move has to do with it. */
export function openAnyDatabase(folder: string): Database {
  const path = join(folder, DATABASE_FILE);
  return inOrder(connect(path), path, (db) => {
    const older = begin(db, path);
    if (older) refuseOlder(older);
  });
}

/** @param made is called in the transaction that makes a new database */
export function beginDatabase(path: string, made: (db: Database) => void): Database {
  return inOrder(connect(path), path, (db) => {
    const older = begin(db, path, made);
    if (older) refuseOlder(older);
  });
}

/** @throws OperatorError when the database is not of this program's version */
export function refuseOtherSchema(db: Database, path: string): void {
  const from = versionOf(db);
  refuseNewer(from, path);
  const to = MIGRATIONS.length;
  if (from < to) refuseOlder({ from, to, copy: copyOf(path, from) });
}

function inOrder(db: Database, path: string, check: (db: Database) => void): Database {
  try {
    check(db);
    return db;
  } catch (error) {
    db.close();
    throw unopenable(path, error);
  }
}

function refuseClosedFolder(db: Database, folder: string): void {
  const row = db.query<{ closed: string | null }, []>("SELECT closed FROM workspace").get();
  refuseClosed(closedOf(row?.closed), `the data folder ${folder}`);
}

function connect(path: string): Database {
  let db: Database | null = null;
  try {
    onlyForUs(path);
    db = new Database(path, { create: true, readwrite: true, strict: true });
    setPragmas(db);
    return db;
  } catch (error) {
    db?.close();
    throw unopenable(path, error);
  }
}

function unopenable(path: string, error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  return new OperatorError(`The database ${path} can't be opened: ${messageOf(error)}`, { cause: error });
}

function setPragmas(db: Database): void {
  // First, because switching to WAL may itself have to wait for another process.
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  refuseOldSqlite(db);
  db.run("PRAGMA journal_mode = WAL");
  // FULL: a send mark must survive a power cut, or the post goes out twice (delivery.facts.md 1.5).
  db.run("PRAGMA synchronous = FULL");
  db.run("PRAGMA foreign_keys = ON");
  // What is deleted is overwritten, so that nobody finds it in the file.
  db.run("PRAGMA secure_delete = ON");
  // The WAL file goes away on a clean end also where the platform's default keeps it.
  db.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 0);
  const mode = db.query<{ synchronous: number }, []>("PRAGMA synchronous").get();
  if (mode?.synchronous !== 2) throw new OperatorError("SQLite does not honour synchronous=FULL here.");
}

/** @throws OperatorError when the SQLite of this program could do harm */
export function refuseOldSqlite(db: Database): void {
  const version =
    db.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version ?? "0";
  const parts = version.split(".").map(Number);
  for (const [index, least] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (part < least)
      throw new OperatorError(`SQLite ${version} is too old: ${OLDEST_SQLITE.join(".")} is needed.`);
  }
}

/** With a copy of the database before the first migration that changes an old file. */
async function migrate(db: Database, path: string, onOlder: OnOlder): Promise<void> {
  const older = begin(db, path);
  if (!older) return;
  await onOlder(older, async () => {
    keepCopy(db, path, older.copy);
    upgrade(db);
  });
}

/** Makes a new database. @returns what would have to happen to an older one; null: it is as it has to be */
function begin(db: Database, path: string, made: (db: Database) => void = () => {}): Upgrade | null {
  const from = versionOf(db);
  const to = MIGRATIONS.length;
  refuseNewer(from, path);
  // A new database is there whole or not at all: another process never meets it half made, as if it were older.
  if (from === 0)
    db.transaction(() => {
      upgrade(db);
      made(db);
    }).immediate();
  return from === 0 || from === to ? null : { from, to, copy: copyOf(path, from) };
}

function refuseNewer(from: number, path: string): void {
  const to = MIGRATIONS.length;
  if (from <= to) return;
  throw new OperatorError(
    `The database ${path} was written by a newer Crier (schema ${from}, this program knows ${to}). ` +
      "Nothing was changed. Use the newer program, or restore a backup.",
  );
}

const copyOf = (path: string, from: number) => `${path}.before-${from + 1}`;

/** Forward only, one transaction each. */
function upgrade(db: Database): void {
  for (const [index, sql] of MIGRATIONS.entries()) {
    db.transaction(() => {
      // Read again inside: another process may have been here first.
      if (versionOf(db) !== index) return;
      db.run(sql);
      db.run(`PRAGMA user_version = ${index + 1}`);
    }).immediate();
  }
}

/** 0 for a new file. */
export function versionOf(db: Database): number {
  return db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}

/** A command beside an older server must not change the schema under it (D41). */
function refuseOlder({ from, to, copy }: Upgrade): never {
  throw new OperatorError(
    `The database of this data folder is of an older Crier (schema ${from}, this one uses ${to}). Nothing was changed. ` +
      `Stop the older Crier and run \`crier serve\`: it brings the database up to date and keeps a copy, ${copy}.`,
  );
}

/** SQLite gives its other files the rights that this one has. */
export function onlyForUs(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

function keepCopy(db: Database, path: string, copy: string): void {
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  if (!existsSync(copy)) copyFileSync(path, copy);
}

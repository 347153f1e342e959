// Opens the database of a data folder: pragmas first, then migrations, and a refusal wherever harm could be done.
import { Database, constants } from "bun:sqlite";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../errors.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Below this, SQLite can corrupt a WAL database that two connections use (RELIABILITY 1.8). */
const OLDEST_SQLITE = [3, 51, 3] as const;
const BUSY_TIMEOUT_MS = 5000;

/**
 * @param folder must exist
 * @throws Refusal when the database is newer than this program, damaged or can't be written
 */
export function openDatabase(folder: string): Database {
  const path = join(folder, "crier.sqlite");
  let db: Database | null = null;
  try {
    db = new Database(path, { create: true, readwrite: true, strict: true });
    setPragmas(db);
    migrate(db, path);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `The database ${path} can't be opened: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function setPragmas(db: Database): void {
  // First, because switching to WAL may itself have to wait for another process.
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  refuseOldSqlite(db);
  db.run("PRAGMA journal_mode = WAL");
  // FULL: a send mark must survive a power cut, or the post goes out twice (RELIABILITY 1.5).
  db.run("PRAGMA synchronous = FULL");
  db.run("PRAGMA foreign_keys = ON");
  // What is deleted is overwritten, so that nobody finds it in the file.
  db.run("PRAGMA secure_delete = ON");
  // The WAL file goes away on a clean end also where the platform's default keeps it.
  db.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 0);
  const mode = db.query<{ synchronous: number }, []>("PRAGMA synchronous").get();
  if (mode?.synchronous !== 2) throw new Refusal("SQLite does not honour synchronous=FULL here.");
}

/** @throws Refusal when the SQLite of this program could do harm */
export function refuseOldSqlite(db: Database): void {
  const version =
    db.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version ?? "0";
  const parts = version.split(".").map(Number);
  for (const [index, least] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (part < least)
      throw new Refusal(`SQLite ${version} is too old: ${OLDEST_SQLITE.join(".")} is needed.`);
  }
}

/** Forward only, one transaction each, with a copy of the database before the first one that changes an old file. */
function migrate(db: Database, path: string): void {
  const version = () =>
    db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
  if (version() > MIGRATIONS.length) {
    throw new Refusal(
      `The database ${path} was written by a newer Crier (schema ${version()}, this program knows ${MIGRATIONS.length}). ` +
        "Nothing was changed. Use the newer program, or restore a backup.",
    );
  }
  if (version() > 0 && version() < MIGRATIONS.length) keepCopy(db, path, version());
  for (const [index, sql] of MIGRATIONS.entries()) {
    db.transaction(() => {
      // Read again inside: another process may have been here first.
      if (version() !== index) return;
      db.run(sql);
      db.run(`PRAGMA user_version = ${index + 1}`);
    }).immediate();
  }
}

function keepCopy(db: Database, path: string, version: number): void {
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const copy = `${path}.before-${version + 1}`;
  if (!existsSync(copy)) copyFileSync(path, copy);
}

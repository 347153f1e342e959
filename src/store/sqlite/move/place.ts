// A data folder, as the place from which or to which a move goes.
import type { Database } from "bun:sqlite";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { MovablePlace, PlaceState } from "../../../domain/store/move.ts";
import { OperatorError } from "../../../errors.ts";
import { MAY_HAVE_ROWS } from "../../move/statements.ts";
import { withStoreErrors } from "../faults.ts";
import { DATABASE_FILE, databaseExists } from "../files.ts";
import { openUnchanged } from "../integrity-check.ts";
import { takeServerLock } from "../lock.ts";
import { beginDatabase, openAnyDatabase, refuseOtherSchema, versionOf } from "../open.ts";
import { close, closedIn, reopen } from "./closing.ts";
import { fillingOf } from "./filling.ts";
import { snapshotOf } from "./snapshot.ts";
import { countOf, tablesOf } from "./tables.ts";

export function movableFolder(folder: string): MovablePlace {
  const path = join(folder, DATABASE_FILE);
  const name = `the data folder ${folder}`;
  let lock: Disposable | null = null;
  return {
    name,
    address: `folder:${folder}`,
    async state() {
      if (isAbsent()) return { kind: "absent" };
      using db = openReadable();
      return stateOf(db);
    },
    look: async () => snapshotOf(openReadable(), "BEGIN"),
    async hold() {
      if (isAbsent()) throw new OperatorError(`No Crier data in ${folder}.`);
      takeLock();
      return snapshotOf(openAnyDatabase(folder), "BEGIN IMMEDIATE");
    },
    async prepare(closed) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      takeLock();
      // Only what a move has put there, and nobody has used, is removed.
      if (!isAbsent() && isFilling()) removeDatabase(path);
      using db = beginDatabase(path, (made) => close(made, closed));
      db.transaction(() => {
        const state = stateOf(db);
        if (state.kind === "used")
          throw new OperatorError(`There is something in ${name}. Nothing was moved.`);
        if (state.kind === "empty") close(db, closed);
      }).immediate();
    },
    async fill() {
      const db = openAnyDatabase(folder);
      // A new file needs no second one for what is not committed yet.
      db.run("PRAGMA journal_mode = DELETE");
      db.run("PRAGMA foreign_keys = OFF");
      return fillingOf(db);
    },
    async open(move) {
      using db = openAnyDatabase(folder);
      db.transaction(() => reopen(db, move)).immediate();
    },
    async [Symbol.asyncDispose]() {
      lock?.[Symbol.dispose]();
      lock = null;
    },
  };

  function openReadable(): Database {
    if (isAbsent()) throw new OperatorError(`No Crier data in ${folder}.`);
    const db = openUnchanged(path);
    refuseOtherSchema(db, path);
    return db;
  }

  /** Of delivering, until the end of the move. */
  function takeLock(): void {
    lock ??= withStoreErrors(takeServerLock)(folder);
    if (!lock)
      throw new OperatorError(`A Crier server is using ${name}. Stop it first; nothing was changed.`);
  }

  function isFilling(): boolean {
    using db = openAnyDatabase(folder);
    return closedIn(db)?.kind === "filling";
  }

  /** Also where a process ended right after it had made the file. */
  function isAbsent(): boolean {
    if (!databaseExists(folder)) return true;
    using db = openUnchanged(path);
    return versionOf(db) === 0;
  }
}

function stateOf(db: Database): PlaceState {
  const closed = closedIn(db);
  if (closed) return { kind: "closed", closed };
  const names = tablesOf(db).map(({ name }) => name);
  const isEmpty = names.every((name) => MAY_HAVE_ROWS.includes(name) || countOf(db, name) === 0);
  return { kind: isEmpty ? "empty" : "used" };
}

function removeDatabase(path: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
}

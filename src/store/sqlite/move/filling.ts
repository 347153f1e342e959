// Fills a SQLite database with the rows of another store, in one transaction.
import type { Database } from "bun:sqlite";
import type { Cell, Filling } from "../../../domain/store/move.ts";
import { OperatorError } from "../../../errors.ts";
import { searchTextOf } from "../../rows/search-text.ts";
import { scopeOf } from "../search.ts";
import { suspendTriggers } from "./closing.ts";
import { quote, rowsOf, tablesOf } from "./tables.ts";

/** Rows go into indexes in no order: with less, the same pages are read again and again. */
const CACHE_KIB = 1 << 16;

/** Takes the connection over. The database has nothing but its workspace. */
export function fillingOf(db: Database): Filling {
  db.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  db.run("BEGIN IMMEDIATE");
  const tables = tablesOf(db);
  const resumeTriggers = suspendTriggers(db);
  const index = openIndex(db);
  return {
    tables,
    accept: () => (row) => row,
    async insert(table, columns, rows) {
      const names = columns.map(quote);
      const update = names.map((name) => `${name} = excluded.${name}`).join(", ");
      const statement = db.query(
        `INSERT INTO ${quote(table)} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
         ${table === "workspace" ? `ON CONFLICT (id) DO UPDATE SET ${update}` : ""}`,
      );
      for (const row of rows) statement.run(...row);
      if (table === "post") index.add(columns, rows);
    },
    async setNumbers(numbers) {
      index.end();
      const counted = db.query<{ name: string }, []>(
        "SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'",
      );
      for (const { name } of counted.all()) {
        db.query("DELETE FROM sqlite_sequence WHERE name = ?").run(name);
        db.query("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").run(name, numbers[name] ?? 0);
      }
      db.query("UPDATE workspace SET deleted_events_to = ?").run(numbers["event"] ?? 0);
    },
    rows: (table, columns) => rowsOf(db, tables, table, columns),
    async commit() {
      resumeTriggers();
      const orphan = db.query<{ table: string }, []>("PRAGMA foreign_key_check").get();
      if (orphan) throw new OperatorError(`A row of ${orphan.table} points to one that is not there.`);
      db.run("COMMIT");
    },
    async [Symbol.asyncDispose]() {
      if (db.inTransaction) db.run("ROLLBACK");
      db.close();
    },
  };
}

/** The search index is complete from the first moment. */
function openIndex(db: Database) {
  const add = db.query("INSERT INTO post_search (rowid, words) VALUES (?, ?)");
  let last = 0;
  return {
    add(columns: readonly string[], rows: readonly (readonly Cell[])[]) {
      const [seq, profile, caption] = ["seq", "profile_id", "caption"].map((name) => columns.indexOf(name));
      for (const row of rows) {
        last = Number(row[seq ?? -1]);
        add.run(last, searchTextOf(String(row[caption ?? -1]), scopeOf(String(row[profile ?? -1]))));
      }
    },
    end: () => void db.query("UPDATE workspace SET searched_to = ?, search_stale = 0").run(last),
  };
}

// Fills a SQLite database with the rows of another store, in one transaction.
import type { Database } from "bun:sqlite";
import type { Filling } from "../../../domain/store/move.ts";
import { OperatorError } from "../../../errors.ts";
import { shareLoop } from "../../../event-loop.ts";
import { captionOf } from "../../rows/post-content.ts";
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
    },
    async setNumbers(numbers) {
      await fillIndex(db);
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
async function fillIndex(db: Database): Promise<void> {
  const next = db.query<{ seq: number; profileId: string; caption: string }, [number]>(
    `SELECT seq, profile_id AS profileId, ${captionOf("post.id")} AS caption FROM post WHERE seq > ? ORDER BY seq LIMIT 1`,
  );
  const add = db.query("INSERT INTO post_search (rowid, words) VALUES (?, ?)");
  let last = 0;
  for (let post = next.get(last); post; post = next.get(last)) {
    last = post.seq;
    await shareLoop(post.caption.length);
    add.run(last, searchTextOf(post.caption, scopeOf(post.profileId)));
  }
  db.query("UPDATE workspace SET searched_to = ?, search_stale = 0").run(last);
}

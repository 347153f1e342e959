// One connection to the database with two ways in: reads that share a transaction, and grouped writes.
import type { Database } from "bun:sqlite";
import { openReader, type Read } from "./reader.ts";
import { openWriter, type Write } from "./writer.ts";

export interface Access {
  /**
   * For preparing statements; they run inside `read` or `write`. Where SQLite could plan by a bound value (partial indexes,
   * ranges, joins) it prepares the statement again for each value, which costs up to a hundred times the query itself.
   * A plus before the parameter (`profile_id = +?`) hides the value from the planner and changes nothing else.
   */
  readonly db: Database;
  readonly read: Read;
  readonly write: Write;
}

/** Takes the connection over: disposing it ends a read that is open, and closes the database. */
export function openAccess(db: Database): Access & Disposable {
  const reader = openReader(db);
  return {
    db,
    read: reader.read,
    write: openWriter(db, reader.end),
    [Symbol.dispose]() {
      reader.end();
      db.close();
    },
  };
}

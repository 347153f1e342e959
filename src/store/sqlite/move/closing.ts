// Closes a database: from then on nothing can be written in it, also by processes that had it open before, and by older
// programs that know nothing of moves.
import type { Database } from "bun:sqlite";
import type { Closed } from "../../../domain/store/move.ts";
import { OperatorError } from "../../../errors.ts";
import { closedOf } from "../../rows/closed-store.ts";
import { quote, tablesOf } from "./tables.ts";

/** The schema in which a database can be closed. */
export const CLOSES_SINCE = 34;

const GUARD = "closed_";
const REFUSAL = "this database is closed: Crier is, or is being, moved";

/** Why it is closed; null: it is not. */
export function closedIn(db: Database): Closed | null {
  const row = db.query<{ closed: string | null }, []>("SELECT closed FROM workspace").get();
  return closedOf(row?.closed);
}

/** Call it in the transaction that decides it. */
export function close(db: Database, closed: Closed): void {
  removeGuards(db);
  db.query("UPDATE workspace SET closed = ?").run(JSON.stringify(closed));
  for (const { name } of tablesOf(db))
    for (const act of ["INSERT", "UPDATE", "DELETE"])
      db.run(
        `CREATE TRIGGER ${quote(`${GUARD}${name}_${act.toLowerCase()}`)} BEFORE ${act} ON ${quote(name)}
         BEGIN SELECT raise(ABORT, '${REFUSAL}'); END`,
      );
}

/** Call it in a transaction. @throws OperatorError when it was not closed by this move */
export function reopen(db: Database, move: string): void {
  if (closedIn(db)?.move !== move)
    throw new OperatorError("It was not closed by this move any more: another move has come in between.");
  removeGuards(db);
  db.run("UPDATE workspace SET closed = NULL");
}

function removeGuards(db: Database): void {
  const guards = db
    .query<{ name: string }, [string]>(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB ?",
    )
    .all(`${GUARD}*`);
  for (const { name } of guards) db.run(`DROP TRIGGER ${quote(name)}`);
}

/** Those of the schema, for as long as rows are written that have all their consequences with them. @returns makes them again */
export function suspendTriggers(db: Database): () => void {
  const found = db
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of found) db.run(`DROP TRIGGER ${quote(name)}`);
  return () => {
    for (const { sql } of found) db.run(sql);
  };
}

// Closes a database: from then on nothing can be written in it, also by processes that had it open before, and by older
// programs that know nothing of moves.
import type { Closed } from "../../../domain/store/move.ts";
import { OperatorError } from "../../../errors.ts";
import { closedOf } from "../../rows/closed-store.ts";
import type { Connection, Session } from "../pool.ts";
import { quote } from "./tables.ts";

const GUARD = "closed_to_all";
const REFUSE = `CREATE OR REPLACE FUNCTION refuse_closed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'this database is closed: Crier is, or is being, moved';
END $$`;

/** Why it is closed; null: it is not. */
export async function closedIn(db: Connection): Promise<Closed | null> {
  const row = await db.get<{ closed: string | null }>("SELECT closed FROM workspace");
  return closedOf(row?.closed);
}

/** Call it in the transaction that decides it. */
export async function close(session: Session, closed: Closed): Promise<void> {
  await removeGuards(session);
  await session.run("UPDATE workspace SET closed = $closed", { closed: JSON.stringify(closed) });
  await session.command(REFUSE);
  for (const table of await allTables(session))
    await session.command(
      `CREATE TRIGGER ${GUARD} BEFORE INSERT OR UPDATE OR DELETE ON ${quote(table)}
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed()`,
    );
}

/** Call it in a transaction. @throws OperatorError when it was not closed by this move */
export async function reopen(session: Session, move: string): Promise<void> {
  if ((await closedIn(session))?.move !== move)
    throw new OperatorError("It was not closed by this move any more: another move has come in between.");
  await removeGuards(session);
  await session.run("UPDATE workspace SET closed = NULL");
}

async function removeGuards(session: Session): Promise<void> {
  const guarded = await session.all<{ name: string }>(
    `SELECT relname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE tgname = $guard AND relnamespace = current_schema()::regnamespace`,
    { guard: GUARD },
  );
  for (const { name } of guarded) await session.command(`DROP TRIGGER ${GUARD} ON ${quote(name)}`);
}

/** Also those that are not moved: nobody becomes a node of a closed database. */
export async function allTables(session: Session): Promise<string[]> {
  const rows = await session.all<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname COLLATE "C"`,
  );
  return rows.map(({ name }) => name);
}

// A session with a PostgreSQL server that a move holds for as long as it takes.
import { messageOf, OperatorError } from "../../../errors.ts";
import { commitReplicated } from "../access.ts";
import { openPool, type Session } from "../pool.ts";
import { allTables } from "./closing.ts";

/** A table may be large, and the other side slow. */
const TIMEOUT_MS = 6 * 3_600_000;
const LOCK_TIMEOUT = "10s";

export interface HeldSession extends AsyncDisposable {
  readonly session: Session;
}

/** @param url postgres://… */
export async function openSession(url: string): Promise<HeldSession> {
  const pool = openPool({ url, name: "crier move", sessions: 1, timeoutMs: TIMEOUT_MS });
  const start = Promise.withResolvers<Session>();
  const done = Promise.withResolvers<void>();
  const ended = pool.use(async (session) => {
    start.resolve(session);
    await done.promise;
  });
  ended.catch(start.reject);
  try {
    const session = await start.promise;
    return {
      session,
      async [Symbol.asyncDispose]() {
        // What is open is taken back by the server, which hears the end of the session.
        done.resolve();
        await ended.catch(() => {});
        await pool[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await pool[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Begins a transaction in which nobody else writes. It sees all that was written before.
 * @throws OperatorError when others write for too long
 */
export async function beginAlone(
  session: Session,
  level: "READ COMMITTED" | "REPEATABLE READ",
): Promise<void> {
  // Asked for before the transaction: what it reads first is what it sees.
  const tables = (await allTables(session)).join(", ");
  await session.command(`BEGIN ISOLATION LEVEL ${level}`);
  await session.command(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await session.command(`LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE`);
  } catch (error) {
    await session.command("ROLLBACK");
    throw new OperatorError(
      `Something else writes in the database (${messageOf(error)}). Nothing was changed; try again.`,
      { cause: error },
    );
  }
}

/** One transaction. */
export async function inTransaction(session: Session, act: () => Promise<void>): Promise<void> {
  await beginAlone(session, "READ COMMITTED");
  try {
    await act();
  } catch (error) {
    await session.command("ROLLBACK");
    throw error;
  }
  await commitReplicated(session);
}

// Ways into the database: single statements, reads that see one moment, and writes that happen whole or not at all.
import { DatabaseError } from "pg";
import { openMutex } from "../../mutex.ts";
import { UnknownCommitError, withStoreErrors } from "./faults.ts";
import type { Connection, Session, SessionPool } from "./pool.ts";
import { openRecords, type Records } from "./records.ts";

/** A transaction that is open. */
export interface Transaction extends Connection {
  readonly records: Records;
}

export interface Access {
  /** Runs each statement on its own, in whichever session is free. */
  readonly db: Connection;
  /** Statements that see the database as it is at one moment. `look` only reads. */
  readonly read: <T>(look: (db: Connection) => Promise<T>) => Promise<T>;
  /**
   * One transaction, as if no other ran beside it. `act` may run several times, so it changes nothing but the database.
   * Resolves once it is committed.
   */
  readonly write: <T>(act: (db: Transaction) => Promise<T>) => Promise<T>;
  /**
   * The same for an `act` that locks the rows it decides by, or whose statements each stand alone: faster where many write at
   * a time. Each statement sees what was committed before it.
   */
  readonly writeLocked: <T>(act: (db: Transaction) => Promise<T>) => Promise<T>;
}

/** What others commit at the same time may take a transaction back so often. */
const MOST_TRIES = 30;
/** Serialization failure, deadlock: nothing was done, and another try may succeed. */
const AGAIN = new Set(["40001", "40P01"]);

/** @param backOff waits before another try, longer after each: who was in each other's way must not begin together again */
export function openAccess(pool: SessionPool, backOff: BackOff): Access {
  // Serializable writes of one process would only make each other fail.
  const mutex = openMutex(() => new Error("never asked to stop"));
  const use: SessionPool["use"] = (act) => withStoreErrors(() => pool.use(act))();
  const write = <T>(isolation: Isolation, act: (db: Transaction) => Promise<T>) =>
    withStoreErrors(() => again(() => transaction(pool, isolation, act), backOff))();
  return {
    db: {
      all: (sql, values) => use((session) => session.all(sql, values)),
      list: (sql, values) => use((session) => session.list(sql, values)),
      get: (sql, values) => use((session) => session.get(sql, values)),
      run: (sql, values) => use((session) => session.run(sql, values)),
    },
    read: (look) => use((session) => inSnapshot(session, look)),
    write: (act) => mutex.take("write", () => write("SERIALIZABLE", act)),
    writeLocked: (act) => write("READ COMMITTED", act),
  };
}

export type BackOff = (tries: number) => Promise<void>;

async function again<T>(act: () => Promise<T>, backOff: BackOff): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await act();
    } catch (error) {
      if (tries === MOST_TRIES || !(error instanceof DatabaseError) || !AGAIN.has(error.code ?? ""))
        throw error;
      await backOff(tries);
    }
}

async function inSnapshot<T>(session: Session, look: (db: Connection) => Promise<T>): Promise<T> {
  await session.command("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const value = await orRollBack(session, look);
  await session.command("COMMIT");
  return value;
}

type Isolation = "SERIALIZABLE" | "READ COMMITTED";

async function transaction<T>(
  pool: SessionPool,
  isolation: Isolation,
  act: (db: Transaction) => Promise<T>,
): Promise<T> {
  const commit: { asked: Commit<T> | null } = { asked: null };
  try {
    return await pool.use(async (session) => {
      const [began] = await session.script<Pick<Commit<T>, "id" | "timeline">>(
        `BEGIN ISOLATION LEVEL ${isolation}; SELECT pg_current_xact_id()::text AS id, ${TIMELINE} AS timeline`,
      );
      const value = await orRollBack(session, async (db) => {
        const records = openRecords();
        const result = await act({ ...db, records });
        await records.flush(db);
        return result;
      });
      if (began) commit.asked = { ...began, processId: session.processId, value };
      await commitReplicated(session);
      return value;
    });
  } catch (error) {
    // What the server refused did not happen; an answer that did not arrive says nothing.
    if (commit.asked === null || error instanceof DatabaseError || error instanceof UnknownCommitError)
      throw error;
    return await settle(pool, commit.asked, error);
  }
}

/** @throws UnknownCommitError when a standby that has to have it may not have it: a standby that takes over may not know of it */
export async function commitReplicated(session: Session): Promise<void> {
  session.warning();
  const done = await session.command("COMMIT");
  if (done !== "COMMIT") throw new Error(`the transaction ended with ${done}`);
  // Only where commits wait for a standby do they warn, when they have waited for too long.
  const warning = session.warning();
  if (warning !== null) throw new UnknownCommitError(`The database committed with a warning: ${warning}`);
}

/** Whatever was thrown is thrown; where even the rollback fails, the session is closed. */
async function orRollBack<T>(session: Session, act: (db: Connection) => Promise<T>): Promise<T> {
  try {
    return await act(session);
  } catch (error) {
    await session.command("ROLLBACK");
    throw error;
  }
}

/** What was committed before is where it has to be once a later commit is. */
async function waitForStandbys(session: Session): Promise<void> {
  await session.command("BEGIN");
  await session.get("SELECT pg_logical_emit_message(true, 'crier', '')");
  await commitReplicated(session);
}

/** A commit that was asked for. */
interface Commit<T> {
  /** The transaction's number. */
  readonly id: string;
  readonly timeline: string;
  readonly processId: number;
  readonly value: T;
}

/**
 * Which history of a database this is: another one after a standby took over or a backup was restored, where numbers of
 * transactions mean something else.
 */
export const TIMELINE = `((SELECT system_identifier FROM pg_control_system())::text || '/' ||
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))`;

/**
 * Finds out whether a transaction was committed whose answer did not arrive.
 * @throws UnknownCommitError when that can't be found out
 */
async function settle<T>(pool: SessionPool, asked: Commit<T>, cause: unknown): Promise<T> {
  const found = await pool.use(async (session) => {
    // Its session may still be at work: then it ends now, one way or the other.
    await session.run("SELECT pg_terminate_backend($pid::int, 5000)", { pid: asked.processId });
    const found = await session.get<{ status: string | null; timeline: string }>(
      `SELECT pg_xact_status($id::text::xid8) AS status, ${TIMELINE} AS timeline`,
      { id: asked.id },
    );
    if (found?.status === "committed") await waitForStandbys(session);
    return found;
  });
  if (found?.timeline === asked.timeline && found.status === "committed") return asked.value;
  if (found?.timeline === asked.timeline && found.status === "aborted") throw cause;
  throw new UnknownCommitError("The connection to the database broke during a commit.", { cause });
}

// A database on a PostgreSQL server, as the place from which or to which a move goes.
import { codeOf, messageOf, OperatorError } from "../../../errors.ts";
import type { MovablePlace, PlaceState } from "../../../domain/store/move.ts";
import { MAY_HAVE_ROWS } from "../../move/statements.ts";
import { refuseUnfit } from "../fitness.ts";
import { migrate, refuseOtherVersion, versionOf } from "../migrations.ts";
import { SERVER_NOW } from "../nodes.ts";
import { openPool, type Session } from "../pool.ts";
import { close, closedIn, reopen } from "./closing.ts";
import { fillingOf } from "./filling.ts";
import { beginAlone, inTransaction, openSession, type HeldSession } from "./session.ts";
import { snapshotOf } from "./snapshot.ts";
import { quote, tablesOf } from "./tables.ts";

/** One move at a time. */
const LOCK = "move";

/**
 * @param url postgres://…
 * @param name for people
 * @param address without a password
 */
export function movableDatabase(url: string, name: string, address: string): MovablePlace {
  let lock: HeldSession | null = null;
  return {
    name,
    address,
    state: () => using(stateOf),
    async look() {
      const held = await connect();
      await held.session.command("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      return await orRelease(held, refuseOtherVersion, () => snapshotOf(held));
    },
    async hold() {
      await takeLock();
      const held = await connect();
      return await orRelease(held, refuseOtherVersion, async () => {
        await beginAlone(held.session, "REPEATABLE READ");
        await refuseServed(held.session);
        return await snapshotOf(held);
      });
    },
    async prepare(closed) {
      await takeLock();
      await begin();
      await using held = await connect();
      const { session } = held;
      await inTransaction(session, async () => {
        await refuseServed(session);
        const state = await stateOf(session);
        const isLeft = state.kind === "closed" && state.closed.kind === "filling";
        if (!isLeft && state.kind !== "empty")
          throw new OperatorError(`There is something in ${name}. Nothing was moved.`);
        const tables = (await tablesOf(session)).map((table) => table.name);
        const filled = tables.filter((table) => table !== "workspace").map(quote);
        await session.command(`TRUNCATE ${filled.join(", ")} RESTART IDENTITY`);
        await close(session, closed);
      });
    },
    async fill() {
      const held = await connect();
      return await orRelease(held, refuseOtherVersion, () => fillingOf(held));
    },
    open: (move) => using((session) => inTransaction(session, () => reopen(session, move))),
    async [Symbol.asyncDispose]() {
      await lock?.[Symbol.asyncDispose]();
      lock = null;
    },
  };

  async function connect(): Promise<HeldSession> {
    try {
      const held = await openSession(url);
      return await orRelease(held, refuseUnfit, async () => held);
    } catch (error) {
      // Neither the driver's nor the server's messages quote the password.
      throw new OperatorError(`It was not possible to use ${name}: ${messageOf(error) || codeOf(error)}.`, {
        cause: error,
      });
    }
  }

  async function using<T>(act: (session: Session) => Promise<T>): Promise<T> {
    await using held = await connect();
    return await act(held.session);
  }

  async function begin(): Promise<void> {
    await using pool = openPool({ url, name: "crier move", sessions: 1 });
    await migrate(pool, { begin: true, upgrade: false });
  }

  /** Until the end of the move. */
  async function takeLock(): Promise<void> {
    if (lock) return;
    const held = await connect();
    const row = await held.session.get<{ taken: number }>(
      "SELECT pg_try_advisory_lock(hashtextextended($lock, 0)) AS taken",
      { lock: LOCK },
    );
    if (row?.taken === 1) lock = held;
    else {
      await held[Symbol.asyncDispose]();
      throw new OperatorError(`Another move uses ${name}. Nothing was changed.`);
    }
  }

  async function refuseServed(session: Session): Promise<void> {
    const node = await session.get<{ name: string }>(
      `SELECT name FROM node WHERE ended = 0 AND lease_until > ${SERVER_NOW} LIMIT 1`,
    );
    if (node)
      throw new OperatorError(
        `A Crier server is using ${name} (${node.name}). Stop it first, or wait 15 seconds if it has just ended; ` +
          "nothing was changed.",
      );
  }
}

/** Checks, then acts; the session is given back when something fails. */
async function orRelease<T>(
  held: HeldSession,
  check: (session: Session) => Promise<void>,
  act: () => Promise<T>,
): Promise<T> {
  try {
    await check(held.session);
    return await act();
  } catch (error) {
    await held[Symbol.asyncDispose]();
    throw error;
  }
}

async function stateOf(session: Session): Promise<PlaceState> {
  if ((await versionOf(session)) === 0) return { kind: "absent" };
  await refuseOtherVersion(session);
  const closed = await closedIn(session);
  if (closed) return { kind: "closed", closed };
  for (const { name } of await tablesOf(session)) {
    if (MAY_HAVE_ROWS.includes(name)) continue;
    if (await session.get(`SELECT 1 FROM ${quote(name)} LIMIT 1`)) return { kind: "used" };
  }
  return { kind: "empty" };
}

// A PostgreSQL database as it is at one moment, for a move or a backup.
import type { HeldStore, MediaFile, StoreFacts } from "../../../domain/store/move.ts";
import { IN_FLIGHT, MEDIA_OF_MOVE, TRACES } from "../../move/statements.ts";
import { commitReplicated } from "../access.ts";
import type { Session } from "../pool.ts";
import { close } from "./closing.ts";
import type { HeldSession } from "./session.ts";
import { quote, rowsOf, sequencesOf, tablesOf } from "./tables.ts";

/** In the transaction that is open. Takes the session over. */
export async function snapshotOf(held: HeldSession): Promise<HeldStore> {
  const { session } = held;
  const tables = await tablesOf(session);
  return {
    tables,
    async count(table) {
      const row = await session.get<{ n: number }>(`SELECT count(*) AS n FROM ${quote(table)}`);
      return row?.n ?? 0;
    },
    rows: (table, columns) => rowsOf(session, tables, table, columns),
    numbers: () => numbersOf(session),
    facts: () => factsOf(session),
    media: (after) => session.all<MediaFile>(MEDIA_OF_MOVE, { after }),
    async close(closed) {
      await close(session, closed);
      await commitReplicated(session);
    },
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  };
}

async function numbersOf(session: Session): Promise<Record<string, number>> {
  const numbers: Record<string, number> = {};
  for (const { table, sequence } of await sequencesOf(session)) {
    const row = await session.get<{ n: number }>(
      `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS n FROM ${sequence}`,
    );
    numbers[table] = row?.n ?? 0;
  }
  return numbers;
}

async function factsOf(session: Session): Promise<StoreFacts> {
  const workspace = await session.get<{ kid: string | null }>("SELECT secret_kid AS kid FROM workspace");
  const flight = await session.get<{ n: number }>(IN_FLIGHT);
  const traces = await session.get(TRACES);
  return { secretKid: workspace?.kid ?? null, inFlight: flight?.n ?? 0, traces: JSON.stringify(traces) };
}

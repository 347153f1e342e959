// A SQLite database as it is at one moment, for a move.
import type { Database } from "bun:sqlite";
import type { HeldStore, MediaFile, Snapshot, StoreFacts } from "../../../domain/store/move.ts";
import { IN_FLIGHT, MEDIA_OF_MOVE, TRACES } from "../../move/statements.ts";
import { withStoreErrors } from "../faults.ts";
import { close } from "./closing.ts";
import { countOf, numbersOf, rowsOf, tablesOf } from "./tables.ts";

/**
 * Takes the connection over.
 * @param begin BEGIN, or BEGIN IMMEDIATE: then nobody else writes meanwhile
 */
export function snapshotOf(db: Database, begin: "BEGIN" | "BEGIN IMMEDIATE"): HeldStore {
  withStoreErrors(() => db.run(begin))();
  const tables = tablesOf(db);
  const snapshot: Snapshot = {
    tables,
    count: async (table) => countOf(db, table),
    rows: (table, columns) => rowsOf(db, tables, table, columns),
    numbers: async () => numbersOf(db, tables),
    facts: async () => factsOf(db),
    media: async (after) => db.query<MediaFile, { after: string }>(MEDIA_OF_MOVE).all({ after }),
    async [Symbol.asyncDispose]() {
      if (db.inTransaction) db.run("ROLLBACK");
      db.close();
    },
  };
  return {
    ...snapshot,
    async close(closed) {
      close(db, closed);
      db.run("COMMIT");
    },
  };
}

function factsOf(db: Database): StoreFacts {
  const key = db.query<{ kid: string | null }, []>("SELECT secret_kid AS kid FROM workspace").get();
  const flight = db.query<{ n: number }, []>(IN_FLIGHT).get();
  return {
    secretKid: key?.kid ?? null,
    inFlight: flight?.n ?? 0,
    traces: JSON.stringify(db.query(TRACES).get()),
  };
}

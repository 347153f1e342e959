// All reads of this process: those in one turn of the event loop share a read transaction.
import type { Database } from "bun:sqlite";
import { storeError } from "./faults.ts";

/**
 * Runs `look` inside the read transaction of this turn: it sees everything that was committed before the turn's first
 * read, also by other processes, and everything this process has written. `look` must be synchronous and only read.
 */
export type Read = <T>(look: () => T) => Promise<T>;

export interface Reader {
  readonly read: Read;
  /** The next read begins anew. Before every write: a transaction of its own can't begin inside another. */
  end(): void;
}

/** A read outside a transaction takes the WAL's lock and gives it back, which is most of what a small one costs. */
export function openReader(db: Database): Reader {
  const begin = db.query("BEGIN");
  const commit = db.query("COMMIT");
  let isOpen = false;
  return {
    async read(look) {
      try {
        if (!isOpen) {
          begin.run();
          isOpen = true;
          setImmediate(end);
        }
        return look();
      } catch (error) {
        throw storeError(error);
      }
    },
    end,
  };

  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    try {
      commit.run();
    } catch {
      // Nothing was written: what could not be committed can be given up.
      db.run("ROLLBACK");
    }
  }
}

// All writes of this process, in groups: what arrives in one turn of the loop shares one transaction and one fsync.
import type { Database } from "bun:sqlite";

/**
 * Runs `act` inside a transaction and resolves once it is committed and on disk. An `act` that throws takes back only
 * its own changes; the promise rejects with what it threw. `act` must be synchronous.
 */
export type Write = <T>(act: () => T) => Promise<T>;

interface Waiting {
  run(): void;
  committed(): void;
  failed(error: unknown): void;
}

/** More in one transaction would hold up everybody else in this process; the rest comes in the next turn. */
const MOST = 256;

export function openWriter(db: Database): Write {
  const group: Waiting[] = [];
  return (act) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof act>>();
    let answer: () => void = () => reject(new Error("not run"));
    const waiting: Waiting = {
      run() {
        const value = act();
        answer = () => resolve(value);
      },
      committed: () => answer(),
      failed: reject,
    };
    if (group.push(waiting) === 1) setImmediate(flush);
    return promise;
  };

  function flush(): void {
    const now = group.splice(0, MOST);
    if (group.length > 0) setImmediate(flush);
    const kept: Waiting[] = [];
    try {
      db.run("BEGIN IMMEDIATE");
      for (const each of now) if (runAlone(each)) kept.push(each);
      db.run("COMMIT");
    } catch (error) {
      takeBack();
      for (const each of now) each.failed(error);
      return;
    }
    for (const each of kept) each.committed();
  }

  /** A store that was closed meanwhile has nothing to take back. */
  function takeBack(): void {
    try {
      if (db.inTransaction) db.run("ROLLBACK");
    } catch {}
  }

  /** One member of the group; its failure must not take the others with it. */
  function runAlone(waiting: Waiting): boolean {
    db.run("SAVEPOINT member");
    try {
      waiting.run();
      db.run("RELEASE member");
      return true;
    } catch (error) {
      // A full disk ends the whole transaction: nothing left to take back to, and the group fails together.
      if (!db.inTransaction) throw error;
      db.run("ROLLBACK TO member");
      db.run("RELEASE member");
      waiting.failed(error);
      return false;
    }
  }
}

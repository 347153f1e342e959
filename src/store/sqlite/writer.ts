// All writes of this process, in groups: those that arrive together share one transaction and one fsync.
import type { Database } from "bun:sqlite";
import { storeError } from "./faults.ts";

/**
 * Runs `act` inside a transaction and resolves once it is committed and on disk. An `act` that throws takes back only
 * its own changes; the promise rejects with what it threw. `act` must be synchronous, and may run twice: it changes
 * nothing but the database. With `large`, it gets a transaction of its own and may change any number of rows.
 */
export type Write = <T>(act: () => T, size?: "large") => Promise<T>;

interface Member {
  readonly isLarge: boolean;
  run(): void;
  committed(): void;
  failed(error: unknown): void;
}

/**
 * While each turn of the event loop brings more writes, a group waits for the next, up to this many times. Callers that
 * were answered together come back over a few turns, and a commit writes almost as many pages for ten as for twenty.
 */
const MOST_TURNS = 3;
/** More in one transaction would hold up all other work of this process; the rest comes in the next turn. */
const MOST = 256;
/** After a member failed, so many groups run with savepoints: a caller that provokes failures must not make all run twice. */
const CAREFUL_GROUPS = 32;

/** @param endRead ends the read transaction that may be open on this connection */
export function openWriter(db: Database, endRead: () => void): Write {
  const group: Member[] = [];
  let careful = 0;
  return (act, size) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof act>>();
    let answer: () => void = () => reject(new Error("not run"));
    const member: Member = {
      isLarge: size === "large",
      run() {
        const value = act();
        answer = () => resolve(value);
      },
      committed: () => answer(),
      failed: (error) => reject(storeError(error)),
    };
    if (group.push(member) === 1) setImmediate(gather, 0, MOST_TURNS);
    return promise;
  };

  function gather(before: number, turns: number): void {
    if (turns > 0 && group.length > before) setImmediate(gather, group.length, turns - 1);
    else flush();
  }

  function flush(): void {
    const members = group.splice(0, nextSize());
    if (group.length > 0) setImmediate(flush);
    let successes: readonly Member[];
    try {
      successes = commit(members);
    } catch (error) {
      rollBack();
      for (const each of members) each.failed(error);
      return;
    }
    for (const each of successes) each.committed();
  }

  function nextSize(): number {
    const large = group.findIndex(({ isLarge }) => isLarge);
    return Math.min(large < 0 ? MOST : Math.max(large, 1), MOST);
  }

  /**
   * While a statement with triggers runs, SQLite keeps the pages it changes as they were before. Writing them to a temporary
   * file takes several times as long as the statement; in memory they are too much for one that changes a million rows.
   * @returns those whose changes are on disk; throws when the whole group failed
   */
  function commit(members: readonly Member[]): readonly Member[] {
    endRead();
    if (members.some(({ isLarge }) => isLarge)) return runGroup(members);
    db.run("PRAGMA temp_store = MEMORY");
    try {
      return runGroup(members);
    } finally {
      // What sorts or collects much, a read or a large write, uses files again.
      db.run("PRAGMA temp_store = DEFAULT");
    }
  }

  function runGroup(members: readonly Member[]): readonly Member[] {
    if (members.length > 1 && careful > 0) careful--;
    else if (runStraight(members)) return members;
    return runApart(members);
  }

  /**
   * Nearly always no member fails, and a savepoint for each member costs as much as what it writes.
   * @returns false when one of several threw: nothing of the group is left then
   */
  function runStraight(members: readonly Member[]): boolean {
    db.run("BEGIN IMMEDIATE");
    try {
      for (const each of members) each.run();
    } catch (error) {
      if (members.length === 1 || isOver()) throw error;
      db.run("ROLLBACK");
      careful = CAREFUL_GROUPS;
      return false;
    }
    db.run("COMMIT");
    return true;
  }

  /** Each member in a savepoint of its own, so that its failure does not take the others with it. */
  function runApart(members: readonly Member[]): Member[] {
    db.run("BEGIN IMMEDIATE");
    const successes = members.filter(runAlone);
    db.run("COMMIT");
    return successes;
  }

  function runAlone(member: Member): boolean {
    db.run("SAVEPOINT member");
    try {
      member.run();
      db.run("RELEASE member");
      return true;
    } catch (error) {
      if (isOver()) throw error;
      db.run("ROLLBACK TO member");
      db.run("RELEASE member");
      member.failed(error);
      return false;
    }
  }

  /** A full disk ends the whole transaction: nothing is left to take back to, and the group fails together. */
  function isOver(): boolean {
    return !db.inTransaction;
  }

  /** A store that was closed meanwhile has nothing to take back. */
  function rollBack(): void {
    try {
      if (db.inTransaction) db.run("ROLLBACK");
    } catch {}
  }
}

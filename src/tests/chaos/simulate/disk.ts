// Wraps the real store on SQLite with a disk that can fail, and a process that can die, at every write.
import { TEXT_OF_TARGET } from "../../../store/rows/post-content.ts";
import type { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Accounts } from "../../../domain/store/accounts.ts";
import type { State } from "../../../domain/target-state.ts";
import type { Holding } from "../../../domain/store/restore-hold.ts";
import type { Journal } from "../../../domain/store/journal.ts";
import type { JournalEvent } from "../../../domain/event.ts";
import type { Posts } from "../../../domain/store/posts.ts";
import type { Queue } from "../../../domain/store/queue.ts";
import type { ServerPauses } from "../../../domain/store/server-pauses.ts";
import type { Slots } from "../../../domain/store/slots.ts";
import type { Workspace } from "../../../domain/store/workspace.ts";
import { openAccess } from "../../../store/sqlite/access.ts";
import { openAccounts } from "../../../store/sqlite/accounts.ts";
import { openHolding } from "../../../store/sqlite/restore-hold.ts";
import { openJournal } from "../../../store/sqlite/journal.ts";
import { openCurrentDatabase } from "../../../store/sqlite/open.ts";
import { openPosts } from "../../../store/sqlite/posts.ts";
import { openSearch } from "../../../store/sqlite/search.ts";
import { openServerPauses } from "../../../store/sqlite/server-pauses.ts";
import { openQueue } from "../../../store/sqlite/queue-pause.ts";
import { openSlots } from "../../../store/sqlite/slots.ts";
import { openWorkspace } from "../../../store/sqlite/workspace.ts";
import { Dead, DiskFault } from "./fault.ts";
import type { Waiting } from "./agenda.ts";

export type WriteSite = "begin" | "statement" | "commit";
/** A full disk may fail one statement or end the whole transaction; a process may die before a commit or after it. */
export type Hurt = "full" | "rolledBack" | "dieBefore" | "dieAfter";

/** What the disk does to a write now; null lets it through. */
export type Mood = (site: WriteSite) => Hurt | null;

export interface Disk {
  readonly journal: Journal;
  readonly serverPauses: ServerPauses;
  readonly posts: Posts;
  readonly slots: Slots;
  readonly queue: Queue;
  readonly accounts: Accounts;
  readonly holding: Holding;
  readonly workspace: Workspace;
  /** Write groups begun so far. */
  groups(): number;
  /** From now on every write fails, and nothing that was not committed will ever be. */
  kill(): void;
  killed(): boolean;
  waiting(now: number): Waiting;
  /** The send mark of a target's latest attempt, as committed. */
  mark(targetId: string): Mark | null;
  /** Publishing is paused, as committed. */
  isPaused(): boolean;
  /** The number of the journal's last line. */
  lastSeq(): number;
  /** Every line of the journal after this one. */
  eventsAfter(seq: number): (JournalEvent & { postId: string })[];
  /** Of every post that is stored. */
  postIds(): string[];
  /** As if no post had ever been. */
  wipe(): void;
  close(): void;
}

interface Mark {
  readonly postId: string;
  readonly accountId: string;
  readonly state: State;
  readonly attempt: number;
  readonly sentAt: number | null;
  readonly caption: string;
}

/** A migrated database with its profile and accounts costs as much as a hundred seeds: each worker copies one. */
export function copyTemplate(template: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `crier.sqlite${end}`), { force: true });
  copyFileSync(join(template, "crier.sqlite"), join(folder, "crier.sqlite"));
  if (existsSync(join(template, "crier.sqlite-wal"))) throw new Error("the template was not closed");
}

/** @param mood asked at every write; `die` ends the process in the middle of one */
export function openDisk(folder: string, mood: Mood, die: () => void): Disk {
  const db = openCurrentDatabase(folder);
  const plain = { run: db.run.bind(db), query: db.query.bind(db) };
  let groups = 0;
  let killed = false;
  let known: Waiting & { at: number; asOf: number } = { at: 0, asOf: -1, future: null, overdue: false };

  const dueLater = plain.query<{ at: number | null }, [number]>(
    "SELECT min(due_at) AS at FROM target WHERE due_at > ?",
  );
  const dueBefore = plain.query("SELECT 1 FROM target WHERE due_at <= ? LIMIT 1");
  const mark = plain.query<Mark, [string]>(
    `SELECT post_id AS postId, account_id AS accountId, state, attempt, sent_at AS sentAt, ${TEXT_OF_TARGET} AS caption
     FROM target LEFT JOIN attempt ON target_id = target.id AND n = attempt WHERE target.id = +?`,
  );
  const events = plain.query<JournalEvent & { postId: string }, [number]>(
    "SELECT seq, post_id AS postId, target_id AS targetId, attempt, kind, detail, at FROM event WHERE seq > ? ORDER BY seq",
  );
  const paused = plain.query("SELECT 1 FROM workspace WHERE paused_at IS NOT NULL");
  const lastSeq = plain.query<{ seq: number | null }, []>("SELECT max(seq) AS seq FROM event");
  const postIds = plain.query<{ id: string }, []>("SELECT id FROM post ORDER BY id");
  hurtable();
  const access = openAccess(db);
  return {
    journal: openJournal(access),
    serverPauses: openServerPauses(access),
    posts: openPosts(access, openSearch(access)),
    slots: openSlots(access),
    queue: openQueue(access),
    accounts: openAccounts(access),
    holding: openHolding(access),
    workspace: openWorkspace(access),
    groups: () => groups,
    kill: () => void (killed = true),
    killed: () => killed,
    waiting,
    mark: (targetId) => mark.get(targetId),
    isPaused: () => paused.get() !== null,
    lastSeq: () => lastSeq.get()?.seq ?? 0,
    eventsAfter: (seq) => events.all(seq),
    postIds: () => postIds.all().map(({ id }) => id),
    wipe,
    close: () => access[Symbol.dispose](),
  };

  /** Only a write, or time that passes a due moment, changes it. */
  function waiting(now: number): Waiting {
    const { at, asOf, future } = known;
    if (asOf === groups && now >= at && now < (future ?? Infinity)) return known;
    const later = dueLater.get(now)?.at ?? null;
    known = { at: now, asOf: groups, future: later, overdue: dueBefore.get(now) !== null };
    return known;
  }

  /** Everything the store runs on this connection goes through the mood first. */
  function hurtable(): void {
    const seen = new WeakSet<object>();
    db.run = (sql: string, ...rest: []) => {
      if (sql.startsWith("BEGIN")) groups++;
      if (sql === "COMMIT") return hurt("commit", () => plain.run(sql, ...rest));
      if (sql.startsWith("BEGIN")) return hurt("begin", () => plain.run(sql, ...rest));
      return plain.run(sql, ...rest);
    };
    db.query = ((sql: string) => {
      const statement = plain.query(sql);
      // The ends of a read transaction write nothing.
      if (seen.has(statement) || sql === "BEGIN" || sql === "COMMIT") return statement;
      seen.add(statement);
      const { run, get, all } = statement;
      statement.run = (...args) => hurt("statement", () => run.apply(statement, args));
      statement.get = (...args) => alive(() => get.apply(statement, args));
      statement.all = (...args) => alive(() => all.apply(statement, args));
      return statement;
    }) as Database["query"];
  }

  /** A dead process reads nothing more, or it would continue with what it read. */
  function alive<T>(act: () => T): T {
    if (killed) throw new Dead();
    return act();
  }

  function hurt<T>(site: WriteSite, act: () => T): T {
    if (killed) throw new Dead();
    const what = mood(site);
    if (what === null) return act();
    if (what === "dieAfter") act();
    if (what !== "full" && db.inTransaction) plain.run("ROLLBACK");
    if (what === "full" || what === "rolledBack")
      throw new DiskFault(what === "full" ? "SQLITE_FULL" : "SQLITE_IOERR");
    killed = true;
    die();
    throw new Dead();
  }

  function wipe(): void {
    known = { ...known, asOf: -1 };
    plain.run("DELETE FROM post");
    plain.run("DELETE FROM idempotency");
    plain.run("UPDATE workspace SET paused_at = NULL, paused_by = NULL, paused_reason = NULL");
    plain.run("UPDATE profile SET queue_paused_at = NULL, queue_paused_until = NULL");
    plain.run("UPDATE account SET status = 'active', status_detail = NULL, not_before = NULL");
    plain.run("DELETE FROM server_failure");
  }
}

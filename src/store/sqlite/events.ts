// Table event: the append-only journal of posts.
import type { Database } from "bun:sqlite";
import type { AttemptRef } from "../../domain/target-move.ts";
import { linkOf, NO_LINK, type ChainedRow } from "../../domain/event-chain.ts";
import { announcementsOf } from "./announcements.ts";
import { eventActor, type EventData, type JournalEvent } from "../../domain/event.ts";

type EventRow = Omit<JournalEvent, "actor" | "data"> & {
  readonly actor: string | null;
  readonly keyName: string | null;
  readonly data: string;
};

/** A post's events after the one with this number, oldest first. */
export function eventsOf(db: Database, postId: string, after: number): JournalEvent[] {
  const rows = db.query<EventRow, [string, number]>(
    `SELECT seq, target_id AS targetId, attempt, kind, detail, at, actor, data,
       (SELECT name FROM api_key WHERE event.actor LIKE 'key:%' AND id = substr(event.actor, 5)) AS keyName
     FROM event WHERE post_id = +? AND seq > +? ORDER BY seq`,
  );
  return rows.all(postId, after).map(({ actor, keyName, data, ...event }) => ({
    ...event,
    actor: eventActor(actor, keyName),
    data: JSON.parse(data) as EventData,
  }));
}

/** The same rows as they are stored, with their links; oldest first. */
export function chainOf(db: Database, postId: string): ChainedRow[] {
  const rows = db.query<ChainedRow, [string]>(
    `SELECT seq, post_id AS postId, target_id AS targetId, attempt, kind, detail, at, actor, data, link
     FROM event WHERE post_id = +? ORDER BY seq`,
  );
  return rows.all(postId);
}

/** The link that a post's next event goes on from. */
function lastLink(db: Database, postId: string): string {
  const last = db.query<{ link: string | null }, [string]>(
    "SELECT link FROM event WHERE post_id = +? ORDER BY seq DESC LIMIT 1",
  );
  const row = last.get(postId);
  return row === null ? NO_LINK : (row.link ?? linkOlder(db, postId));
}

/** Events from before there were links get theirs. @returns the last one */
function linkOlder(db: Database, postId: string): string {
  const setLink = db.query("UPDATE event SET link = ? WHERE seq = ?");
  return chainOf(db, postId).reduce((previous, row) => {
    const link = linkOf(previous, row);
    setLink.run(link, row.seq);
    return link;
  }, NO_LINK);
}

/** What is written down of an event. */
export interface NewEvent extends Pick<JournalEvent, "kind" | "detail" | "at"> {
  /** As the audit log names them; default: Crier. */
  readonly actor?: string | null | undefined;
  readonly data?: EventData | undefined;
}
type Place = Pick<JournalEvent, "targetId" | "attempt"> & { readonly postId: string };

/** Writes one line, and the events for others that follow; call it inside the transaction that makes it true, after it. */
function appendEvent(db: Database, { postId, targetId, attempt }: Place, event: NewEvent): void {
  const { kind, detail, at, actor = null } = event;
  const data = JSON.stringify(event.data ?? {});
  const row = { postId, targetId, attempt, kind, detail, at, actor, data };
  const before = kind === "created" ? NO_LINK : lastLink(db, postId);
  const link = linkOf(before, row);
  db.query(
    "INSERT INTO event (post_id, target_id, attempt, kind, detail, at, actor, data, link) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  ).run(postId, targetId, attempt, kind, detail, at, actor, data, link);
  announcementsOf(db).entry(postId, { kind, targetId, schedule: event.data?.schedule }, at);
}

/** The same for one attempt of a target. */
export function appendTargetEvent(
  db: Database,
  { id: targetId, postId, attempt }: AttemptRef,
  event: NewEvent,
): void {
  appendEvent(db, { postId, targetId, attempt }, event);
}

/** The same for a post as a whole. */
export function appendPostEvent(db: Database, postId: string, event: NewEvent): void {
  appendEvent(db, { postId, targetId: null, attempt: null }, event);
}

// Table event: the append-only journal of posts.
import type { Database } from "bun:sqlite";
import type { AttemptRef } from "../../domain/target-move.ts";
import type { JournalEvent } from "../../domain/event.ts";

/** List a post's events. */
export function eventsOf(db: Database, postId: string): JournalEvent[] {
  return db
    .query<JournalEvent, [string]>(
      "SELECT seq, target_id AS targetId, attempt, kind, detail, at FROM event WHERE post_id = ? ORDER BY seq",
    )
    .all(postId);
}

type NewEvent = Omit<JournalEvent, "seq"> & { readonly postId: string };

/** Writes one line; call it inside the transaction that makes it true. */
function appendEvent(db: Database, event: NewEvent): void {
  db.query("INSERT INTO event (post_id, target_id, attempt, kind, detail, at) VALUES (?, ?, ?, ?, ?, ?)").run(
    event.postId,
    event.targetId,
    event.attempt,
    event.kind,
    event.detail,
    event.at,
  );
}

/** The same for one attempt of a target. */
export function appendTargetEvent(
  db: Database,
  { id: targetId, postId, attempt }: AttemptRef,
  event: Pick<JournalEvent, "kind" | "detail" | "at">,
): void {
  appendEvent(db, { ...event, postId, targetId, attempt });
}

/** The same for a post as a whole. */
export function appendPostEvent(
  db: Database,
  postId: string,
  event: Pick<JournalEvent, "kind" | "detail" | "at">,
): void {
  appendEvent(db, { ...event, postId, targetId: null, attempt: null });
}

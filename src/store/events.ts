// The append-only journal of what happened: table event.
import type { Database } from "bun:sqlite";
import type { JournalEvent } from "../publishing/ports.ts";

type NewEvent = Omit<JournalEvent, "seq"> & { readonly postId: string };

/** Writes one line; call it inside the transaction that makes it true. */
export function appendEvent(db: Database, event: NewEvent): void {
  db.query("INSERT INTO event (post_id, target_id, attempt, kind, detail, at) VALUES (?, ?, ?, ?, ?, ?)").run(
    event.postId,
    event.targetId,
    event.attempt,
    event.kind,
    event.detail,
    event.at,
  );
}

// Moves queued posts to other slots, keeping their order, inside the current transaction (D21).
import type { Database } from "bun:sqlite";
import { REFLOW_ROWS, reflowMoves, type Reflow, type WaitingPost } from "../../domain/reflow.ts";
import { appendPostEvent } from "./events.ts";
import { openHeldSlots } from "./held-slots.ts";

/**
 * Moves posts that have not begun; whatever else holds a slot keeps it. One call moves as many as fit in one transaction. It
 * returns whether all have moved; if not, call it again in another transaction.
 */
export interface ReflowRows {
  /** Those whose slot is still to come. */
  moveComing(profileId: string, reflow: Reflow, actor: string): boolean;
  /** Those whose slot came while the queue was paused, up to `last`, ms since 1970. */
  movePassed(profileId: string, reflow: Reflow, last: number, actor: string): boolean;
}

export function openReflow(db: Database): ReflowRows {
  // Through the index of the status: that of the slots has all queued posts that ever went out.
  const queued = db.query<WaitingPost, [string, number, number]>(
    `SELECT id, scheduled_for AS at FROM post WHERE profile_id = +? AND status = 'queued'
       AND scheduled_for > +? AND scheduled_for <= +?`,
  );
  const waiting = (profileId: string, after: number, last: number) =>
    queued.all(profileId, after, last).toSorted((a, b) => a.at - b.at);
  const slotsHeld = openHeldSlots(db);
  const movePost = db.query(
    "UPDATE post SET scheduled_for = ?, check_at = ?, updated_at = ?, revision = revision + 1 WHERE id = ?",
  );
  const moveDue = db.query(
    "UPDATE target SET due_at = ?, deferred_since = NULL, failure = NULL WHERE post_id = ?",
  );

  return {
    moveComing(profileId, reflow, actor) {
      const posts = waiting(profileId, reflow.at, Number.MAX_SAFE_INTEGER);
      return move(profileId, posts, reflow, { detail: "moved with the slots", actor });
    },
    movePassed(profileId, reflow, last, actor) {
      const posts = waiting(profileId, 0, last);
      return move(profileId, posts, reflow, { detail: "moved after the pause", actor });
    },
  };

  function move(
    profileId: string,
    posts: readonly WaitingPost[],
    reflow: Reflow,
    { detail, actor }: { readonly detail: string; readonly actor: string },
  ): boolean {
    const { at } = reflow;
    let room = REFLOW_ROWS;
    for (const { id, place } of reflowMoves(posts, reflow, slotsHeld.after(profileId, at))) {
      if (room <= 0) return false;
      const { scheduledFor, checkAt } = place;
      movePost.run(scheduledFor, checkAt, at, id);
      const { changes } = moveDue.run(scheduledFor, id);
      appendPostEvent(db, id, { kind: "scheduled", detail, at, actor, data: { dueAt: scheduledFor } });
      room -= changes + 2;
    }
    return true;
  }
}

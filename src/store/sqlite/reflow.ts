// Moves queued posts to other slots, keeping their order, inside the current transaction (D21).
import type { Database } from "bun:sqlite";
import type { Reflow } from "../../domain/slot.ts";
import { appendPostEvent } from "./events.ts";
import { openHeldSlots } from "./held-slots.ts";

interface Waiting {
  readonly id: string;
  readonly at: number;
}

/** Posts that have not begun; whatever else holds a slot keeps it. */
export interface ReflowRows {
  /** Those whose slot is still to come. */
  moveComing(profileId: string, reflow: Reflow, actor: string): void;
  /** Those whose slot came while the queue was paused, up to `last`, ms since 1970. */
  movePassed(profileId: string, reflow: Reflow, last: number, actor: string): void;
}

export function openReflow(db: Database): ReflowRows {
  // Through the index of the status: that of the slots has all queued posts that ever went out.
  const queued = db.query<Waiting, [string, number, number]>(
    `SELECT id, scheduled_for AS at FROM post WHERE profile_id = +? AND status = 'queued'
       AND scheduled_for > +? AND scheduled_for <= +?`,
  );
  const waiting = (profileId: string, after: number, last: number) =>
    queued.all(profileId, after, last).toSorted((a, b) => a.at - b.at);
  const letGo = db.query("UPDATE post SET scheduled_for = NULL WHERE id = ?");
  const slotsHeld = openHeldSlots(db);
  const movePost = db.query(
    "UPDATE post SET scheduled_for = ?, check_at = ?, updated_at = ?, revision = revision + ? WHERE id = ?",
  );
  const moveDue = db.query(
    "UPDATE target SET due_at = ?, deferred_since = NULL, failure = NULL WHERE post_id = ?",
  );

  return {
    moveComing(profileId, reflow, actor) {
      const posts = waiting(profileId, reflow.at, Number.MAX_SAFE_INTEGER);
      move(profileId, posts, reflow, { detail: "moved with the slots", actor });
    },
    movePassed(profileId, reflow, last, actor) {
      const posts = waiting(profileId, 0, last);
      move(profileId, posts, reflow, { detail: "moved after the pause", actor });
    },
  };

  function move(
    profileId: string,
    posts: readonly Waiting[],
    { at, places }: Reflow,
    { detail, actor }: { readonly detail: string; readonly actor: string },
  ): void {
    // First all let go: two posts may change places, and no moment holds both.
    for (const { id } of posts) letGo.run(id);
    const free = places(slotsHeld.after(profileId, at));
    for (const { id, at: before } of posts) {
      const { scheduledFor, checkAt } = free.next().value;
      movePost.run(scheduledFor, checkAt, at, Number(scheduledFor !== before), id);
      moveDue.run(scheduledFor, id);
      const data = { dueAt: scheduledFor };
      appendPostEvent(db, id, { kind: "scheduled", detail, at, actor, data });
    }
  }
}

// Moves queued posts to other slots, keeping their order, inside the current transaction (D21).
import type { Database } from "bun:sqlite";
import { Problem } from "../../errors.ts";
import type { Reflow } from "../../domain/slot.ts";
import { appendEvent } from "./events.ts";
import { openHeldSlots } from "./held-slots.ts";

/** Posts that have not begun; whatever else holds a slot keeps it. */
export function openReflow(db: Database): (profileId: string, reflow: Reflow) => void {
  const waiting = db.query<{ id: string }, [string, number]>(
    `SELECT id FROM post WHERE profile_id = +? AND schedule = 'queue' AND scheduled_for > +? AND NOT EXISTS
       (SELECT 1 FROM target WHERE post_id = post.id AND (state <> 'pending' OR attempt > 0))
     ORDER BY scheduled_for`,
  );
  const letGo = db.query("UPDATE post SET scheduled_for = NULL WHERE id = ?");
  const slotsHeld = openHeldSlots(db);
  const movePost = db.query("UPDATE post SET scheduled_for = ?, check_at = ?, updated_at = ? WHERE id = ?");
  const moveDue = db.query("UPDATE target SET due_at = ? WHERE post_id = ?");

  return (profileId, { at, places }) => {
    const posts = waiting.all(profileId, at);
    // First all let go: two posts may change places, and no moment holds both.
    for (const { id } of posts) letGo.run(id);
    const free = places(slotsHeld.after(profileId, at));
    for (const { id } of posts) {
      const place = free.next().value;
      if (!place) throw new Problem("queue_has_no_slots", "The queued posts have no slots to move to.");
      const { scheduledFor, checkAt } = place;
      movePost.run(scheduledFor, checkAt, at, id);
      moveDue.run(scheduledFor, id);
      appendEvent(db, {
        postId: id,
        targetId: null,
        attempt: null,
        kind: "scheduled",
        detail: "moved with the slots",
        at,
      });
    }
  };
}

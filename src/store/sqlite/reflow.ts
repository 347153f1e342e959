// Moves queued posts to other slots, keeping their order, inside the current transaction (D21).
import type { Database } from "bun:sqlite";
import type { Reflow } from "../../domain/slot.ts";
import { appendPostEvent } from "./events.ts";
import { openHeldSlots } from "./held-slots.ts";

/** Posts that have not begun; whatever else holds a slot keeps it. */
export function openReflow(db: Database): (profileId: string, reflow: Reflow, actor: string) => void {
  const waiting = db.query<{ id: string; at: number }, [string, number]>(
    `SELECT id, scheduled_for AS at FROM post WHERE profile_id = +? AND schedule = 'queue' AND scheduled_for > +? AND NOT EXISTS
       (SELECT 1 FROM target WHERE post_id = post.id AND (state <> 'pending' OR attempt > 0))
     ORDER BY scheduled_for`,
  );
  const letGo = db.query("UPDATE post SET scheduled_for = NULL WHERE id = ?");
  const slotsHeld = openHeldSlots(db);
  const movePost = db.query(
    "UPDATE post SET scheduled_for = ?, check_at = ?, updated_at = ?, revision = revision + ? WHERE id = ?",
  );
  const moveDue = db.query("UPDATE target SET due_at = ? WHERE post_id = ?");

  return (profileId, { at, places }, actor) => {
    const posts = waiting.all(profileId, at);
    // First all let go: two posts may change places, and no moment holds both.
    for (const { id } of posts) letGo.run(id);
    const free = places(slotsHeld.after(profileId, at));
    for (const { id, at: before } of posts) {
      const { scheduledFor, checkAt } = free.next().value;
      movePost.run(scheduledFor, checkAt, at, Number(scheduledFor !== before), id);
      moveDue.run(scheduledFor, id);
      const data = { dueAt: scheduledFor };
      appendPostEvent(db, id, { kind: "scheduled", detail: "moved with the slots", at, actor, data });
    }
  };
}

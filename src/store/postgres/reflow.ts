// Moves queued posts to other slots, keeping their order, inside the current transaction.
import type { Reflow } from "../../domain/slot.ts";
import { amongHeld } from "./held-slots.ts";
import { lockPosts } from "./locks.ts";
import type { Transaction } from "./access.ts";
import type { Connection } from "./pool.ts";

interface Waiting {
  readonly id: string;
  readonly at: number;
}

interface Why {
  readonly detail: string;
  readonly actor: string;
}

/** Posts that have not begun and whose slot is still to come; whatever else holds a slot keeps it. */
export async function moveComing(
  db: Transaction,
  profileId: string,
  reflow: Reflow,
  actor: string,
): Promise<void> {
  const posts = await waiting(db, profileId, reflow.at, Number.MAX_SAFE_INTEGER);
  await move(db, profileId, posts, reflow, { detail: "moved with the slots", actor });
}

/** Those whose slot came while the queue was paused. @param last the latest such moment, ms since 1970 */
export async function movePassed(
  db: Transaction,
  profileId: string,
  reflow: Reflow,
  last: number,
  actor: string,
): Promise<void> {
  const posts = await waiting(db, profileId, 0, last);
  await move(db, profileId, posts, reflow, { detail: "moved after the pause", actor });
}

async function waiting(db: Connection, profileId: string, after: number, last: number): Promise<Waiting[]> {
  return await db.all<Waiting>(
    `SELECT id, scheduled_for AS at FROM post WHERE profile_id = $profileId AND status = 'queued'
       AND scheduled_for > $after AND scheduled_for <= $last ORDER BY scheduled_for`,
    { profileId, after, last },
  );
}

async function move(
  db: Transaction,
  profileId: string,
  posts: readonly Waiting[],
  { at, places }: Reflow,
  { detail, actor }: Why,
): Promise<void> {
  const ids = posts.map(({ id }) => id);
  await lockPosts(db, ids);
  // First all let go: two posts may change places, and no moment holds both.
  await db.run("UPDATE post SET scheduled_for = NULL WHERE id = ANY($ids::text[])", { ids });
  const free = await amongHeld(db, profileId, at, (held) => {
    const next = places(held);
    return posts.map((post) => ({ ...post, place: next.next().value }));
  });
  for (const { id, at: before, place } of free) {
    const { scheduledFor, checkAt } = place;
    const moved = Number(scheduledFor !== before);
    await db.run(
      `UPDATE post SET scheduled_for = $scheduledFor, check_at = $checkAt, updated_at = $at, revision = revision + $moved
       WHERE id = $id`,
      { id, scheduledFor, checkAt, at, moved },
    );
    await db.run(
      "UPDATE target SET due_at = $scheduledFor, deferred_since = NULL, failure = NULL WHERE post_id = $id",
      { id, scheduledFor },
    );
    const data = { dueAt: scheduledFor };
    db.records.ofPost(id, { kind: "scheduled", detail, at, actor, data });
  }
}

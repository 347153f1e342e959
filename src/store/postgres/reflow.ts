// Moves queued posts to other slots, keeping their order, inside the current transaction.
import { REFLOW_ROWS, reflowMoves, type Reflow, type WaitingPost } from "../../domain/reflow.ts";
import { amongHeld } from "./held-slots.ts";
import { lockPosts } from "./locks.ts";
import type { Transaction } from "./access.ts";
import type { Connection } from "./pool.ts";

interface Why {
  readonly detail: string;
  readonly actor: string;
}

/**
 * Moves posts that have not begun and whose slot is still to come; whatever else holds a slot keeps it.
 * @returns whether all have moved; if not, call it again in another transaction
 */
export async function moveComing(
  db: Transaction,
  profileId: string,
  reflow: Reflow,
  actor: string,
): Promise<boolean> {
  const posts = await waiting(db, profileId, reflow.at, Number.MAX_SAFE_INTEGER);
  return await move(db, profileId, posts, reflow, { detail: "moved with the slots", actor });
}

/** The same with those whose slot came while the queue was paused. @param last the latest such moment, ms since 1970 */
export async function movePassed(
  db: Transaction,
  profileId: string,
  reflow: Reflow,
  last: number,
  actor: string,
): Promise<boolean> {
  const posts = await waiting(db, profileId, 0, last);
  return await move(db, profileId, posts, reflow, { detail: "moved after the pause", actor });
}

async function waiting(
  db: Connection,
  profileId: string,
  after: number,
  last: number,
): Promise<WaitingPost[]> {
  return await db.all<WaitingPost>(
    `SELECT id, scheduled_for AS at FROM post WHERE profile_id = $profileId AND status = 'queued'
       AND scheduled_for > $after AND scheduled_for <= $last ORDER BY scheduled_for`,
    { profileId, after, last },
  );
}

async function move(
  db: Transaction,
  profileId: string,
  posts: readonly WaitingPost[],
  reflow: Reflow,
  { detail, actor }: Why,
): Promise<boolean> {
  const { at } = reflow;
  const moves = await amongHeld(db, profileId, at, (held) => reflowMoves(posts, reflow, held));
  await lockPosts(
    db,
    moves.map(({ id }) => id),
  );
  let room = REFLOW_ROWS;
  for (const { id, place } of moves) {
    if (room <= 0) return false;
    const { scheduledFor, checkAt } = place;
    await db.run(
      `UPDATE post SET scheduled_for = $scheduledFor, check_at = $checkAt, updated_at = $at, revision = revision + 1
       WHERE id = $id`,
      { id, scheduledFor, checkAt, at },
    );
    const targets = await db.run(
      "UPDATE target SET due_at = $scheduledFor, deferred_since = NULL, failure = NULL WHERE post_id = $id",
      { id, scheduledFor },
    );
    db.records.ofPost(id, { kind: "scheduled", detail, at, actor, data: { dueAt: scheduledFor } });
    room -= targets + 2;
  }
  return true;
}

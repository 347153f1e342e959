// Which slots queued posts hold; a unique index allows one post per slot.
import type { HeldSlot } from "../../domain/store/posts.ts";
import type { HeldSlots } from "../../domain/slot.ts";
import type { Connection } from "./pool.ts";

/** Moments that are read at first. Most who look need only the next few. */
const FIRST = 256;

/**
 * Decides by the moments of a profile's queue after this one.
 * @param look only looks, in rising order; it is called again where it looks further than was read
 */
export async function amongHeld<T>(
  db: Connection,
  profileId: string,
  after: number,
  look: (held: HeldSlots) => T,
): Promise<T> {
  for (let limit = FIRST; ; limit *= 8) {
    const held = await listHeldSlots(db, profileId, after, limit);
    const known = held.length < limit ? Infinity : (held.at(-1)?.at ?? Infinity);
    const posts = new Map(held.map(({ at, postId }) => [at, postId]));
    const holder = (at: number) => {
      if (at > known) throw new UnreadError();
      return posts.get(at) ?? null;
    };
    try {
      return look({ holder, has: (at) => holder(at) !== null });
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
    }
  }
}

class UnreadError extends Error {
  override readonly name = "UnreadError";
}

/** The earliest of them, with their posts. */
export async function listHeldSlots(
  db: Connection,
  profileId: string,
  after: number,
  limit: number,
): Promise<HeldSlot[]> {
  return await db.all<HeldSlot>(
    `SELECT scheduled_for AS at, id AS "postId" FROM post
     WHERE profile_id = $profileId AND schedule = 'queue' AND scheduled_for > $after ORDER BY scheduled_for LIMIT $limit`,
    { profileId, after, limit },
  );
}

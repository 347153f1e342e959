// Which slots queued posts hold; a unique index allows one post per slot.
import type { Database } from "bun:sqlite";
import type { HeldSlot } from "../../domain/store/posts.ts";
import type { HeldSlots } from "../../domain/slot.ts";

/** Moments that are read at once. */
const WINDOW = 256;

export interface HeldSlotRows {
  /** For the transaction that is open: moments are read as far as they are asked for, in rising order. */
  after(profileId: string, after: number): HeldSlots;
  /** The earliest of them, with their posts. */
  list(profileId: string, after: number, limit: number): HeldSlot[];
}

export function openHeldSlots(db: Database): HeldSlotRows {
  const list = db.query<HeldSlot, [string, number, number]>(
    `SELECT scheduled_for AS at, id AS postId FROM post WHERE profile_id = +? AND schedule = 'queue' AND scheduled_for > +?
     ORDER BY scheduled_for LIMIT +?`,
  );
  return {
    after(profileId, after) {
      const moments = new Map<number, string>();
      /** All up to here are known. */
      let known = after;
      const holder = (at: number) => {
        while (at > known) {
          const more = list.all(profileId, known, WINDOW);
          for (const each of more) moments.set(each.at, each.postId);
          known = more.length < WINDOW ? Infinity : (more.at(-1)?.at ?? Infinity);
        }
        return moments.get(at) ?? null;
      };
      return { holder, has: (at) => holder(at) !== null };
    },
    list: (profileId, after, limit) => list.all(profileId, after, limit),
  };
}

// Which slots queued posts hold; a unique index allows one post per slot.
import type { Database } from "bun:sqlite";
import type { HeldMoment } from "../../publishing/ports.ts";
import type { Held } from "../../domain/slot.ts";

/** Moments that are read at once. */
const WINDOW = 256;

export interface HeldSlots {
  /** For the transaction that is open: moments are read as far as they are asked for, in rising order. */
  after(profileId: string, after: number): Held;
  /** The earliest of them, with their posts. */
  list(profileId: string, after: number, limit: number): HeldMoment[];
}

export function openHeldSlots(db: Database): HeldSlots {
  const list = db.query<HeldMoment, [string, number, number]>(
    `SELECT scheduled_for AS at, id AS postId FROM post WHERE profile_id = +? AND schedule = 'queue' AND scheduled_for > +?
     ORDER BY scheduled_for LIMIT +?`,
  );
  const window = db.query<never, [string, number, number]>(
    `SELECT scheduled_for FROM post WHERE profile_id = +? AND schedule = 'queue' AND scheduled_for > +?
     ORDER BY scheduled_for LIMIT +?`,
  );
  return {
    after(profileId, after) {
      const moments = new Set<number>();
      /** All up to here are known. */
      let known = after;
      return {
        has(at) {
          while (at > known) {
            const more = window.values(profileId, known, WINDOW).flat() as number[];
            for (const each of more) moments.add(each);
            known = more.length < WINDOW ? Infinity : (more.at(-1) ?? Infinity);
          }
          return moments.has(at);
        },
      };
    },
    list: (profileId, after, limit) => list.all(profileId, after, limit),
  };
}

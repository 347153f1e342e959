// Reads a part of the calendar in slices, so that a full one blocks no other request.
import { setImmediate } from "node:timers/promises";
import type { PlacedPost, PostPlace, Posts } from "../../domain/store/posts.ts";
import type { Access } from "./access.ts";
import { conditionsOf, type Values } from "./post-conditions.ts";
import { POST_COLUMNS, type PostRows } from "./post-rows.ts";
import type { PostRow } from "../rows/post.ts";

/** Posts that are looked at in one turn of the loop. */
const SLICE = 128;

type Found = PostRow & { readonly at: number; readonly matches: number };

export function openCalendar({ db, read }: Access, rows: PostRows): Posts["calendar"] {
  return async (profile, { from, to }, filter, limit) => {
    const { sql, values } = conditionsOf(filter, null);
    // The filters decide after the slice is cut: a search for few posts among many stays within its turn.
    const slice = db.query<Found, Values>(
      `SELECT ${POST_COLUMNS}, calendar_at AS at, ${["1", ...sql].join(" AND ")} AS matches FROM post
       WHERE profile_id = +$profile AND calendar_at IS NOT NULL AND (calendar_at, id) > (+$at, +$after)
         AND calendar_at < +$to ORDER BY calendar_at, id LIMIT +$size`,
    );
    const posts: PlacedPost[] = [];
    let place: PostPlace | undefined = { at: from, id: "" };
    while (place && posts.length < limit) {
      const { at, id: after }: PostPlace = place;
      const found = await read(() => {
        const looked = slice.all({ ...values, profile, at, after, to, size: SLICE });
        posts.push(...placesOf(looked.filter(({ matches }) => matches === 1)));
        return looked;
      });
      place = found.length < SLICE ? undefined : found.at(-1);
      if (place) await setImmediate();
    }
    return posts.slice(0, limit);
  };

  function placesOf(found: readonly Found[]): PlacedPost[] {
    const times = new Map(found.map(({ id, at }) => [id, at]));
    const posts = rows.whole(found.map(({ at: _at, matches: _matches, ...row }) => row));
    return posts.map((post) => ({ at: times.get(post.id) ?? 0, post }));
  }
}

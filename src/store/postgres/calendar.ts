// Reads a part of the calendar.
import type { PlacedPost, PostFilter, TimeRange } from "../../domain/store/posts.ts";
import type { PostRow } from "../rows/post.ts";
import type { Connection } from "./pool.ts";
import { conditionsOf } from "./post-conditions.ts";
import { POST_COLUMNS, wholePosts } from "./post-rows.ts";

/** @param filter its words are of no matter here */
export async function readCalendar(
  db: Connection,
  profile: string,
  { from: start, to: end }: TimeRange,
  filter: PostFilter,
  limit: number,
): Promise<PlacedPost[]> {
  const conditions = await conditionsOf(db, profile, { ...filter, text: undefined });
  if (!conditions) return [];
  const found = await db.list<PostRow & { readonly at: number }>(
    `SELECT ${POST_COLUMNS}, calendar_at AS at FROM post
     WHERE calendar_at >= $start AND calendar_at < $end AND ${conditions.sql.join(" AND ")}
     ORDER BY calendar_at, post.id LIMIT $limit`,
    { ...conditions.values, start, end, limit },
  );
  const times = new Map(found.map(({ id, at }) => [id, at]));
  const posts = await wholePosts(db, found);
  return posts.map((post) => ({ at: times.get(post.id) ?? 0, post }));
}

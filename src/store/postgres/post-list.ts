// Lists posts in each order, with keyset pagination.
import type { Post } from "../../domain/post.ts";
import type { PostFilter, PostPlace, Posts, PostSort } from "../../domain/store/posts.ts";
import type { PostRow } from "../rows/post.ts";
import type { Access } from "./access.ts";
import { readCalendar } from "./calendar.ts";
import type { Connection } from "./pool.ts";
import { conditionsOf } from "./post-conditions.ts";
import { countPosts } from "./post-counts.ts";
import { ORDERS } from "./post-order.ts";
import { POST_COLUMNS, wholePosts } from "./post-rows.ts";

/** What looks through the posts of a profile. */
export function openPostReading({ db, read }: Access): Pick<Posts, "page" | "calendar" | "counts"> {
  return {
    page: (profile, filter, limit, before, sort = "created") =>
      read((db) => readPage(db, { profile, filter, sort, limit, before })),
    calendar: (profile, range, filter, limit) =>
      read((db) => readCalendar(db, profile, range, filter, limit)),
    counts: (profile, filter) => countPosts(db, profile, filter),
  };
}

interface Page {
  readonly profile: string;
  readonly filter: PostFilter;
  readonly sort: PostSort;
  readonly limit: number;
  readonly before: PostPlace | string | null;
}

async function readPage(db: Connection, { profile, filter, sort, limit, before }: Page): Promise<Post[]> {
  const conditions = await conditionsOf(db, profile, filter);
  if (!conditions) return [];
  const order = ORDERS[sort];
  const place = typeof before === "string" ? { at: 0, id: before } : (before ?? order.first);
  const rows = await db.list<PostRow>(
    `SELECT ${POST_COLUMNS} FROM post WHERE ${[order.after, ...conditions.sql].join(" AND ")} ORDER BY ${order.sql} LIMIT $limit`,
    { ...conditions.values, limit, at: place.at, before: place.id },
  );
  return await wholePosts(db, rows);
}

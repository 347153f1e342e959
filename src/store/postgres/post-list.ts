// Lists posts in each order, with keyset pagination.
import type { Post } from "../../domain/post.ts";
import { PAGE_BYTES, type Posts } from "../../domain/store/posts.ts";
import { CONTENT_BYTES } from "../rows/post-content.ts";
import type { PostRow } from "../rows/post.ts";
import type { Access } from "./access.ts";
import { readCalendar } from "./calendar.ts";
import type { Connection } from "./pool.ts";
import { conditionsOf } from "./post-conditions.ts";
import { countPosts } from "./post-counts.ts";
import { ORDERS } from "./post-order.ts";
import { POST_COLUMNS, wholePosts } from "./post-rows.ts";

/** What looks through the posts of a profile. */
export function openPostReading({
  db,
  read,
}: Access): Pick<Posts, "page" | "shortPage" | "calendar" | "counts"> {
  return {
    page: (...page) => read(async (db) => (await readPage(db, page, Number.MAX_SAFE_INTEGER)).posts),
    shortPage: (...page) => read((db) => readPage(db, page, PAGE_BYTES)),
    calendar: (profile, range, filter, limit) =>
      read((db) => readCalendar(db, profile, range, filter, limit)),
    counts: (profile, filter) => countPosts(db, profile, filter),
  };
}

async function readPage(
  db: Connection,
  [profile, filter, limit, before, sort = "created"]: Parameters<Posts["page"]>,
  maxBytes: number,
): Promise<{ readonly posts: Post[]; readonly isCut: boolean }> {
  const conditions = await conditionsOf(db, profile, filter);
  if (!conditions) return { posts: [], isCut: false };
  const order = ORDERS[sort];
  const place = typeof before === "string" ? { at: 0, id: before } : (before ?? order.first);
  const rows = await db.list<PostRow & { readonly bytes: number }>(
    `SELECT ${POST_COLUMNS}, page.bytes::float8 AS bytes
     FROM (SELECT id, sum(bytes) OVER (ORDER BY place) AS bytes, sum(bytes) OVER (ORDER BY place) - bytes AS before
           FROM (SELECT post.id, ${CONTENT_BYTES} AS bytes, row_number() OVER (ORDER BY ${order.sql}) AS place
                 FROM post WHERE ${[order.after, ...conditions.sql].join(" AND ")} ORDER BY ${order.sql} LIMIT $limit) AS sized) AS page
     JOIN post ON post.id = page.id
     WHERE page.before < $maxBytes ORDER BY ${order.sql}`,
    { ...conditions.values, limit, at: place.at, before: place.id, maxBytes },
  );
  return { posts: await wholePosts(db, rows), isCut: (rows.at(-1)?.bytes ?? 0) >= maxBytes };
}

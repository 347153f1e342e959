// The orders of the post list, as SQL.
import type { PostPlace, PostSort } from "../../domain/store/posts.ts";

export interface PostOrder {
  /** For ORDER BY; it has an index. */
  readonly sql: string;
  /** A condition on `post`: it comes after the place `$at` and `$before`. */
  readonly after: string;
  /** Before the first post. */
  readonly first: PostPlace;
}

/** Ids are hexadecimal: these places lie before and behind all of them. */
const LATEST: PostPlace = { at: Number.MAX_SAFE_INTEGER, id: "g" };
const EARLIEST: PostPlace = { at: -1, id: "" };

/** Ids begin with the time at which they were made. */
export const ORDERS: Readonly<Record<PostSort, PostOrder>> = {
  created: { sql: "post.id DESC", after: "post.id < $before", first: LATEST },
  scheduled: byTime("planned_at", "DESC"),
  soonest: byTime("planned_at", "ASC"),
  published: byTime("published_at", "DESC"),
};

function byTime(column: string, direction: "ASC" | "DESC"): PostOrder {
  return {
    sql: `post.${column} ${direction}, post.id ${direction}`,
    after: `(post.${column}, post.id) ${direction === "DESC" ? "<" : ">"} ($at, $before)`,
    first: direction === "DESC" ? LATEST : EARLIEST,
  };
}

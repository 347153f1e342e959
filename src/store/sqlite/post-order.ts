// The orders of the post list, as SQL: where a page begins, and slices of so many posts.
import type { PostPlace, PostSort } from "../../domain/store/posts.ts";
import type { Access } from "./access.ts";
import type { Values } from "./post-conditions.ts";

/** Posts among which is looked, as a condition on `post`. */
export interface Slice {
  readonly sql: string;
  readonly values: Values;
  /** Where the next one begins; null when there is none. */
  readonly next: PostPlace | null;
}

export interface PostOrder {
  /** For ORDER BY. */
  readonly sql: string;
  /** So many posts of a profile after a place. */
  slice(profile: string, place: PostPlace, size: number): Slice;
  /** Those of a few posts that come after a place, as a condition on `post`, and their order: sorted without an index. */
  few(ids: readonly string[], place: PostPlace): Slice & { readonly order: string };
  /** The post's time in this order. */
  readonly at: string;
  /** Before the first post. */
  readonly first: PostPlace;
  /** Whether of two places in this order the second comes later. */
  compare(a: PostPlace, b: PostPlace): number;
}

/** Ids are hexadecimal: these places lie before and behind all of them. */
const LATEST: PostPlace = { at: Number.MAX_SAFE_INTEGER, id: "g" };
const EARLIEST: PostPlace = { at: -1, id: "" };

const earliestFirst = (a: PostPlace, b: PostPlace): number =>
  a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id));
const latestFirst = (a: PostPlace, b: PostPlace): number => earliestFirst(b, a);

const AMONG = "post.id IN (SELECT value FROM json_each(+$ids))";

/** Ids begin with the time at which they were made. */
export function openOrders(access: Access): Record<PostSort, PostOrder> {
  return {
    created: byId(access),
    scheduled: byTime(access, "planned_at", "DESC"),
    soonest: byTime(access, "planned_at", "ASC"),
    published: byTime(access, "published_at", "DESC"),
  };
}

function byId({ db }: Access): PostOrder {
  const slice = db.query<{ n: number; last: string; lowest: number; highest: number }, Values>(
    `SELECT count(*) AS n, min(id) AS last, min(seq) AS lowest, max(seq) AS highest FROM (SELECT id, seq FROM post
       WHERE profile_id = +$profile AND id < +$before ORDER BY id DESC LIMIT +$size)`,
  );
  return {
    sql: "post.id DESC",
    at: "0",
    first: LATEST,
    compare: latestFirst,
    few: (ids, { id: before }) => ({
      sql: `${AMONG} AND post.id < +$before`,
      values: { before, ids: JSON.stringify(ids) },
      next: null,
      order: "post.id DESC",
    }),
    slice(profile, { id: before }, size) {
      const { n = 0, last = "", lowest = 0, highest = 0 } = slice.get({ profile, before, size }) ?? {};
      return {
        sql: "post.id >= +$last AND post.id < +$before",
        values: { before, last: last ?? "", lowest: lowest ?? 0, highest: highest ?? 0 },
        next: n < size ? null : { at: 0, id: last },
      };
    },
  };
}

function byTime({ db }: Access, column: string, direction: "ASC" | "DESC"): PostOrder {
  const [behind, upTo] = direction === "DESC" ? ["<", ">="] : [">", "<="];
  const [first, end] = direction === "DESC" ? [LATEST, EARLIEST] : [EARLIEST, LATEST];
  const last = db.query<PostPlace, Values>(
    `SELECT id, ${column} AS at FROM post WHERE profile_id = +$profile AND (${column}, id) ${behind} (+$at, +$before)
     ORDER BY ${column} ${direction}, id ${direction} LIMIT 1 OFFSET +$size`,
  );
  const key = `(post.${column}, post.id)`;
  return {
    sql: `post.${column} ${direction}, post.id ${direction}`,
    at: `post.${column}`,
    first,
    compare: direction === "DESC" ? latestFirst : earliestFirst,
    // The pluses: an index on it would lead through all posts.
    few: (ids, { at, id: before }) => ({
      sql: `${AMONG} AND (+post.${column}, +post.id) ${behind} (+$at, +$before)`,
      values: { at, before, ids: JSON.stringify(ids) },
      next: null,
      order: `+post.${column} ${direction}, +post.id ${direction}`,
    }),
    slice(profile, { at, id: before }, size) {
      const next = last.get({ at, before, profile, size: size - 1 });
      const { at: lastAt, id: lastId } = next ?? end;
      return {
        sql: `${key} ${behind} (+$at, +$before) AND ${key} ${upTo} (+$lastAt, +$last)`,
        values: { at, before, lastAt, last: lastId },
        next,
      };
    },
  };
}

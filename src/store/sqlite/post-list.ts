// Lists posts: newest first, with keyset pagination, and in slices, so that no filter blocks other requests.
import { setImmediate } from "node:timers/promises";
import type { Post } from "../../domain/post.ts";
import type { PostFilter } from "../../domain/store/posts.ts";
import type { Access } from "./access.ts";
import { conditionsOf, lookupsOf, type Conditions, type Lookup, type Values } from "./post-conditions.ts";
import { POST_COLUMNS, type PostRow, type PostRows } from "./post-rows.ts";
import { queryOf, type SearchIndex } from "./search.ts";

/** Posts that are looked at in one go: at first few, for most pages are full soon. */
const FIRST_SLICE = 128;
const LARGEST_SLICE = 512;
/** What an index finds is taken as it is when it is not more. */
const FEW = 1000;

/** One page. */
export type PageOf = (
  profileId: string,
  filter: PostFilter,
  limit: number,
  before: string | null,
) => Promise<Post[]>;

/** Posts among which is looked, as a condition on `post`. */
interface Slice {
  readonly sql: string;
  readonly values: Values;
  /** Where the next one begins; null when there is none. */
  readonly next: string | null;
}

export function openPostList({ db, read }: Access, rows: PostRows, search: SearchIndex): PageOf {
  const slice = db.query<{ n: number; last: string; lowest: number; highest: number }, Values>(
    `SELECT count(*) AS n, min(id) AS last, min(seq) AS lowest, max(seq) AS highest FROM (SELECT id, seq FROM post
       WHERE profile_id = +$profile AND id < +$before ORDER BY id DESC LIMIT +$size)`,
  );

  return async (profile, filter, limit, before) => {
    const query = filter.text === undefined ? null : queryOf(profile, filter.text);
    if (filter.text !== undefined && !query) return [];
    if (query) await search.complete();
    const conditions = conditionsOf(filter, query);
    // Ids are hexadecimal.
    let start = before ?? "g";
    const few = query ? null : await fewOf(profile, filter);
    if (few) return await read(() => found(profile, conditions, amongst(few, start), limit));
    const posts: Post[] = [];
    for (let size = FIRST_SLICE; ; size = Math.min(size * 2, LARGEST_SLICE)) {
      const { some, next } = await read(() => {
        const one = sliceOf(profile, start, size);
        return { some: found(profile, conditions, one, limit - posts.length), next: one.next };
      });
      posts.push(...some);
      if (next === null || posts.length >= limit) return posts;
      start = next;
      await setImmediate();
    }
  };

  function found(profile: string, { sql, values }: Conditions, one: Slice, limit: number): Post[] {
    const statement = db.query<PostRow, Values>(
      `SELECT ${POST_COLUMNS} FROM post WHERE ${[one.sql, "profile_id = +$profile", ...sql].join(" AND ")}
       ORDER BY post.id DESC LIMIT +$limit`,
    );
    return rows.whole(statement.all({ ...values, ...one.values, profile, limit }));
  }

  function sliceOf(profile: string, before: string, size: number): Slice {
    const { n = 0, last = "", lowest = 0, highest = 0 } = slice.get({ profile, before, size }) ?? {};
    return {
      sql: "post.id >= +$last AND post.id < +$before",
      values: { before, last: last ?? "", lowest: lowest ?? 0, highest: highest ?? 0 },
      next: n < size ? null : last,
    };
  }

  /** All posts that can be found, where an index knows them and they are few. */
  async function fewOf(profile: string, filter: PostFilter): Promise<string[] | null> {
    for (const lookup of lookupsOf(filter)) {
      const ids = await read(() => lookedUp(profile, lookup));
      if (ids.length <= FEW) return ids;
    }
    return null;
  }

  function lookedUp(profile: string, { sql, values }: Lookup): string[] {
    const statement = db.query<{ id: string }, Values>(sql);
    return statement.all({ ...values, profile, limit: FEW + 1 }).map(({ id }) => id);
  }
}

function amongst(ids: readonly string[], before: string): Slice {
  const some = JSON.stringify(ids.filter((id) => id < before));
  return { sql: "post.id IN (SELECT value FROM json_each(+$ids))", values: { ids: some }, next: null };
}

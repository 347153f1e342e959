// Lists and counts of posts, which the HTTP API and the MCP tools share.
import { publishedAt, type Post } from "../../domain/post.ts";
import type { PostCounts, PostPlace, PostSort } from "../../domain/store/posts.ts";
import { cursorAfter, idBefore, pageOf, placeCursor } from "../http/paging.ts";
import { filterOf, type PostQuery } from "./post-filter.ts";
import type { PostsDeps } from "./posts.ts";

export interface PageQuery extends PostQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly sort?: PostSort;
}

/** @throws Problem invalid_query, invalid_cursor */
export async function pageOfPosts(
  profileId: string,
  { limit, cursor, sort = "created", ...filter }: PageQuery,
  deps: PostsDeps,
): Promise<{ posts: readonly Post[]; nextCursor: string | null }> {
  const cursors = CURSORS[sort];
  const { posts: found, isCut } = await deps.posts.shortPage(
    profileId,
    filterOf(filter, deps.platforms),
    limit + 1,
    cursors.read(cursor),
    sort,
  );
  const { items, nextCursor } = pageOf(found, limit, cursors.after);
  const last = items.at(-1);
  return { posts: items, nextCursor: isCut && last !== undefined ? cursors.after(last) : nextCursor };
}

/** A cursor belongs to its order. */
const CURSORS: Readonly<Record<PostSort, Cursors>> = {
  created: { after: ({ id }) => cursorAfter(id), read: idBefore },
  scheduled: cursorsBy("scheduled", plannedAt),
  soonest: cursorsBy("soonest", plannedAt),
  published: cursorsBy("published", (post) => publishedAt(post) ?? 0),
};
function plannedAt({ scheduledFor, createdAt }: Post): number {
  return scheduledFor ?? createdAt;
}
interface Cursors {
  readonly after: (post: Post) => string;
  readonly read: (cursor: string | undefined) => PostPlace | string | null;
}
function cursorsBy(sort: PostSort, timeOf: (post: Post) => number): Cursors {
  const { after, read } = placeCursor(sort);
  return { after: (post) => after({ at: timeOf(post), id: post.id }), read };
}

/** How many posts of each status match. @throws Problem invalid_query */
export const countPosts = (profileId: string, filter: PostQuery, deps: PostsDeps): Promise<PostCounts> =>
  deps.posts.counts(profileId, filterOf(filter, deps.platforms));

// Lists posts: newest first, with keyset pagination, and in slices, so that no filter blocks other requests.
import { setImmediate } from "node:timers/promises";
import type { Post } from "../../domain/post.ts";
import {
  PAGE_BYTES,
  type PostFilter,
  type PostPage,
  type PostPlace,
  type Posts,
} from "../../domain/store/posts.ts";
import type { Access } from "./access.ts";
import { firstRows } from "./first-rows.ts";
import { conditionsOf, lookupsOf, type Conditions, type Lookup, type Values } from "./post-conditions.ts";
import { openOrders, type PostOrder, type Slice } from "./post-order.ts";
import { POST_COLUMNS, type PostRows } from "./post-rows.ts";
import { CONTENT_BYTES } from "../rows/post-content.ts";
import type { PostRow } from "../rows/post.ts";
import { queryOf, type SearchIndex } from "./search.ts";

/** Posts that are looked at in one go: at first few, for most pages are full soon. */
const FIRST_SLICE = 128;
const LARGEST_SLICE = 512;
/** What an index finds is taken as it is when it is not more. */
const FEW = 1000;

/** Posts that may match, slice by slice; each is looked at in its own turn of the loop. */
export interface Search {
  readonly conditions: Conditions;
  /** Calls `look` with one slice after the other, inside a read, until it answers false. */
  each(look: (slice: Slice) => boolean): Promise<void>;
}

/** What looks through a profile's posts; null where nothing can match. A search in words only has the order `created`. */
export type SearchOf = (
  profile: string,
  filter: PostFilter,
  order: PostOrder,
  after: PostPlace,
) => Promise<Search | null>;

export function openSearches({ db, read }: Access, index: SearchIndex): SearchOf {
  return async (profile, filter, order, after) => {
    const query = filter.text === undefined ? null : queryOf(profile, filter.text);
    if (filter.text !== undefined && !query) return null;
    if (query) await index.complete();
    const few = query ? null : await fewOf(profile, filter);
    return {
      conditions: conditionsOf(filter, query),
      each: (look) =>
        few ? read(() => void look(order.few(few, after))) : slices(profile, order, after, look),
    };
  };

  async function slices(
    profile: string,
    order: PostOrder,
    after: PostPlace,
    look: (slice: Slice) => boolean,
  ): Promise<void> {
    let place = after;
    for (let size = FIRST_SLICE; ; size = Math.min(size * 2, LARGEST_SLICE)) {
      const next = await read(() => {
        const slice = order.slice(profile, place, size);
        return look(slice) ? slice.next : null;
      });
      if (next === null) return;
      place = next;
      await setImmediate();
    }
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

export function openPostPages(
  access: Access,
  rows: PostRows,
  searchOf: SearchOf,
): Pick<Posts, "page" | "shortPage"> {
  const { db, read } = access;
  const orders = openOrders(access);
  return {
    page: async (...page) => [...(await pageUpTo(Infinity, ...page)).posts],
    shortPage: (...page) => pageUpTo(PAGE_BYTES, ...page),
  };

  async function pageUpTo(
    maxBytes: number,
    ...[profile, filter, limit, before, sort = "created"]: Parameters<Posts["page"]>
  ): Promise<PostPage> {
    const order = orders[sort];
    const after = typeof before === "string" ? { at: 0, id: before } : (before ?? order.first);
    if (filter.text !== undefined && sort !== "created") {
      const ids = await searchIds(profile, filter, order, limit, after);
      return read(() => found(profile, NO_CONDITIONS, order.few(ids, order.first), { limit, maxBytes }));
    }
    const search = await searchOf(profile, filter, order, after);
    const posts: Post[] = [];
    let bytesLeft = maxBytes;
    await search?.each((slice) => {
      const room = { limit: limit - posts.length, maxBytes: bytesLeft };
      const next = found(profile, search.conditions, { order: order.sql, ...slice }, room);
      posts.push(...next.posts);
      bytesLeft -= next.bytes;
      return posts.length < limit && bytesLeft > 0;
    });
    return { posts, isCut: bytesLeft <= 0 };
  }

  /** The index of words has its own order: all that is found there is looked at, and the first of them are kept. */
  async function searchIds(
    profile: string,
    filter: PostFilter,
    order: PostOrder,
    limit: number,
    after: PostPlace,
  ): Promise<string[]> {
    const search = await searchOf(profile, filter, orders.created, orders.created.first);
    let first: PostPlace[] = [];
    await search?.each((slice) => {
      const { sql, values } = search.conditions;
      const statement = db.query<PostPlace, Values>(
        `SELECT post.id, ${order.at} AS at FROM post
         WHERE ${[slice.sql, "profile_id = +$profile", ...sql].join(" AND ")}`,
      );
      const places = statement.all({ ...values, ...slice.values, profile });
      const later = places.filter((place) => order.compare(after, place) < 0);
      if (later.length > 0) first = [...first, ...later].toSorted(order.compare).slice(0, limit);
      return true;
    });
    return first.map(({ id }) => id);
  }

  function found(
    profile: string,
    { sql, values }: Conditions,
    one: Ordered,
    { limit, maxBytes }: { readonly limit: number; readonly maxBytes: number },
  ): PostPage & { readonly bytes: number } {
    const statement = db.query<PostRow & { readonly bytes: number }, Values>(
      `SELECT ${POST_COLUMNS}, ${CONTENT_BYTES} AS bytes
       FROM post WHERE ${[one.sql, "profile_id = +$profile", ...sql].join(" AND ")}
       ORDER BY ${one.order} LIMIT +$limit`,
    );
    const all = statement.iterate({ ...values, ...one.values, profile, limit });
    const first = firstRows(all, maxBytes, ({ bytes }) => bytes);
    const bytes = first.reduce((sum, row) => sum + row.bytes, 0);
    return { posts: rows.whole(first), bytes, isCut: bytes >= maxBytes };
  }
}

type Ordered = Slice & { readonly order: string };

const NO_CONDITIONS: Conditions = { sql: [], values: {} };

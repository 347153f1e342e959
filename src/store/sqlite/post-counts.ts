// Counts posts by status: without a filter in the index of the statuses, otherwise in slices like the list.
import { POST_STATUSES, type PostStatus } from "../../domain/post.ts";
import { MOST_OF_A_STATUS, type Posts } from "../../domain/store/posts.ts";
import { countsOf, type StatusCount } from "../rows/post-counts.ts";
import type { Access } from "./access.ts";
import type { Values } from "./post-conditions.ts";
import type { SearchOf } from "./post-list.ts";
import { openOrders } from "./post-order.ts";

export function openPostCounts(access: Access, searchOf: SearchOf): Posts["counts"] {
  const { db, read } = access;
  const { created } = openOrders(access);
  const ofStatus = db.query<{ n: number }, Values>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM post WHERE profile_id = +$profile AND status = +$status LIMIT +$limit)`,
  );
  return async (profile, filter) => {
    if (Object.values(filter).every((each) => each === undefined)) {
      const limit = MOST_OF_A_STATUS + 1;
      const counts: StatusCount[] = [];
      for (const status of POST_STATUSES)
        counts.push({ status, n: await read(() => ofStatus.get({ profile, status, limit })?.n ?? 0) });
      return countsOf(counts);
    }
    const found = new Map<PostStatus, number>();
    const search = await searchOf(profile, filter, created, created.first);
    await search?.each((slice) => {
      const { sql, values } = search.conditions;
      const statement = db.query<{ status: PostStatus }, Values>(
        `SELECT post.status FROM post WHERE ${[slice.sql, "profile_id = +$profile", ...sql].join(" AND ")}`,
      );
      for (const { status } of statement.all({ ...values, ...slice.values, profile }))
        found.set(status, (found.get(status) ?? 0) + 1);
      return true;
    });
    return countsOf(Array.from(found, ([status, n]) => ({ status, n })));
  };
}

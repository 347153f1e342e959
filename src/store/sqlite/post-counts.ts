// Counts posts by status: without a filter in the index of the statuses, otherwise in slices like the list.
import { POST_STATUSES, type PostStatus } from "../../domain/post.ts";
import { MOST_OF_A_STATUS, type PostCounts, type Posts } from "../../domain/store/posts.ts";
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
    const found = none();
    if (Object.values(filter).every((each) => each === undefined)) {
      const limit = MOST_OF_A_STATUS + 1;
      for (const status of POST_STATUSES)
        found[status] = await read(() => ofStatus.get({ profile, status, limit })?.n ?? 0);
      return capped(found);
    }
    const search = await searchOf(profile, filter, created, created.first);
    await search?.each((slice) => {
      const { sql, values } = search.conditions;
      const statement = db.query<{ status: PostStatus }, Values>(
        `SELECT post.status FROM post WHERE ${[slice.sql, "profile_id = +$profile", ...sql].join(" AND ")}`,
      );
      for (const { status } of statement.all({ ...values, ...slice.values, profile })) found[status]++;
      return true;
    });
    return capped(found);
  };
}

const none = (): Record<PostStatus, number> => ({
  draft: 0,
  queued: 0,
  scheduled: 0,
  publishing: 0,
  uncertain: 0,
  posted: 0,
  failed: 0,
  partial: 0,
});

function capped(found: Record<PostStatus, number>): PostCounts {
  const counts = none();
  for (const status of POST_STATUSES) counts[status] = Math.min(found[status], MOST_OF_A_STATUS);
  return { counts, capped: POST_STATUSES.some((status) => found[status] > MOST_OF_A_STATUS) };
}

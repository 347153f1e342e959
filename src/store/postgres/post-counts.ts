// Counts posts by status: without a filter in the index of the statuses.
import { POST_STATUSES } from "../../domain/post.ts";
import { MOST_OF_A_STATUS, type PostCounts, type PostFilter } from "../../domain/store/posts.ts";
import { countsOf, type StatusCount } from "../rows/post-counts.ts";
import type { Connection } from "./pool.ts";
import { conditionsOf } from "./post-conditions.ts";

export async function countPosts(db: Connection, profile: string, filter: PostFilter): Promise<PostCounts> {
  if (Object.values(filter).every((each) => each === undefined)) return countsOf(await countAll(db, profile));
  const conditions = await conditionsOf(db, profile, filter);
  if (!conditions) return countsOf([]);
  return countsOf(
    await db.list<StatusCount>(
      `SELECT status, count(*) AS n FROM post WHERE ${conditions.sql.join(" AND ")} GROUP BY status`,
      conditions.values,
    ),
  );
}

async function countAll(db: Connection, profile: string): Promise<StatusCount[]> {
  return await db.all<StatusCount>(
    `SELECT status, (SELECT count(*) FROM
       (SELECT 1 FROM post WHERE profile_id = $profile AND post.status = named.status LIMIT $limit) AS found) AS n
     FROM unnest($statuses::text[]) AS named (status)`,
    { profile, statuses: POST_STATUSES, limit: MOST_OF_A_STATUS + 1 },
  );
}

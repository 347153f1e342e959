// Reads everything that an attempt needs (tables target, account, attempt, post_media and media).
import type { Work } from "../../domain/store/journal.ts";
import type { AttemptRef } from "../../domain/target-move.ts";
import { MEDIA_COLUMNS } from "../rows/media.ts";
import { OPTIONS_OF_TARGET, TEXT_OF_TARGET } from "../rows/post-content.ts";
import { workOf, type WorkMediaRow, type WorkRow } from "../rows/work.ts";
import type { Connection } from "./pool.ts";
import { SERVER } from "./waits.ts";

/** After a restore. */
export const IS_HELD = "coalesce(failure ->> 'code' = 'restored', false)";

const WORK = `SELECT target.id, post_id AS "postId", account.profile_id AS "profileId", account_id AS "accountId",
    target.platform, ${SERVER} AS server, account.simulated, state, attempt, ${TEXT_OF_TARGET} AS caption,
    ${OPTIONS_OF_TARGET} AS options, progress, tries,
    coalesce(tries_since, 0) AS "triesSince", verification, ${IS_HELD} AS held,
    prepared, receipt, sent_at AS "sentAt", look_asked_by AS "lookAskedBy", look_planned_at AS "lookPlannedAt"
  FROM target JOIN account ON account.id = account_id LEFT JOIN attempt ON target_id = target.id AND n = attempt
  WHERE (target.id, attempt) IN (SELECT * FROM unnest($ids::text[], $attempts::bigint[]))`;

export async function readWork(
  db: Connection,
  ref: Pick<AttemptRef, "id" | "attempt">,
): Promise<Work | null> {
  return (await readWorks(db, [ref])).get(ref.id) ?? null;
}

/** Of different targets, by their ids; those that are no longer in that attempt are left out. */
export async function readWorks(
  db: Connection,
  refs: readonly Pick<AttemptRef, "id" | "attempt">[],
): Promise<Map<string, Work>> {
  const rows = await db.all<WorkRow>(WORK, {
    ids: refs.map(({ id }) => id),
    attempts: refs.map(({ attempt }) => attempt),
  });
  const posts = [...new Set(rows.map(({ postId }) => postId))];
  const files = posts.length === 0 ? [] : await filesOf(db, posts);
  const ofPost = Map.groupBy(files, ({ postId }) => postId);
  return new Map(
    rows.map((row) => [
      row.id,
      workOf(
        row,
        (ofPost.get(row.postId) ?? []).map(({ postId: _, ...file }) => file),
      ),
    ]),
  );
}

async function filesOf(
  db: Connection,
  posts: readonly string[],
): Promise<(WorkMediaRow & { readonly postId: string })[]> {
  return await db.all(
    `SELECT post_id AS "postId", of_target AS "ofTarget", ${MEDIA_COLUMNS}
     FROM post_media JOIN media ON media.id = media_id WHERE post_id = ANY($posts::text[]) ORDER BY post_id, position`,
    { posts },
  );
}

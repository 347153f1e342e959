// What has changed since a position: new events and audit entries, and the present state of what they name.
import type { AccountStatus } from "../../domain/account.ts";
import type {
  Act,
  ChangedPost,
  ChangePosition,
  Changes,
  ChangesAfter,
  UploadNow,
} from "../../domain/store/changes.ts";
import {
  foundAfter,
  MOST_UPLOADS,
  namedIn,
  postsNow,
  type PostRow,
  type TargetRow,
} from "../rows/changes.ts";
import type { Access } from "./access.ts";
import type { Connection } from "./pool.ts";
import { NUMBERS } from "./records.ts";

/**
 * The last numbers that were given, also where their rows have been deleted. Whoever has given one has ended by then, so
 * that nothing up to here is still to come.
 */
const NEWEST = `WITH ended AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared($numbers))
  SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('event', 'seq')), 0) AS event,
    coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit', 'seq')), 0) AS act FROM ended`;

export function openChanges({ db, read }: Access): Changes {
  return {
    newest: async () => (await db.get<ChangePosition>(NEWEST, { numbers: NUMBERS })) ?? { event: 0, act: 0 },
    after: (position, profileIds, limit) => read((db) => changesAfter(db, position, profileIds, limit)),
  };
}

async function changesAfter(
  db: Connection,
  position: ChangePosition,
  profileIds: readonly string[],
  limit: number,
): Promise<ChangesAfter> {
  const events = await db.all<ChangedPost>(
    `SELECT event.seq, post_id AS "postId", profile_id AS "profileId", kind FROM event JOIN post ON post.id = post_id
     WHERE event.seq > $after ORDER BY event.seq LIMIT $limit`,
    { after: position.event, limit },
  );
  const acts = await db.all<Act>(
    `SELECT seq, action, profile_id AS "profileId", subject FROM audit WHERE seq > $after ORDER BY seq LIMIT $limit`,
    { after: position.act, limit },
  );
  const named = namedIn(events, acts, profileIds);
  return {
    ...foundAfter(position, events, acts, limit),
    posts: await postsOf(db, named.posts),
    accounts: await accountsOf(db, named.accounts),
    uploads: await db.all<UploadNow>(
      `SELECT id, profile_id AS "profileId", received, size FROM upload
       WHERE state IN ('prepared', 'uploaded') AND profile_id = ANY ($profileIds::text[]) LIMIT ${MOST_UPLOADS}`,
      { profileIds },
    ),
  };
}

async function postsOf(db: Connection, ids: readonly string[]): Promise<ChangesAfter["posts"]> {
  if (ids.length === 0) return new Map();
  const posts = await db.all<PostRow>(
    "SELECT id, schedule, revision FROM post WHERE id = ANY ($ids::text[])",
    { ids },
  );
  const targets = await db.all<TargetRow>(
    `SELECT post_id AS "postId", state, attempt FROM target WHERE post_id = ANY ($ids::text[])`,
    { ids },
  );
  return postsNow(posts, targets);
}

async function accountsOf(db: Connection, ids: readonly string[]): Promise<ChangesAfter["accounts"]> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ id: string; status: AccountStatus }>(
    "SELECT id, status FROM account WHERE id = ANY ($ids::text[])",
    { ids },
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

// Finds what needs a person, each kind through an index of its own; and table snooze.
import { MOST_COUNTED } from "../../domain/attention.ts";
import type { AttentionRecords } from "../../domain/store/attention.ts";
import { captionOf, TEXT_OF_TARGET } from "../rows/post-content.ts";
import { targetOf, warnedOf, type TargetRow, type WarnedRow } from "../rows/attention.ts";
import type { Access } from "./access.ts";

const TARGETS = `SELECT target.id, post_id AS "postId", post.profile_id AS "profileId", account_id AS "accountId",
    platform, handle, ${TEXT_OF_TARGET} AS caption, coalesce(state_at, post.updated_at) AS since, due_at AS "dueAt",
    failure, verification
  FROM target JOIN post ON post.id = post_id`;
/** Of one profile, or of all. */
const OF_PROFILE = "($profile::text IS NULL OR profile_id = $profile::text)";

const UNCERTAIN = `${TARGETS} WHERE state = 'uncertain' AND ${OF_PROFILE} ORDER BY post_id LIMIT $limit`;
/** Only the latest failures are read, so that a profile with many of them does not slow down the others. */
const FAILED = `${TARGETS} WHERE state = 'failed' AND ${OF_PROFILE} AND failure ->> 'code' <> 'not_published'
    AND state_at > greatest($since::bigint, (SELECT state_at FROM target WHERE state = 'failed' AND state_at > $since::bigint
      ORDER BY state_at DESC OFFSET 4000 LIMIT 1))
  ORDER BY state_at DESC LIMIT $limit`;
const ACCOUNTS = `SELECT id, profile_id AS "profileId", platform, handle, status, status_detail AS "statusDetail",
    coalesce(status_at, connected_at) AS since, token_expires_at AS "tokenExpiresAt",
    (SELECT count(*) FROM (SELECT 1 FROM target WHERE account_id = account.id AND due_at IS NOT NULL
       AND state IN ('pending', 'retrying') LIMIT ${MOST_COUNTED}) AS counted) AS waiting
  FROM account WHERE ${OF_PROFILE} AND (status = 'needs_reconnect'
    OR status = 'active' AND end_told IS NOT NULL AND token_expires_at < $endsBefore) ORDER BY id`;
/** One profile after the other, each by the index of its times. */
const WARNED = `SELECT found.id, profile_id AS "profileId", ${captionOf("found.id")} AS caption,
    scheduled_for AS "scheduledFor", warnings
  FROM profile CROSS JOIN LATERAL (
    SELECT * FROM post WHERE profile_id = profile.id AND planned_at BETWEEN $from AND $to
      AND warnings::text <> '[]' AND schedule IN ('queue', 'time')
      AND NOT EXISTS (SELECT 1 FROM target WHERE post_id = post.id AND (state <> 'pending' OR attempt > 0))
    ORDER BY planned_at, post.id LIMIT $limit) AS found
  WHERE $profile::text IS NULL OR profile.id = $profile::text ORDER BY profile.id, planned_at, found.id LIMIT $limit`;
const IN_REVIEW = `SELECT id, profile_id AS "profileId", ${captionOf("post.id")} AS caption,
    (review ->> 'at')::bigint AS since, review ->> 'by' AS by, review ->> 'note' AS note
  FROM post WHERE review_state = 'asked' AND status = 'draft' AND ${OF_PROFILE} ORDER BY profile_id, id LIMIT $limit`;

export function openAttention({ db, writeLocked }: Access): AttentionRecords {
  return {
    uncertain: async (profile, limit) =>
      (await db.all<TargetRow>(UNCERTAIN, { profile, limit })).map(targetOf),
    failed: async (profile, since, limit) =>
      (await db.all<TargetRow>(FAILED, { profile, since, limit })).map(targetOf),
    accounts: (profile, endsBefore) => db.all(ACCOUNTS, { profile, endsBefore }),
    warned: async (profile, from, to, limit) =>
      (await db.all<WarnedRow>(WARNED, { profile, from, to, limit })).map(warnedOf),
    inReview: (profile, limit) => db.all(IN_REVIEW, { profile, limit }),
    snoozes: (now) => db.all("SELECT id, since, until FROM snooze WHERE until > $now", { now }),
    snooze: (snooze, audit) =>
      writeLocked(async (db) => {
        await db.run("DELETE FROM snooze WHERE until <= $at", { at: audit.at });
        await db.run(
          `INSERT INTO snooze (id, since, until) VALUES ($id, $since, $until)
           ON CONFLICT (id) DO UPDATE SET since = excluded.since, until = excluded.until`,
          { ...snooze },
        );
        db.records.audit(audit);
      }),
  };
}

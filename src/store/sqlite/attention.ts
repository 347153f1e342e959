// Finds what needs a person, each kind through an index of its own; and table snooze.
import type { DraftInReview, Snooze, TroubledAccount } from "../../domain/attention.ts";
import { MOST_COUNTED } from "../../domain/attention.ts";
import type { AttentionRecords } from "../../domain/store/attention.ts";
import { captionOf, TEXT_OF_TARGET } from "../rows/post-content.ts";
import { targetOf, warnedOf, type TargetRow, type WarnedRow } from "../rows/attention.ts";
import type { Access } from "./access.ts";
import { appendAudit } from "./audit.ts";

/** The index and the order of the joins are fixed, whatever the planner would choose: the few targets first. */
const targetsBy = (
  index: string,
) => `SELECT target.id, post_id AS postId, post.profile_id AS profileId, account_id AS accountId, platform, handle,
    ${TEXT_OF_TARGET} AS caption, coalesce(state_at, post.updated_at) AS since, due_at AS dueAt, failure, verification
  FROM target INDEXED BY ${index} CROSS JOIN post ON post.id = post_id`;
/** Only the latest failures are read, so that a profile with many of them does not slow down the others. */
const OLDEST_READ = `coalesce((SELECT state_at FROM target INDEXED BY target_failed WHERE state = 'failed' AND state_at > +$since
  ORDER BY state_at DESC LIMIT 1 OFFSET 4000), 0)`;
/** Of one profile, or of all. */
const OF_PROFILE = "(+$profile IS NULL OR profile_id = +$profile)";

export function openAttention({ db, read, write }: Access): AttentionRecords {
  const uncertain = db.query<TargetRow, { profile: string | null; limit: number }>(
    `${targetsBy("target_uncertain")} WHERE state = 'uncertain' AND ${OF_PROFILE} LIMIT +$limit`,
  );
  const failed = db.query<TargetRow, { profile: string | null; since: number; limit: number }>(
    `${targetsBy("target_failed")} WHERE state = 'failed' AND state_at > max(+$since, ${OLDEST_READ}) AND ${OF_PROFILE}
       AND failure ->> '$.code' <> 'not_published' ORDER BY state_at DESC LIMIT +$limit`,
  );
  const accounts = db.query<TroubledAccount, { profile: string | null; endsBefore: number; most: number }>(
    `SELECT id, profile_id AS profileId, platform, handle, status, status_detail AS statusDetail,
       coalesce(status_at, connected_at) AS since, token_expires_at AS tokenExpiresAt,
       (SELECT count(*) FROM (SELECT 1 FROM target WHERE account_id = account.id AND due_at IS NOT NULL
          AND state IN ('pending', 'retrying') LIMIT +$most)) AS waiting
     FROM account WHERE ${OF_PROFILE} AND (status = 'needs_reconnect'
       OR status = 'active' AND end_told IS NOT NULL AND token_expires_at < +$endsBefore)`,
  );
  const warned = db.query<WarnedRow, { profile: string | null; from: number; to: number; limit: number }>(
    `SELECT post.id, post.profile_id AS profileId, ${captionOf("post.id")} AS caption, scheduled_for AS scheduledFor, warnings
     FROM profile CROSS JOIN post ON profile_id = profile.id
       AND planned_at BETWEEN +$from AND +$to
     WHERE ${OF_PROFILE} AND warnings <> '[]' AND schedule IN ('queue', 'time')
       AND NOT EXISTS (SELECT 1 FROM target WHERE post_id = post.id AND (state <> 'pending' OR attempt > 0))
     LIMIT +$limit`,
  );
  // The index is fixed, whatever the planner would choose: it has these few alone.
  const inReview = db.query<DraftInReview, { profile: string | null; limit: number }>(
    `SELECT id, profile_id AS profileId, ${captionOf("post.id")} AS caption, review ->> 'at' AS since, review ->> 'by' AS by, review ->> 'note' AS note
     FROM post INDEXED BY post_in_review WHERE review_state = 'asked' AND status = 'draft' AND ${OF_PROFILE} LIMIT +$limit`,
  );
  const snoozes = db.query<Snooze, [number]>("SELECT id, since, until FROM snooze WHERE until > +?");
  const put = db.query("INSERT OR REPLACE INTO snooze (id, since, until) VALUES ($id, $since, $until)");
  const forget = db.query("DELETE FROM snooze WHERE until <= ?");
  return {
    uncertain: (profile, limit) => read(() => uncertain.all({ profile, limit }).map(targetOf)),
    failed: (profile, since, limit) => read(() => failed.all({ profile, since, limit }).map(targetOf)),
    accounts: (profile, endsBefore) => read(() => accounts.all({ profile, endsBefore, most: MOST_COUNTED })),
    warned: (profile, from, to, limit) => read(() => warned.all({ profile, from, to, limit }).map(warnedOf)),
    inReview: (profile, limit) => read(() => inReview.all({ profile, limit })),
    snoozes: (now) => read(() => snoozes.all(now)),
    snooze: (snooze, audit) =>
      write(() => {
        forget.run(audit.at);
        put.run({ ...snooze });
        appendAudit(db, audit);
      }),
  };
}

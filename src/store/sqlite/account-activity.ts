// What waits for each account of a profile, what went out and what did not, through an index of each account.
import type { Database } from "bun:sqlite";
import {
  ACTIVITY_DAYS,
  MOST_WAITING,
  type AccountActivity,
  type DayOfDeliveries,
} from "../../domain/account-activity.ts";
import type { Failure } from "../../domain/post.ts";

const DAY_MS = 86_400_000;
const DAYS = Array.from({ length: ACTIVITY_DAYS }, (_, day) => day);

interface FactsRow {
  readonly accountId: string;
  readonly waiting: number;
  readonly lastSuccessAt: number | null;
}
interface FailureRow {
  readonly at: number;
  readonly failure: string | null;
  readonly postId: string;
}
/** Statements for the transaction that is open. */
export function openAccountActivity(db: Database) {
  const facts = db.query<FactsRow, [string]>(
    `SELECT id AS accountId, (SELECT max(published_at) FROM target WHERE account_id = account.id) AS lastSuccessAt,
       (SELECT count(*) FROM (SELECT 1 FROM target WHERE account_id = account.id AND due_at IS NOT NULL
          AND state IN ('pending', 'retrying') LIMIT ${MOST_WAITING})) AS waiting
     FROM account WHERE profile_id = +? ORDER BY id`,
  );
  // The condition of the index stands in the query as it is there, or SQLite would not use it.
  const failure = db.query<FailureRow, [string]>(
    `SELECT state_at AS at, failure, post_id AS postId FROM target INDEXED BY target_account_trouble
     WHERE account_id = +? AND state = 'failed' AND state IN ('failed', 'uncertain') ORDER BY state_at DESC LIMIT 1`,
  );
  // A stretch of an index for each day: grouping would sort all of them.
  const troubled = (state: string) => `(SELECT count(*) FROM target INDEXED BY target_account_trouble
     WHERE account_id = +$id AND state = '${state}' AND state IN ('failed', 'uncertain')
       AND state_at > begins AND state_at <= begins + ${DAY_MS})`;
  const days = db.query<DayOfDeliveries, { id: string; now: number }>(
    `SELECT (SELECT count(*) FROM target WHERE account_id = +$id
         AND published_at > begins AND published_at <= begins + ${DAY_MS}) AS posted,
       ${troubled("failed")} AS failed, ${troubled("uncertain")} AS uncertain
     FROM (SELECT +$now - (${ACTIVITY_DAYS} - value) * ${DAY_MS} AS begins FROM json_each('${JSON.stringify(DAYS)}'))`,
  );
  const lastFailure = (id: string): AccountActivity["lastFailure"] => {
    const row = failure.get(id);
    if (!row) return null;
    const why = row.failure === null ? null : (JSON.parse(row.failure) as Failure);
    return { at: row.at, postId: row.postId, detail: why?.detail ?? "" };
  };
  return {
    of(profileId: string, now: number): AccountActivity[] {
      return facts.all(profileId).map((row) => ({
        ...row,
        lastFailure: lastFailure(row.accountId),
        days: days.all({ id: row.accountId, now }),
      }));
    },
  };
}

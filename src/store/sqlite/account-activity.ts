// What waits for each account of a profile, what went out and what did not, through an index of each account.
import type { Database } from "bun:sqlite";
import {
  ACTIVITY_DAYS,
  MOST_WAITING,
  type AccountActivity,
  type DayOfDeliveries,
} from "../../domain/account-activity.ts";
import { lastFailureOf, type FactsRow, type FailureRow } from "../rows/account-activity.ts";

const DAY_MS = 86_400_000;
const DAYS = Array.from({ length: ACTIVITY_DAYS }, (_, day) => day);

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
  return {
    of(profileId: string, now: number): AccountActivity[] {
      return facts.all(profileId).map((row) => ({
        ...row,
        lastFailure: lastFailureOf(failure.get(row.accountId)),
        days: days.all({ id: row.accountId, now }),
      }));
    },
  };
}

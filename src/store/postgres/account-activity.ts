// What waits for each account of a profile, what went out and what did not, through an index of each account.
import {
  ACTIVITY_DAYS,
  MOST_WAITING,
  type AccountActivity,
  type DayOfDeliveries,
} from "../../domain/account-activity.ts";
import { lastFailureOf, type FactsRow, type FailureRow } from "../rows/account-activity.ts";
import type { Connection } from "./pool.ts";

const DAY_MS = 86_400_000;

export async function activityOf(db: Connection, profileId: string, now: number): Promise<AccountActivity[]> {
  const facts = await db.all<FactsRow>(
    `SELECT id AS "accountId",
       (SELECT max(published_at) FROM target WHERE account_id = account.id) AS "lastSuccessAt",
       (SELECT count(*) FROM (SELECT 1 FROM target WHERE account_id = account.id AND due_at IS NOT NULL
          AND state IN ('pending', 'retrying') LIMIT ${MOST_WAITING}) AS few) AS waiting
     FROM account WHERE profile_id = $profileId ORDER BY id`,
    { profileId },
  );
  const activity: AccountActivity[] = [];
  for (const row of facts) {
    const [lastFailure, days] = [
      await readLastFailure(db, row.accountId),
      await daysOf(db, row.accountId, now),
    ];
    activity.push({ ...row, lastFailure, days });
  }
  return activity;
}

async function readLastFailure(db: Connection, id: string): Promise<AccountActivity["lastFailure"]> {
  const row = await db.get<FailureRow>(
    `SELECT state_at AS at, failure, post_id AS "postId" FROM target
     WHERE account_id = $id AND state = 'failed' ORDER BY state_at DESC LIMIT 1`,
    { id },
  );
  return lastFailureOf(row);
}

async function daysOf(db: Connection, id: string, now: number): Promise<DayOfDeliveries[]> {
  const troubled = (
    state: string,
  ) => `(SELECT count(*) FROM target WHERE account_id = $id AND state = '${state}'
    AND state_at > begins AND state_at <= begins + ${DAY_MS})`;
  return await db.all<DayOfDeliveries>(
    `SELECT (SELECT count(*) FROM target WHERE account_id = $id
         AND published_at > begins AND published_at <= begins + ${DAY_MS}) AS posted,
       ${troubled("failed")} AS failed, ${troubled("uncertain")} AS uncertain
     FROM (SELECT $now::bigint - (${ACTIVITY_DAYS} - day) * ${DAY_MS} AS begins
       FROM generate_series(0::bigint, ${ACTIVITY_DAYS - 1}::bigint) AS day) AS days`,
    { id, now },
  );
}

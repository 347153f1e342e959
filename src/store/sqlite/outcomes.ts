// Counts and durations of recent deliveries per network, for the status page.
import { NETWORK_FAULTS, type Outcomes } from "../../domain/store/outcomes.ts";
import { LATEST_FAILURES, outcomesOf, type FailureRow, type OutcomeGroup } from "../rows/outcomes.ts";
import { sqlList } from "../rows/sql-list.ts";
import type { Access } from "./access.ts";

/**
 * Counts a target once, by its latest attempt. What an author can be told to change (the text, a file, a login, a
 * quota) says nothing about the network and is left out, and so is everything simulated. CROSS JOIN keeps the order: the
 * index of attempts first, whatever the planner thinks of a table that grew.
 */
const ENDED = `
  SELECT platform, state, published_at - tries_since AS ms, published_at AS at, (settled_at - $since) / 3600000 AS hour
  FROM attempt CROSS JOIN target ON target.id = target_id AND n = attempt
  WHERE settled_at >= $since AND simulated = 0 AND (state = 'posted' OR state = 'failed'
    AND json_extract(failure, '$.category') IN (${sqlList(NETWORK_FAULTS)}))
  UNION ALL
  SELECT platform, state, NULL, NULL, (sent_at - $since) / 3600000 FROM attempt CROSS JOIN target ON target.id = target_id AND n = attempt
  WHERE sent_at >= $since AND settled_at IS NULL AND simulated = 0 AND state = 'uncertain'`;

export function openOutcomes({ db, read }: Access): Outcomes {
  // Half the time of SQLite's window functions, which would also give the percentiles.
  const ended = db.query<OutcomeGroup, { since: number }>(
    `SELECT platform, state, ms, hour, count(*) AS count, max(at) AS at FROM (${ENDED}) GROUP BY platform, state, ms, hour ORDER BY ms`,
  );
  // By the index of each account: the latest is one look, however many posts there are.
  const latest = db.query<{ platform: string; at: number }, []>(
    `SELECT platform, max(at) AS at FROM (
       SELECT platform, (SELECT max(published_at) FROM target WHERE account_id = account.id) AS at
       FROM account WHERE simulated = 0) WHERE at IS NOT NULL GROUP BY platform`,
  );
  // By the index of each account, too. SQLite takes the category from the row with the latest time.
  const failed = db.query<FailureRow, []>(
    `SELECT account.platform, max(state_at) AS at, failure ->> '$.category' AS category
     FROM account CROSS JOIN target ON target.id IN (
       SELECT id FROM target AS one WHERE one.account_id = account.id AND one.state = 'failed'
       ORDER BY one.state_at DESC LIMIT ${LATEST_FAILURES})
     WHERE account.simulated = 0 AND failure ->> '$.category' IN (${sqlList(NETWORK_FAULTS)}) GROUP BY account.platform`,
  );
  return {
    lastFailed: () =>
      read(() => new Map(failed.all().map(({ platform, at, category }) => [platform, { at, category }]))),
    lastPosted: () => read(() => new Map(latest.all().map(({ platform, at }) => [platform, at]))),
    since: (time) => read(() => outcomesOf(ended.all({ since: time }))),
  };
}

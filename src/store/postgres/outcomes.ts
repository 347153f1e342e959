// Counts and durations of recent deliveries per network, for the status page.
import { NETWORK_FAULTS, type Outcomes } from "../../domain/store/outcomes.ts";
import { LATEST_FAILURES, outcomesOf, type FailureRow, type OutcomeGroup } from "../rows/outcomes.ts";
import type { Access } from "./access.ts";

/**
 * Attempts with their target where they are its latest. OFFSET 0 keeps the order: the index of attempts first, whatever the
 * planner thinks of a table that grew.
 */
const LATEST_ATTEMPTS = `attempt CROSS JOIN LATERAL (
  SELECT platform, state, published_at, tries_since, failure FROM target
  WHERE target.id = target_id AND attempt = n AND simulated = 0 OFFSET 0) AS ended`;
/**
 * Counts a target once. What an author can be told to change (the text, a file, a login, a quota) says nothing about the
 * network and is left out, and so is everything simulated.
 */
const ENDED = `
  SELECT platform, state, published_at - tries_since AS ms, published_at AS at, (settled_at - $since) / 3600000 AS hour
  FROM ${LATEST_ATTEMPTS} WHERE settled_at >= $since
    AND (state = 'posted' OR state = 'failed' AND failure ->> 'category' = ANY ($faults::text[]))
  UNION ALL
  SELECT platform, state, NULL, NULL, (sent_at - $since) / 3600000
  FROM ${LATEST_ATTEMPTS} WHERE sent_at >= $since AND settled_at IS NULL AND state = 'uncertain'`;

export function openOutcomes({ db }: Access): Outcomes {
  const faults = NETWORK_FAULTS;
  return {
    // By the index of each account.
    async lastFailed() {
      const rows = await db.all<FailureRow>(
        `SELECT DISTINCT ON (account.platform) account.platform, state_at AS at, failure ->> 'category' AS category
         FROM account CROSS JOIN LATERAL (
           SELECT state_at, failure FROM target
           WHERE account_id = account.id AND state = 'failed' AND state_at IS NOT NULL
           ORDER BY state_at DESC LIMIT ${LATEST_FAILURES}) AS latest
         WHERE account.simulated = 0 AND failure ->> 'category' = ANY ($faults::text[])
         ORDER BY account.platform, state_at DESC`,
        { faults },
      );
      return new Map(rows.map(({ platform, at, category }) => [platform, { at, category }]));
    },
    // By the index of each account: the latest is one look, however many posts there are.
    async lastPosted() {
      const rows = await db.all<{ platform: string; at: number }>(
        `SELECT platform, max(at) AS at FROM (
           SELECT platform, (SELECT max(published_at) FROM target WHERE account_id = account.id) AS at
           FROM account WHERE simulated = 0) AS latest GROUP BY platform HAVING max(at) IS NOT NULL`,
      );
      return new Map(rows.map(({ platform, at }) => [platform, at]));
    },
    async since(time) {
      const groups = await db.all<OutcomeGroup>(
        `SELECT platform, state, ms, hour, count(*) AS count, max(at) AS at FROM (${ENDED}) AS ended
         GROUP BY platform, state, ms, hour ORDER BY ms NULLS FIRST`,
        { since: time, faults },
      );
      return outcomesOf(groups);
    },
  };
}

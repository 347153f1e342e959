// Counts and durations of recent deliveries per network, for the status page.
import {
  NETWORK_FAULTS,
  type HourOutcomes,
  type NetworkFailure,
  type NetworkOutcomes,
  type Outcomes,
} from "../../domain/store/outcomes.ts";
import { sqlList } from "./sql-list.ts";
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

interface OutcomeGroup {
  readonly platform: string;
  readonly state: "posted" | "failed" | "uncertain";
  readonly ms: number | null;
  readonly count: number;
  /** When the latest of them went live; null when none did. */
  readonly at: number | null;
  /** Whole hours since the beginning. */
  readonly hour: number;
}

/** Of each account: the last failure of the network's own is hardly ever older than so many of all kinds. */
const LATEST_FAILURES = 20;

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
  const failed = db.query<NetworkFailure & { platform: string }, []>(
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
    since: (time) =>
      read(() => {
        const groups = Map.groupBy(ended.all({ since: time }), ({ platform }) => platform);
        return [...groups].map(([platform, some]) => outcomesOf(platform, some));
      }),
  };
}

function outcomesOf(platform: string, groups: readonly OutcomeGroup[]): NetworkOutcomes {
  const of = (wanted: OutcomeGroup["state"]) => groups.filter(({ state }) => state === wanted);
  const posted = of("posted");
  return {
    platform,
    posted: total(posted),
    failed: total(of("failed")),
    uncertain: total(of("uncertain")),
    lastPostedAt: latestOf(posted),
    hours: hoursOf(groups),
    p50Ms: percentile(posted, 0.5),
    p95Ms: percentile(posted, 0.95),
  };
}

function hoursOf(groups: readonly OutcomeGroup[]): ReadonlyMap<number, HourOutcomes> {
  const byHour = [...Map.groupBy(groups, ({ hour }) => hour)];
  return new Map(
    byHour.map(([hour, some]) => {
      const posted = some.filter(({ state }) => state === "posted");
      return [hour, { deliveries: total(some), posted: total(posted) }];
    }),
  );
}

function latestOf(groups: readonly OutcomeGroup[]): number | null {
  const times = groups.flatMap(({ at }) => at ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

const total = (groups: readonly OutcomeGroup[]) => groups.reduce((sum, { count }) => sum + count, 0);

/** Nearest rank, of groups in rising order; null when there are none. */
function percentile(groups: readonly OutcomeGroup[], share: number): number | null {
  let left = Math.ceil(total(groups) * share);
  for (const { ms, count } of groups) {
    left -= count;
    if (left <= 0) return ms;
  }
  return null;
}

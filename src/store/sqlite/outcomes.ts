// Counts and durations of recent deliveries per network, for the status page.
import { NETWORK_FAULTS, type NetworkOutcomes, type Outcomes } from "../../domain/store/outcomes.ts";
import { sqlList } from "./sql-list.ts";
import type { Access } from "./access.ts";

/**
 * Counts a target once, by its latest attempt. What an author can be told to change (the text, a file, a login, a
 * quota) says nothing about the network and is left out, and so is everything simulated. CROSS JOIN keeps the order: the
 * index of attempts first, whatever the planner thinks of a table that grew.
 */
const ENDED = `
  SELECT platform, state, published_at - tries_since AS ms, published_at AS at
  FROM attempt CROSS JOIN target ON target.id = target_id AND n = attempt
  WHERE settled_at >= $since AND simulated = 0 AND (state = 'posted' OR state = 'failed'
    AND json_extract(failure, '$.category') IN (${sqlList(NETWORK_FAULTS)}))
  UNION ALL
  SELECT platform, state, NULL, NULL FROM attempt CROSS JOIN target ON target.id = target_id AND n = attempt
  WHERE sent_at >= $since AND settled_at IS NULL AND simulated = 0 AND state = 'uncertain'`;

interface OutcomeGroup {
  readonly platform: string;
  readonly state: "posted" | "failed" | "uncertain";
  readonly ms: number | null;
  readonly count: number;
  /** When the latest of them went live; null when none did. */
  readonly at: number | null;
}

export function openOutcomes({ db, read }: Access): Outcomes {
  // Half the time of SQLite's window functions, which would also give the percentiles.
  const ended = db.query<OutcomeGroup, { since: number }>(
    `SELECT platform, state, ms, count(*) AS count, max(at) AS at FROM (${ENDED}) GROUP BY platform, state, ms ORDER BY ms`,
  );
  // By the index of each account: the latest is one look, however many posts there are.
  const latest = db.query<{ platform: string; at: number }, []>(
    `SELECT platform, max(at) AS at FROM (
       SELECT platform, (SELECT max(published_at) FROM target WHERE account_id = account.id) AS at
       FROM account WHERE simulated = 0) WHERE at IS NOT NULL GROUP BY platform`,
  );
  return {
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
    p50Ms: percentile(posted, 0.5),
    p95Ms: percentile(posted, 0.95),
  };
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

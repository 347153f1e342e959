// What came of the deliveries to each network since a time: counts and durations for the status page.
import type { NetworkOutcomes, Outcomes } from "../ops/status.ts";
import type { Access } from "./access.ts";

/**
 * Counts a target once, by its latest attempt. What an author can be told to change (the text, a file, a login, a
 * quota) says nothing about the network and is left out, and so is everything simulated. CROSS JOIN keeps the order: the
 * index of attempts first, whatever the planner thinks of a table that grew.
 */
const ENDED = `
  SELECT platform, state, published_at - tries_since AS ms
  FROM attempt CROSS JOIN target ON target.id = target_id AND n = attempt
  WHERE settled_at >= $since AND simulated = 0 AND (state = 'posted' OR state = 'failed'
    AND json_extract(failure, '$.category') IN ('network_down', 'rate_limit', 'unknown', 'interrupted'))
  UNION ALL
  SELECT platform, state, NULL FROM attempt CROSS JOIN target ON target.id = target_id AND n = attempt
  WHERE sent_at >= $since AND settled_at IS NULL AND simulated = 0 AND state = 'uncertain'`;

interface Group {
  readonly platform: string;
  readonly state: "posted" | "failed" | "uncertain";
  readonly ms: number | null;
  readonly count: number;
}

export function openOutcomes({ db, read }: Access): Outcomes {
  // Half the time of SQLite's window functions, which would also give the percentiles.
  const ended = db.query<Group, { since: number }>(
    `SELECT platform, state, ms, count(*) AS count FROM (${ENDED}) GROUP BY platform, state, ms ORDER BY ms`,
  );
  return {
    since: (time) =>
      read(() => {
        const groups = Map.groupBy(ended.all({ since: time }), ({ platform }) => platform);
        return [...groups].map(([platform, some]) => outcomesOf(platform, some));
      }),
  };
}

function outcomesOf(platform: string, groups: readonly Group[]): NetworkOutcomes {
  const of = (wanted: Group["state"]) => groups.filter(({ state }) => state === wanted);
  const posted = of("posted");
  return {
    platform,
    posted: total(posted),
    failed: total(of("failed")),
    uncertain: total(of("uncertain")),
    p50Ms: percentile(posted, 0.5),
    p95Ms: percentile(posted, 0.95),
  };
}

const total = (groups: readonly Group[]) => groups.reduce((sum, { count }) => sum + count, 0);

/** Nearest rank, of groups in rising order; null when there are none. */
function percentile(groups: readonly Group[], share: number): number | null {
  let left = Math.ceil(total(groups) * share);
  for (const { ms, count } of groups) {
    left -= count;
    if (left <= 0) return ms;
  }
  return null;
}

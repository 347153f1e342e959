// What came of the deliveries to each network since a time: counts and durations for the status page.
import type { Database } from "bun:sqlite";
import type { NetworkOutcomes, Outcomes } from "../ops/status.ts";

/**
 * Counts a target once, by its latest attempt. What an author can be told to change (the text, a file, a login, a
 * quota) says nothing about the network and is left out, and so is everything simulated.
 */
const ENDED = `
  SELECT platform, state, published_at - coalesce(tries_since, started_at) AS ms
  FROM attempt JOIN target ON target.id = target_id AND n = attempt
  WHERE settled_at >= $since AND simulated = 0 AND (state = 'posted' OR state = 'failed'
    AND json_extract(failure, '$.category') IN ('network_down', 'rate_limit', 'unknown', 'interrupted'))
  UNION ALL
  SELECT platform, state, NULL FROM attempt JOIN target ON target.id = target_id AND n = attempt
  WHERE sent_at >= $since AND settled_at IS NULL AND simulated = 0 AND state = 'uncertain'`;

export function openOutcomes(db: Database): Outcomes {
  const counts = db.query<NetworkOutcomes, { since: number }>(
    `WITH ended AS (${ENDED}), ranked AS (
       SELECT *, row_number() OVER (PARTITION BY platform, state ORDER BY ms) AS place,
         count(*) OVER (PARTITION BY platform, state) AS among FROM ended)
     SELECT platform,
       count(*) FILTER (WHERE state = 'posted') AS posted,
       count(*) FILTER (WHERE state = 'failed') AS failed,
       count(*) FILTER (WHERE state = 'uncertain') AS uncertain,
       max(ms) FILTER (WHERE state = 'posted' AND place = (among * 50 + 99) / 100) AS p50Ms,
       max(ms) FILTER (WHERE state = 'posted' AND place = (among * 95 + 99) / 100) AS p95Ms
     FROM ranked GROUP BY platform`,
  );
  return {
    async since(time) {
      return counts.all({ since: time });
    },
  };
}

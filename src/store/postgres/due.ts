// Finds due targets: the first of each account, through an index, so that a long queue of one account costs nothing.
import type { RuleChanges } from "../../domain/rules.ts";
import type { Due, DueQuery } from "../../domain/store/journal.ts";
import { AT_NETWORK, INTERRUPTIBLE } from "../../domain/target-state.ts";
import type { Connection } from "./pool.ts";
import { NOT_IN_PAUSED_QUEUE } from "./queue-pause.ts";
import { SERVER } from "./waits.ts";

type DueRow = Omit<Due, "ruleChanges" | "simulated" | "serverPause"> & {
  readonly ruleChanges: string;
  readonly simulated: number;
  readonly failures: number | null;
  readonly until: number | null;
};

/** A condition on `server_failure`: no attempt is trying the server. */
export const NO_TRIAL = `NOT EXISTS (SELECT 1 FROM target AS trying
  WHERE trying.id = server_failure.trial AND trying.state = ANY('{${INTERRUPTIBLE.join(",")}}'))`;

/** Attempts of an account that are under way, whichever process makes them; ends with a condition on `under_way`. */
export const UNDER_WAY = `SELECT 1 FROM target AS under_way
  WHERE under_way.state IN (${INTERRUPTIBLE.map((state) => `'${state}'`).join(", ")}) AND`;

/** Profiles take turns; what a profile has under way counts as turns it has had. */
const DUE = `WITH first AS (
    SELECT found.*, account.profile_id, account.simulated, account.rules, account.not_before, ${SERVER} AS server
    FROM account CROSS JOIN LATERAL (
      SELECT id, post_id, account_id, platform, state, attempt, due_at, deferred_since FROM target
      WHERE account_id = account.id AND due_at <= $now
        AND ($begin::int = 1 AND account.paused_at IS NULL OR state = ANY('{${AT_NETWORK.join(",")}}'))
        AND ${NOT_IN_PAUSED_QUEUE}
      ORDER BY due_at, id LIMIT 1) AS found
    WHERE account.id <> ALL($busy::text[]) AND NOT EXISTS (${UNDER_WAY} under_way.account_id = account.id))
  SELECT first.id, post_id AS "postId", profile_id AS "profileId", account_id AS "accountId", first.platform, first.server,
    simulated, state, attempt, due_at AS "dueAt", deferred_since AS "deferredSince", rules AS "ruleChanges",
    not_before AS "accountNotBefore", failures, until
  FROM first LEFT JOIN server_failure ON server_failure.server = first.server AND until IS NOT NULL
  WHERE first.server <> ALL($full::text[]) AND ${NO_TRIAL}
  ORDER BY row_number() OVER (PARTITION BY profile_id ORDER BY due_at, first.id)
    + coalesce(($turns::bigint[])[array_position($profiles::text[], profile_id::text)], 0), due_at, first.id
  LIMIT $limit`;

export async function dueTargets(
  db: Connection,
  { now, limit, begin, busyAccounts, fullServers, running }: DueQuery,
): Promise<Due[]> {
  const rows = await db.all<DueRow>(DUE, {
    now,
    limit,
    begin: Number(begin),
    busy: busyAccounts,
    full: fullServers,
    profiles: Object.keys(running),
    turns: Object.values(running),
  });
  return rows.map(({ ruleChanges, simulated, failures, until, ...due }) => ({
    ...due,
    simulated: simulated === 1,
    serverPause: failures === null || until === null ? null : { failures, until },
    ruleChanges: JSON.parse(ruleChanges) as RuleChanges,
  }));
}

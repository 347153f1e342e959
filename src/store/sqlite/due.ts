// Finds due targets: the first of each account, through an index, so that a long queue of one account costs nothing.
import type { Database } from "bun:sqlite";
import { AT_NETWORK, INTERRUPTIBLE } from "../../domain/target-state.ts";
import { sqlList } from "../rows/sql-list.ts";
import { NOT_IN_PAUSED_QUEUE, PAUSED_PROFILES } from "./queue-pause.ts";
import type { RuleChanges } from "../../domain/rules.ts";
import type { Due, DueQuery } from "../../domain/store/journal.ts";

/** Where an account lives; a simulated one lives alone (D40). */
export const SERVER =
  "iif(account.simulated, 'simulated:' || account.id, coalesce(account.server, account.platform))";

type DueRow = Omit<Due, "ruleChanges" | "simulated" | "serverPause"> & {
  readonly failures: number | null;
  readonly until: number | null;
  readonly ruleChanges: string;
  readonly simulated: number;
  readonly turn: number;
};

/** A condition on `server_failure`: no attempt is trying the server. */
export const NO_TRIAL = `NOT EXISTS (SELECT 1 FROM target AS trying WHERE trying.id = trial AND trying.state IN (${sqlList(INTERRUPTIBLE)}))`;

export function openDue(db: Database): (request: DueQuery) => Due[] {
  // SQLite plans a statement anew at every run when a bare parameter might change the plan, which here costs ten times
  // the look itself. `+$now` is the same value, and the plan stays. Profiles take turns; what a profile has under way counts as turns it has had.
  const rows = db.query<
    DueRow,
    { now: number; limit: number; busy: string; full: string; running: string; begin: boolean }
  >(
    `SELECT target.id, post_id AS postId, profile_id AS profileId, account_id AS accountId, target.platform,
       ${SERVER} AS server, account.simulated, state, attempt, due_at AS dueAt, deferred_since AS deferredSince, rules AS ruleChanges,
       not_before AS accountNotBefore, failures, until,
       row_number() OVER (PARTITION BY profile_id ORDER BY due_at, target.id)
         + coalesce((SELECT value FROM json_each(+$running) WHERE key = profile_id), 0) AS turn
     FROM account CROSS JOIN target ON target.id = (
       SELECT id FROM target WHERE account_id = account.id AND due_at <= +$now
         AND (+$begin AND account.paused_at IS NULL OR state IN (${sqlList(AT_NETWORK)}))
         AND (account.profile_id NOT IN (${PAUSED_PROFILES}) OR ${NOT_IN_PAUSED_QUEUE}) ORDER BY due_at, id LIMIT 1)
     LEFT JOIN server_failure ON server_failure.server = ${SERVER} AND until IS NOT NULL
     WHERE account.id NOT IN (SELECT value FROM json_each(+$busy)) AND ${NO_TRIAL}
       AND ${SERVER} NOT IN (SELECT value FROM json_each(+$full))
     ORDER BY turn, due_at, target.id LIMIT +$limit`,
  );
  return ({ now, limit, begin, busyAccounts, fullServers, running }) => {
    const [busy, full] = [JSON.stringify(busyAccounts), JSON.stringify(fullServers)];
    return rows
      .all({ now, limit, begin, busy, full, running: JSON.stringify(running) })
      .map(({ turn: _, ruleChanges, simulated, failures, until, ...due }) => ({
        ...due,
        simulated: simulated === 1,
        serverPause: failures === null || until === null ? null : { failures, until },
        ruleChanges: JSON.parse(ruleChanges) as RuleChanges,
      }));
  };
}

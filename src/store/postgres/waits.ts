// Waits that Crier or a network chose, of targets, accounts and servers: they move along with the clock, are no longer
// than they can be, and a person may end them.
import type { AccountWait } from "../../domain/pause.ts";
import type { WaitedFor } from "../../domain/store/accounts.ts";
import type { LongestWaits } from "../../domain/store/journal.ts";
import type { AttemptRef } from "../../domain/target-move.ts";
import type { Connection } from "./pool.ts";

/** Where an account lives; a simulated one lives alone. */
export const SERVER = `CASE WHEN account.simulated = 1 THEN 'simulated:' || account.id
  ELSE coalesce(account.server, account.platform) END`;

/** Its network asked the account of this target to wait. */
export async function holdAccount(db: Connection, { id }: AttemptRef, until: number): Promise<void> {
  await db.run(
    "UPDATE account SET not_before = $until WHERE id = (SELECT account_id FROM target WHERE target.id = $id)",
    { id, until },
  );
}

export async function accountsWaiting(db: Connection, now: number): Promise<AccountWait[]> {
  return await db.all<AccountWait>(
    `SELECT id AS "accountId", not_before AS until FROM account WHERE not_before > $now ORDER BY not_before, id`,
    { now },
  );
}

/** What waits for it is due at once. False when nothing had to wait for it any more. */
export async function endWait(db: Connection, of: WaitedFor, at: number): Promise<boolean> {
  const isServer = "server" in of;
  const name = isServer ? of.server : of.accountId;
  const ended = await db.run(
    isServer
      ? "UPDATE server_failure SET until = $at WHERE server = $name AND until > $at"
      : "UPDATE account SET not_before = NULL WHERE id = $name AND not_before > $at",
    { name, at },
  );
  if (ended === 0) return false;
  // `deferred_since` stays: a post is as late as its own time says.
  await db.run(
    `UPDATE target SET due_at = $at
     WHERE account_id IN (SELECT id FROM account WHERE ${isServer ? SERVER : "id"} = $name) AND due_at > $at
       AND (state = 'retrying' OR state = 'pending' AND deferred_since IS NOT NULL)
       AND failure ->> 'category' = $category`,
    { name, at, category: isServer ? "network_down" : "rate_limit" },
  );
  return true;
}

/** The clock was set: waits move along. @param byMs forward or back */
export async function moveWaits(db: Connection, byMs: number): Promise<void> {
  const values = { by: byMs };
  // A pending target waits for a time somebody chose, unless it is deferred. A look that a person asks for is due now, on
  // whichever side of the jump it was asked for.
  await db.run(
    `UPDATE target SET due_at = due_at + CASE WHEN look_asked_by IS NULL THEN $by::bigint ELSE least($by::bigint, 0) END,
       tries_since = tries_since + $by::bigint, look_planned_at = look_planned_at + $by::bigint
     WHERE due_at IS NOT NULL AND (state <> 'pending' OR deferred_since IS NOT NULL)`,
    values,
  );
  await db.run("UPDATE account SET not_before = not_before + $by WHERE not_before IS NOT NULL", values);
  await db.run("UPDATE server_failure SET until = until + $by WHERE until IS NOT NULL", values);
  await db.run("UPDATE webhook_delivery SET due_at = due_at + $by WHERE due_at IS NOT NULL", values);
}

export async function shortenWaits(
  db: Connection,
  now: number,
  { questionsMs, lastQuestionMs, serverMs, otherMs }: LongestWaits,
): Promise<void> {
  await db.run(
    `UPDATE target SET due_at = least(due_at, $now::bigint + CASE WHEN state = 'uncertain'
       THEN coalesce(($questions::bigint[])[1 + coalesce((verification ->> 'checks')::int, 0)], $last::bigint)
       ELSE $other::bigint END)
     WHERE due_at > $now AND (state <> 'pending' OR deferred_since IS NOT NULL)`,
    { now, questions: questionsMs, last: lastQuestionMs, other: otherMs },
  );
  await db.run("UPDATE account SET not_before = $until WHERE not_before > $until", { until: now + otherMs });
  await db.run("UPDATE server_failure SET until = $until WHERE until > $until", { until: now + serverMs });
}

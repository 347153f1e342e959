// Pauses of accounts, in their rows: read by whatever statement asks, so that no attempt begins after one.
import { blockAttempts } from "./locks.ts";
import type { Connection } from "./pool.ts";

/** A condition on `target`: its account is not paused. */
export const NOT_IN_PAUSED_ACCOUNT =
  "NOT EXISTS (SELECT 1 FROM account WHERE account.id = target.account_id AND account.paused_at IS NOT NULL)";

/** False when it is paused already, or does not exist. */
export async function pauseAccount(db: Connection, id: string, at: number, by: string): Promise<boolean> {
  await blockAttempts(db);
  const sql = "UPDATE account SET paused_at = $at, paused_by = $by WHERE id = $id AND paused_at IS NULL";
  return (await db.run(sql, { id, at, by })) > 0;
}

/** False when it is not paused. */
export async function resumeAccount(db: Connection, id: string, at: number): Promise<boolean> {
  const lifted = await db.run(
    "UPDATE account SET paused_at = NULL, paused_by = NULL WHERE id = $id AND paused_at IS NOT NULL",
    { id },
  );
  if (lifted === 0) return false;
  // What came due meanwhile is due now: it waited because somebody wanted it to, and is not late.
  await db.run(
    `UPDATE target SET due_at = $at, deferred_since = NULL,
       tries_since = CASE WHEN state = 'retrying' THEN $at ELSE tries_since END,
       failure = CASE WHEN failure ->> 'code' = 'waiting' THEN NULL ELSE failure END
     WHERE account_id = $id AND due_at <= $at AND state IN ('pending', 'retrying')`,
    { id, at },
  );
  return true;
}

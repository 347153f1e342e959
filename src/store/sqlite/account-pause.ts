// Pauses of accounts, in their rows: read inside whatever transaction asks, so that no attempt begins after one.
import type { Database } from "bun:sqlite";

/** Accounts whose posts wait; an index has only them. */
export const PAUSED_ACCOUNTS = "SELECT id FROM account WHERE paused_at IS NOT NULL";

/** A condition on `target`: its account is not paused. */
export const NOT_IN_PAUSED_ACCOUNT = `account_id NOT IN (${PAUSED_ACCOUNTS})`;

/** Statements for the transaction that is open. */
export function openAccountPause(db: Database) {
  const pause = db.query(
    "UPDATE account SET paused_at = $at, paused_by = $by WHERE id = $id AND paused_at IS NULL",
  );
  const lift = db.query(
    "UPDATE account SET paused_at = NULL, paused_by = NULL WHERE id = ? AND paused_at IS NOT NULL",
  );
  // What came due meanwhile is due now: it waited because somebody wanted it to, and is not late.
  const release = db.query(
    `UPDATE target SET due_at = $at, deferred_since = NULL, tries_since = iif(state = 'retrying', $at, tries_since),
       failure = iif(failure ->> '$.code' = 'waiting', NULL, failure)
     WHERE account_id = $id AND due_at <= $at AND state IN ('pending', 'retrying')`,
  );
  return {
    /** False when it is paused already, or does not exist. */
    pause: (id: string, at: number, by: string) => pause.run({ id, at, by }).changes > 0,
    /** False when it is not paused. */
    resume(id: string, at: number): boolean {
      if (lift.run(id).changes === 0) return false;
      release.run({ id, at });
      return true;
    },
  };
}

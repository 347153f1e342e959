// Ends the wait for a server or an account: what waits for it is due at once.
import type { Database } from "bun:sqlite";
import type { WaitedFor } from "../../domain/store/accounts.ts";
import { SERVER } from "./due.ts";

/** Statements for the transaction that is open. */
export function openEndedWaits(db: Database) {
  // `deferred_since` stays: a post is as late as its own time says.
  const release = (of: string) =>
    `UPDATE target SET due_at = $at
     WHERE account_id IN (SELECT id FROM account WHERE ${of} = $name) AND due_at > $at
       AND (state = 'retrying' OR state = 'pending' AND deferred_since IS NOT NULL) AND failure ->> '$.category' = $category`;
  const ofServer = db.query(release(SERVER));
  const ofAccount = db.query(release("id"));
  return {
    /** @returns how many targets are due earlier */
    end: (of: WaitedFor, at: number): number =>
      "server" in of
        ? ofServer.run({ name: of.server, at, category: "network_down" }).changes
        : ofAccount.run({ name: of.accountId, at, category: "rate_limit" }).changes,
  };
}

// Waits that Crier or a network chose, of targets, accounts and servers: they move along with the clock, are no longer
// than they can be, and a person may end them.
import type { Database } from "bun:sqlite";
import type { AccountWait } from "../../domain/pause.ts";
import type { WaitedFor } from "../../domain/store/accounts.ts";
import type { LongestWaits } from "../../domain/store/journal.ts";
import type { AttemptRef } from "../../domain/target-move.ts";
import { SERVER } from "./due.ts";

/** Statements for the transaction that is open. */
export function openWaits(db: Database) {
  const holdAccount = db.query(
    "UPDATE account SET not_before = ? WHERE id = (SELECT account_id FROM target WHERE id = ?)",
  );
  const waiting = db.query<AccountWait, [number]>(
    "SELECT id AS accountId, not_before AS until FROM account WHERE not_before > ? ORDER BY not_before, id",
  );
  return {
    /** Its network asked the account of this target to wait. */
    holdAccount: ({ id }: AttemptRef, until: number) => void holdAccount.run(until, id),
    accountsWaiting: (now: number) => waiting.all(now),
    ...openClockChanges(db),
    ...openEnds(db),
  };
}

function openClockChanges(db: Database) {
  // A pending target waits for a time somebody chose, unless it is deferred. A look that a person asks for is due now, on
  // whichever side of the jump it was asked for.
  const moveTargets = db.query(
    `UPDATE target SET due_at = due_at + iif(look_asked_by IS NULL, $by, min($by, 0)), tries_since = tries_since + $by, look_planned_at = look_planned_at + $by
     WHERE due_at IS NOT NULL AND (state <> 'pending' OR deferred_since IS NOT NULL)`,
  );
  const moveOthers = [
    db.query("UPDATE account SET not_before = not_before + ? WHERE not_before IS NOT NULL"),
    db.query("UPDATE server_failure SET until = until + ? WHERE until IS NOT NULL"),
    db.query("UPDATE webhook_delivery SET due_at = due_at + ? WHERE due_at IS NOT NULL"),
  ];
  const shortenTargets = db.query(
    `UPDATE target SET due_at = min(due_at, $now + iif(state = 'uncertain',
       coalesce(json_extract($questions, '$[' || coalesce(verification ->> '$.checks', 0) || ']'), $last), $other))
     WHERE due_at > $now AND (state <> 'pending' OR deferred_since IS NOT NULL)`,
  );
  const shortenAccounts = db.query(
    "UPDATE account SET not_before = min(not_before, ?) WHERE not_before IS NOT NULL",
  );
  const shortenServers = db.query("UPDATE server_failure SET until = min(until, ?) WHERE until IS NOT NULL");
  return {
    move(byMs: number): void {
      moveTargets.run({ by: byMs });
      for (const each of moveOthers) each.run(byMs);
    },
    shorten(now: number, { questionsMs, lastQuestionMs, serverMs, otherMs }: LongestWaits): void {
      const questions = JSON.stringify(questionsMs);
      shortenTargets.run({ now, questions, last: lastQuestionMs, other: otherMs });
      shortenAccounts.run(now + otherMs);
      shortenServers.run(now + serverMs);
    },
  };
}

function openEnds(db: Database) {
  // `deferred_since` stays: a post is as late as its own time says.
  const release = (of: string) =>
    `UPDATE target SET due_at = $at
     WHERE account_id IN (SELECT id FROM account WHERE ${of} = $name) AND due_at > $at
       AND (state = 'retrying' OR state = 'pending' AND deferred_since IS NOT NULL) AND failure ->> '$.category' = $category`;
  const ofServer = db.query(release(SERVER));
  const ofAccount = db.query(release("id"));
  const endServer = db.query("UPDATE server_failure SET until = $at WHERE server = $name AND until > $at");
  const endAccount = db.query("UPDATE account SET not_before = NULL WHERE id = $name AND not_before > $at");
  return {
    /** What waits for it is due at once. False when nothing had to wait for it any more. */
    end(of: WaitedFor, at: number): boolean {
      const isServer = "server" in of;
      const name = isServer ? of.server : of.accountId;
      if ((isServer ? endServer : endAccount).run({ name, at }).changes === 0) return false;
      const category = isServer ? "network_down" : "rate_limit";
      (isServer ? ofServer : ofAccount).run({ name, at, category });
      return true;
    },
  };
}

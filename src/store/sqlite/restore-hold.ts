// Holds targets that a restored database may have sent since the backup, in one transaction (tables target, workspace).
import type { State } from "../../domain/target-state.ts";
import type { Holding } from "../../domain/store/restore-hold.ts";
import type { Access } from "./access.ts";
import { appendAudit } from "./audit.ts";
import { appendTargetEvent } from "./events.ts";
import { openTransitions } from "./transitions.ts";

interface UnsentRow {
  id: string;
  postId: string;
  attempt: number;
  state: State;
  dueAt: number | null;
  canVerify: number;
}

export function openHolding({ db, write }: Access): Holding {
  const makeMove = openTransitions(db);
  const unsent = db.query<UnsentRow, []>(
    `SELECT id, post_id AS postId, attempt, state, coalesce(deferred_since, due_at) AS dueAt, sent_at IS NOT NULL AS canVerify
     FROM target LEFT JOIN attempt ON target_id = id AND n = attempt WHERE state <> 'posted' ORDER BY id`,
  );
  // From here on it is no copy any more.
  const unmark = db.query("UPDATE workspace SET backup_at = NULL");

  return {
    // Nobody takes over from a file.
    holdAfterFailover: async () => null,
    hold: (decide, entry) =>
      write(() => {
        const all = unsent.all().map(({ canVerify, ...row }) => ({ ...row, canVerify: canVerify === 1 }));
        const decided = all.map((target) => {
          const { state, canVerify } = target;
          const decision = decide(target);
          // Any state in which a target may be held has this way; makeMove throws for the others.
          if (decision.kind === "hold")
            makeMove({ ref: target, from: state, move: "hold", facts: decision.facts }, entry.actor);
          else if (decision.detail !== null)
            appendTargetEvent(db, target, {
              kind: "restored",
              detail: decision.detail,
              at: entry.at,
              actor: entry.actor,
            });
          return { state, canVerify, kind: decision.kind };
        });
        unmark.run();
        appendAudit(db, entry);
        return decided;
      }),
  };
}

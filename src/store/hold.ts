// Holds what a restored database may have sent since it was copied: tables target and workspace, in one transaction.
import type { Database } from "bun:sqlite";
import type { State } from "../publishing/life.ts";
import type { Holding } from "../publishing/ports.ts";
import { appendAudit } from "./audit.ts";
import { appendEvent } from "./events.ts";
import { openMoves } from "./moves.ts";
import type { Write } from "./writer.ts";

interface UnsentRow {
  id: string;
  postId: string;
  attempt: number;
  state: State;
  dueAt: number | null;
  askable: number;
}

export function openHolding(db: Database, write: Write): Holding {
  const makeMove = openMoves(db);
  const unsent = db.query<UnsentRow, []>(
    `SELECT id, post_id AS postId, attempt, state, coalesce(deferred_since, due_at) AS dueAt, sent_at IS NOT NULL AS askable
     FROM target LEFT JOIN attempt ON target_id = id AND n = attempt WHERE state <> 'posted' ORDER BY id`,
  );
  // From here on it is no copy any more.
  const unmark = db.query("UPDATE workspace SET backup_at = NULL");

  return {
    hold: (decide, entry) =>
      write(() => {
        for (const { askable, ...row } of unsent.all()) {
          const target = { ...row, askable: askable === 1 };
          const decided = decide(target);
          if (decided.kind === "leave") note(target, decided.detail, entry.at);
          // Any state in which a target may be held has this way; leadsTo throws for the others.
          else makeMove({ ref: target, from: target.state, move: "hold", facts: decided.facts });
        }
        unmark.run();
        appendAudit(db, entry);
      }),
  };

  function note(
    { postId, id, attempt }: Pick<UnsentRow, "postId" | "id" | "attempt">,
    detail: string,
    at: number,
  ) {
    appendEvent(db, { postId, targetId: id, attempt, kind: "restored", detail, at });
  }
}

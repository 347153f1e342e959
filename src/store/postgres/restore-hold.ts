// Holds targets that a restored database may have sent since the backup, in one transaction (tables target, workspace).
import type { AuditEntry } from "../../domain/audit.ts";
import type { HeldTarget, Hold, HoldCandidate, Holding } from "../../domain/store/restore-hold.ts";
import { TIMELINE, type Access, type Transaction } from "./access.ts";
import { IS_SYNCHRONOUS } from "./high-water.ts";
import { makeMoves, type Move } from "./moves.ts";

export function openHolding({ write }: Access): Holding {
  return {
    hold: (decide, entry) => write((db) => hold(db, decide, entry)),
    holdAfterFailover: (decide, entry) =>
      write(async (db) => {
        const isFollowed = await db.get(`SELECT id FROM workspace WHERE timeline = ${TIMELINE} FOR UPDATE`);
        return isFollowed ? null : await hold(db, decide, entry);
      }),
  };
}

type Row = Omit<HoldCandidate, "canVerify"> & { readonly canVerify: number };

async function hold(
  db: Transaction,
  decide: (target: HoldCandidate) => Hold,
  entry: AuditEntry,
): Promise<HeldTarget[]> {
  const rows = await db.all<Row>(
    `SELECT id, post_id AS "postId", attempt, state, coalesce(deferred_since, due_at) AS "dueAt",
       sent_at IS NOT NULL AS "canVerify"
     FROM target LEFT JOIN attempt ON target_id = id AND n = attempt WHERE state <> 'posted' ORDER BY id`,
  );
  const { at, actor } = entry;
  const moves: Move[] = [];
  const decided = rows.map((row) => {
    const target = { ...row, canVerify: row.canVerify === 1 };
    const decision = decide(target);
    // Any state in which a target may be held has this way; makeMoves throws for the others.
    if (decision.kind === "hold")
      moves.push({ ref: target, from: target.state, move: "hold", facts: decision.facts, actor });
    else if (decision.detail !== null)
      db.records.ofTarget(target, { kind: "restored", detail: decision.detail, at, actor });
    return { state: target.state, canVerify: target.canVerify, kind: decision.kind };
  });
  await makeMoves(db, moves);
  // From here on it is no copy any more.
  await db.run(
    `UPDATE workspace SET backup_at = NULL, timeline = ${TIMELINE}, synchronous = ${IS_SYNCHRONOUS}`,
  );
  db.records.audit(entry);
  return decided;
}

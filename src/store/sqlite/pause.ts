// The pause of all publishing: read inside whatever transaction asks, so that no attempt begins and no mark is written after it.
import type { Database } from "bun:sqlite";
import type { AuditEntry } from "../../domain/audit.ts";
import { pausedFailure, type PublishingPause } from "../../domain/pause.ts";
import type { AttemptRef } from "../../domain/target-move.ts";
import { appendAudit } from "./audit.ts";
import { appendTargetEvent } from "./events.ts";

/** A condition on nothing but the workspace. */
export const NOT_PAUSED = "(SELECT paused_at FROM workspace) IS NULL";

/** The clock may have been set back since targets said so. */
const DAY_MS = 86_400_000;

/** Statements for the transaction that is open. */
export function openPause(db: Database) {
  const current = db.query<PublishingPause, []>(
    `SELECT paused_reason AS reason, paused_at AS since, paused_by AS by FROM workspace WHERE paused_at IS NOT NULL`,
  );
  const set = db.query(
    `UPDATE workspace SET paused_at = coalesce(paused_at, $since), paused_by = $by, paused_reason = $reason`,
  );
  const lift = db.query(
    `UPDATE workspace SET paused_at = NULL, paused_by = NULL, paused_reason = NULL WHERE paused_at IS NOT NULL`,
  );
  const clear = db.query(
    `UPDATE target SET failure = NULL WHERE due_at <= +? AND +state IN ('pending', 'retrying') AND failure ->> '$.code' = 'waiting' AND failure ->> '$.category' = 'interrupted'`,
  );
  const silent = db.query<AttemptRef, [number, string, number]>(
    `SELECT id, post_id AS postId, attempt FROM target
     WHERE due_at <= +? AND +state IN ('pending', 'retrying') AND failure IS NOT +? LIMIT +?`,
  );
  const say = db.query("UPDATE target SET failure = ? WHERE id = ?");
  return {
    current: () => current.get(),
    set(pause: PublishingPause, audit: AuditEntry): PublishingPause {
      set.run({ ...pause });
      appendAudit(db, audit);
      return current.get() ?? pause;
    },
    lift(audit: AuditEntry): boolean {
      if (lift.run().changes === 0) return false;
      clear.run(audit.at + DAY_MS);
      appendAudit(db, audit);
      return true;
    },
    /** Targets that are due, wait for the pause and do not say so yet. */
    silent(now: number, limit: number): AttemptRef[] {
      const pause = current.get();
      return pause ? silent.all(now, JSON.stringify(pausedFailure(pause)), limit) : [];
    },
    /** Makes them say so. */
    note(now: number, limit: number): string[] {
      const pause = current.get();
      if (!pause) return [];
      const failure = pausedFailure(pause);
      const why = JSON.stringify(failure);
      const targets = silent.all(now, why, limit);
      for (const target of targets) {
        say.run(why, target.id);
        appendTargetEvent(db, target, { kind: "defer", detail: failure.detail, at: now });
      }
      return [...new Set(targets.map(({ postId }) => postId))];
    },
  };
}

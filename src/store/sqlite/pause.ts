// The pause of all publishing: read inside whatever transaction asks, so that no attempt begins and no mark is written after it.
import type { Database } from "bun:sqlite";
import type { AuditEntry } from "../../domain/audit.ts";
import {
  accountPausedFailure,
  pausedFailure,
  queuePausedFailure,
  type PublishingPause,
} from "../../domain/pause.ts";
import type { Failure } from "../../domain/post.ts";
import type { AttemptRef } from "../../domain/target-move.ts";
import { NOT_IN_PAUSED_ACCOUNT } from "./account-pause.ts";
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
  const pausedQueues = db.query<{ id: string; reason: string }, []>(
    "SELECT id, queue_paused_reason AS reason FROM profile WHERE queue_paused_at IS NOT NULL",
  );
  const silentInQueue = db.query<AttemptRef, [string, number, string, number]>(
    `SELECT target.id, post_id AS postId, attempt FROM post JOIN target ON target.post_id = post.id
     WHERE post.profile_id = +? AND post.status = 'queued' AND due_at <= +? AND failure IS NOT +? AND ${NOT_IN_PAUSED_ACCOUNT} LIMIT +?`,
  );
  const silentOfAccounts = db.query<AttemptRef, [number, string, number]>(
    `SELECT target.id, post_id AS postId, attempt FROM account CROSS JOIN target ON account_id = account.id
     WHERE paused_at IS NOT NULL AND due_at <= +? AND +state IN ('pending', 'retrying') AND failure IS NOT +? LIMIT +?`,
  );
  const say = db.query("UPDATE target SET failure = ? WHERE id = ?");
  /** Targets that are due, wait for a pause and do not say so yet, with what they are to say. */
  const silentTargets = (now: number, limit: number): { target: AttemptRef; failure: Failure }[] => {
    const pause = current.get();
    const all = (failure: Failure, find: (why: string) => AttemptRef[]) =>
      find(JSON.stringify(failure)).map((target) => ({ target, failure }));
    if (pause) return all(pausedFailure(pause), (why) => silent.all(now, why, limit));
    const ofAccounts = all(accountPausedFailure, (why) => silentOfAccounts.all(now, why, limit));
    const inQueues = pausedQueues
      .all()
      .flatMap(({ id, reason }) =>
        all(queuePausedFailure({ reason }), (why) => silentInQueue.all(id, now, why, limit)),
      );
    return [...ofAccounts, ...inQueues].slice(0, limit);
  };
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
    hasSilent: (now: number) => silentTargets(now, 1).length > 0,
    /** Makes targets say so that are due, wait for a pause and do not say it yet. @returns their posts */
    note(now: number, limit: number): string[] {
      const silentOnes = silentTargets(now, limit);
      for (const { target, failure } of silentOnes) {
        say.run(JSON.stringify(failure), target.id);
        appendTargetEvent(db, target, { kind: "defer", detail: failure.detail, at: now });
      }
      return [...new Set(silentOnes.map(({ target }) => target.postId))];
    },
  };
}

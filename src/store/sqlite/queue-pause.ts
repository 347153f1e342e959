// Pauses of the queues of profiles, in their rows: read inside whatever transaction asks, so that no attempt begins after one.
import type { Database } from "bun:sqlite";
import type { AuditEntry } from "../../domain/audit.ts";
import type { QueuePause } from "../../domain/pause.ts";
import type { Reflow } from "../../domain/reflow.ts";
import type { Queue } from "../../domain/store/queue.ts";
import type { Access } from "./access.ts";
import { appendAudit } from "./audit.ts";
import { openReflow } from "./reflow.ts";

/** Profiles whose queue is paused; an index has only them. */
export const PAUSED_PROFILES = "SELECT id FROM profile WHERE queue_paused_at IS NOT NULL";

/** A condition on `target`: it does not wait for a paused queue. Only a post of which nothing has begun does. */
export const NOT_IN_PAUSED_QUEUE = `NOT EXISTS (SELECT 1 FROM post WHERE post.id = target.post_id AND post.status = 'queued'
  AND post.profile_id IN (${PAUSED_PROFILES}))`;

const COLUMNS = `queue_paused_reason AS reason, queue_paused_at AS since, queue_paused_by AS by, queue_paused_until AS until`;

export function openQueue({ db, read, write }: Access): Queue {
  const { current, set, resume } = openQueuePause(db);
  const ended = db.query<{ id: string }, [number]>(
    `SELECT id FROM profile WHERE queue_paused_at IS NOT NULL AND queue_paused_until <= +? ORDER BY id`,
  );
  return {
    pause: (profileId) => read(() => current(profileId)),
    setPause: (profileId, pause, audit) => write(() => set(profileId, pause, audit)),
    async resume(profileId, reflow, endedBy, audit) {
      for (;;) {
        const step = await write(() => resume(profileId, reflow, endedBy, audit));
        if (step !== "more") return step === "resumed";
      }
    },
    ended: (now) => read(() => ended.all(now).map(({ id }) => id)),
  };
}

/** Statements for the transaction that is open. */
function openQueuePause(db: Database) {
  const row = db.query<QueuePause, [string]>(
    `SELECT ${COLUMNS} FROM profile WHERE id = ? AND queue_paused_at IS NOT NULL`,
  );
  const store = db.query(
    `UPDATE profile SET queue_paused_at = coalesce(queue_paused_at, $since), queue_paused_by = $by,
       queue_paused_reason = $reason, queue_paused_until = $until WHERE id = $profile`,
  );
  const lift = db.query(
    `UPDATE profile SET queue_paused_at = NULL, queue_paused_by = NULL, queue_paused_reason = NULL, queue_paused_until = NULL
     WHERE id = ?`,
  );
  const { movePassed } = openReflow(db);
  const current = (profileId: string) => row.get(profileId);
  return {
    current,
    set(profileId: string, pause: QueuePause, audit: AuditEntry): QueuePause {
      store.run({ profile: profileId, ...pause });
      appendAudit(db, audit);
      return current(profileId) ?? pause;
    },
    /** The pause lasts until the last post has moved, so if Crier stops halfway, the others still wait. */
    resume(profileId: string, reflow: Reflow, endedBy: number | null, audit: AuditEntry) {
      const pause = current(profileId);
      if (!pause || (endedBy !== null && (pause.until ?? Infinity) > endedBy)) return "stays" as const;
      // A slot at the end of the pause, or after it, has not passed during it.
      const last = Math.min(reflow.at, (pause.until ?? Infinity) - 1);
      if (!movePassed(profileId, reflow, last, audit.actor)) return "more" as const;
      lift.run(profileId);
      appendAudit(db, audit);
      return "resumed" as const;
    },
  };
}

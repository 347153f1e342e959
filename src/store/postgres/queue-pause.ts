// Pauses of the queues of profiles, in their rows: read by whatever statement asks, so that no attempt begins after one.
import type { AuditEntry } from "../../domain/audit.ts";
import type { QueuePause } from "../../domain/pause.ts";
import type { Reflow } from "../../domain/reflow.ts";
import type { Queue } from "../../domain/store/queue.ts";
import type { Access, Transaction } from "./access.ts";
import { lockProfile, blockAttempts } from "./locks.ts";
import type { Connection } from "./pool.ts";
import { movePassed } from "./reflow.ts";

/** A condition on `target`: it does not wait for a paused queue. Only a post of which nothing has begun does. */
export const NOT_IN_PAUSED_QUEUE = `NOT EXISTS (SELECT 1 FROM post JOIN profile ON profile.id = post.profile_id
  WHERE post.id = target.post_id AND post.status = 'queued' AND queue_paused_at IS NOT NULL)`;

export function openQueue({ db, writeLocked, write }: Access): Queue {
  return {
    pause: (profileId) => currentQueuePause(db, profileId),
    setPause: (profileId, pause, audit) => writeLocked((db) => setPause(db, profileId, pause, audit)),
    async resume(profileId, reflow, endedBy, audit) {
      for (;;) {
        const step = await write((db) => resume(db, profileId, { reflow, endedBy, audit }));
        if (step !== "more") return step === "resumed";
      }
    },
    async ended(now) {
      const rows = await db.all<{ id: string }>(
        `SELECT id FROM profile WHERE queue_paused_at IS NOT NULL AND queue_paused_until <= $now ORDER BY id`,
        { now },
      );
      return rows.map(({ id }) => id);
    },
  };
}

async function currentQueuePause(db: Connection, profileId: string): Promise<QueuePause | null> {
  return await db.get<QueuePause>(
    `SELECT queue_paused_reason AS reason, queue_paused_at AS since, queue_paused_by AS by, queue_paused_until AS until
     FROM profile WHERE id = $profileId AND queue_paused_at IS NOT NULL`,
    { profileId },
  );
}

async function setPause(
  db: Transaction,
  profileId: string,
  pause: QueuePause,
  audit: AuditEntry,
): Promise<QueuePause> {
  await blockAttempts(db);
  await db.run(
    `UPDATE profile SET queue_paused_at = coalesce(queue_paused_at, $since), queue_paused_by = $by,
       queue_paused_reason = $reason, queue_paused_until = $until WHERE id = $profileId`,
    { profileId, ...pause },
  );
  db.records.audit(audit);
  return (await currentQueuePause(db, profileId)) ?? pause;
}

interface Resumption {
  readonly reflow: Reflow;
  readonly endedBy: number | null;
  readonly audit: AuditEntry;
}

/** The pause lasts until the last post has moved, so if Crier stops halfway, the others still wait. */
async function resume(
  db: Transaction,
  profileId: string,
  { reflow, endedBy, audit }: Resumption,
): Promise<"stays" | "more" | "resumed"> {
  await lockProfile(db, profileId);
  const pause = await currentQueuePause(db, profileId);
  if (!pause || (endedBy !== null && (pause.until ?? Infinity) > endedBy)) return "stays";
  // A slot at the end of the pause, or after it, has not passed during it.
  const last = Math.min(reflow.at, (pause.until ?? Infinity) - 1);
  if (!(await movePassed(db, profileId, reflow, last, audit.actor))) return "more";
  await db.run(
    `UPDATE profile SET queue_paused_at = NULL, queue_paused_by = NULL, queue_paused_reason = NULL, queue_paused_until = NULL
     WHERE id = $profileId`,
    { profileId },
  );
  db.records.audit(audit);
  return "resumed";
}

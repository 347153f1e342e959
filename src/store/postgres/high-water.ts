// Whether the database went back in time: a server keeps its own history, and a standby that takes over begins another one.
import type { HighWater } from "../../domain/store/high-water.ts";
import { TIMELINE, type Access, type Transaction } from "./access.ts";

/** Whether a standby has everything before a commit is answered. */
export const IS_SYNCHRONOUS = `(current_setting('synchronous_standby_names') <> ''
  AND current_setting('synchronous_commit') IN ('remote_write', 'on', 'remote_apply'))::int`;

export function openHighWater({ db, writeLocked }: Access): HighWater {
  return {
    async rewound() {
      const row = await db.get<{ takenAt: number | null }>(`SELECT backup_at AS "takenAt" FROM workspace`);
      return row && row.takenAt !== null ? { kind: "backup", takenAt: row.takenAt } : null;
    },
    failover: () => writeLocked(follow),
    raise: async () => {},
    adopt: async () => {},
    async newest() {
      const row = await db.get<{ at: number | null }>(`SELECT ${NEWEST} AS at`);
      return row?.at ?? 0;
    },
  };
}

const NEWEST = `greatest((SELECT at FROM event ORDER BY seq DESC LIMIT 1),
  (SELECT at FROM audit ORDER BY seq DESC LIMIT 1), (SELECT max(updated_at) FROM post))`;

/** @returns up to when the database is true, where something may be missing */
async function follow(db: Transaction): Promise<number | null> {
  const row = await db.get<{
    known: string | null;
    now: string;
    wasSynchronous: number;
    isSynchronous: number;
  }>(
    `SELECT timeline AS known, ${TIMELINE} AS now, synchronous AS "wasSynchronous", ${IS_SYNCHRONOUS} AS "isSynchronous"
     FROM workspace FOR UPDATE`,
  );
  if (!row) throw new Error("the workspace has no row");
  const { known, now, wasSynchronous, isSynchronous } = row;
  const isSame = known === null || known === now;
  if (isSame || (wasSynchronous === 1 && isSynchronous === 1)) {
    if (known !== now || wasSynchronous !== isSynchronous)
      await db.run("UPDATE workspace SET timeline = $now, synchronous = $isSynchronous", {
        now,
        isSynchronous,
      });
    return null;
  }
  // The server says when it had the last transaction from the one before, unless it has been restarted since.
  const last = await db.get<{ at: number | null }>(
    `SELECT least((extract(epoch FROM pg_last_xact_replay_timestamp()) * 1000)::bigint, ${NEWEST}) AS at`,
  );
  return last?.at ?? 0;
}

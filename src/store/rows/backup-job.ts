// The row of backup_job, and the statements that both stores use.
import { JOB_SILENCE_MS, type BackupJob, type EndedBackupJob } from "../../domain/backup.ts";
import type { BackupJobs } from "../../domain/store/backups.ts";

export interface BackupJobRow {
  readonly running: string | null;
  readonly seenAt: number | null;
  readonly ended: string | null;
}

export const FIND_JOB = `SELECT running, seen_at AS "seenAt", ended FROM backup_job WHERE id = 1`;

export const BEGIN_JOB = `INSERT INTO backup_job (id, running, seen_at) VALUES (1, $running, $at)
  ON CONFLICT (id) DO UPDATE SET running = excluded.running, seen_at = excluded.seen_at`;

export const NOTE_JOB =
  "UPDATE backup_job SET running = $running, seen_at = $at WHERE id = 1 AND running IS NOT NULL";

export const END_JOB =
  "UPDATE backup_job SET running = NULL, seen_at = NULL, ended = COALESCE($ended, ended) WHERE id = 1";

/** Of a process that is silent, nothing is known. @param at now, ms since 1970 */
export function backupJobs(row: BackupJobRow | null, at: number): BackupJobs {
  const isSilent = at - (row?.seenAt ?? 0) > JOB_SILENCE_MS;
  return {
    running: row?.running && !isSilent ? (JSON.parse(row.running) as BackupJob) : null,
    last: row?.ended ? (JSON.parse(row.ended) as EndedBackupJob) : null,
  };
}

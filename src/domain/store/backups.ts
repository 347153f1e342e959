// Store interface: the schedule of backups, which backups are known, and who keeps a copy of the secret key.
import type { AuditEntry } from "../audit.ts";
import type {
  BackupCheck,
  BackupJob,
  BackupSchedule,
  EndedBackupJob,
  KeptKey,
  KnownBackup,
} from "../backup.ts";

export interface BackupRecords {
  /** As a person has set it; null: nobody has. */
  schedule(): Promise<BackupSchedule | null>;
  setSchedule(schedule: BackupSchedule, audit: AuditEntry): Promise<void>;
  /** Newest first, by when they were made, or else checked; at most 200. */
  known(): Promise<readonly KnownBackup[]>;
  /** One was made. @param path its folder, absolute. @param at ms since 1970 */
  noteMade(path: string, at: number): Promise<void>;
  /** One was checked. @param path as above */
  noteChecked(path: string, check: BackupCheck): Promise<void>;
  /** What is being done and what was done last, by any process. @param at now, ms since 1970 */
  jobs(at: number): Promise<BackupJobs>;
  /** Begins one. @returns the one that is under way, and then nothing has begun; null: it has */
  beginJob(job: BackupJob, at: number): Promise<BackupJob | null>;
  /** How far it is; to be said every few seconds. */
  noteJob(job: BackupJob, at: number): Promise<void>;
  /** @param ended null: nothing is known of its end */
  endJob(ended: EndedBackupJob | null): Promise<void>;
  /** For the key with this fingerprint; null: nobody has confirmed it. */
  keptKey(fingerprint: string): Promise<KeptKey | null>;
  /** The first who confirms it stays written down. @returns whether that is this one */
  keepKey(kept: KeptKey, audit: AuditEntry): Promise<boolean>;
}

export interface BackupJobs {
  readonly running: BackupJob | null;
  readonly last: EndedBackupJob | null;
}

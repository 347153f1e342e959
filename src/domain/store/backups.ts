// Store interface: the schedule of backups, which backups are known, and who keeps a copy of the secret key.
import type { AuditEntry } from "../audit.ts";
import type { BackupCheck, BackupSchedule, KeptKey, KnownBackup } from "../backup.ts";

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
  /** For the key with this fingerprint; null: nobody has confirmed it. */
  keptKey(fingerprint: string): Promise<KeptKey | null>;
  /** The first who confirms it stays written down. @returns whether that is this one */
  keepKey(kept: KeptKey, audit: AuditEntry): Promise<boolean>;
}

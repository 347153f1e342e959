// Store interface: when the server makes backups by itself, and who keeps a copy of the secret key.
import type { AuditEntry } from "../audit.ts";
import type { BackupSchedule, KeptKey } from "../backup.ts";

export interface BackupRecords {
  /** As a person has set it; null: nobody has. */
  schedule(): Promise<BackupSchedule | null>;
  setSchedule(schedule: BackupSchedule, audit: AuditEntry): Promise<void>;
  /** For the key with this fingerprint; null: nobody has confirmed it. */
  keptKey(fingerprint: string): Promise<KeptKey | null>;
  /** The first who confirms it stays written down. @returns whether that is this one */
  keepKey(kept: KeptKey, audit: AuditEntry): Promise<boolean>;
}

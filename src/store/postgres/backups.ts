// Tables backup_schedule and kept_key: scheduled backups, and confirmed copies of the secret key.
import type { BackupRecords } from "../../domain/store/backups.ts";
import type { Access } from "./access.ts";

export function openBackupRecords({ db, writeLocked }: Access): BackupRecords {
  return {
    schedule: () => db.get("SELECT every, keep, folder FROM backup_schedule WHERE id = 1"),
    setSchedule: (value, audit) =>
      writeLocked(async (db) => {
        await db.run(
          `INSERT INTO backup_schedule (id, every, keep, folder) VALUES (1, $every, $keep, $folder)
           ON CONFLICT (id) DO UPDATE SET every = excluded.every, keep = excluded.keep, folder = excluded.folder`,
          { ...value },
        );
        db.records.audit(audit);
      }),
    keptKey: (fingerprint) =>
      db.get("SELECT fingerprint, at, by FROM kept_key WHERE fingerprint = $fingerprint", { fingerprint }),
    keepKey: (kept, audit) =>
      writeLocked(async (db) => {
        const added = await db.run(
          "INSERT INTO kept_key (fingerprint, at, by) VALUES ($fingerprint, $at, $by) ON CONFLICT DO NOTHING",
          { ...kept },
        );
        return db.records.auditIf(added > 0, audit);
      }),
  };
}

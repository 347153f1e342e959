// Tables backup_schedule, known_backup and kept_key: the schedule of backups, the backups that are known, and confirmed copies of
// the secret key.
import type { BackupRecords } from "../../domain/store/backups.ts";
import {
  FORGET_OLD_BACKUPS,
  KNOWN_BACKUPS,
  knownBackup,
  NOTE_CHECKED,
  NOTE_MADE,
  type KnownBackupRow,
} from "../rows/known-backup.ts";
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
    known: async () => (await db.all<KnownBackupRow>(KNOWN_BACKUPS)).map(knownBackup),
    noteMade: (path, at) =>
      writeLocked(async (db) => {
        await db.run(NOTE_MADE, { path, at });
        await db.run(FORGET_OLD_BACKUPS);
      }),
    noteChecked: (path, { at, sound }) =>
      writeLocked(async (db) => {
        await db.run(NOTE_CHECKED, { path, at, isSound: Number(sound) });
        await db.run(FORGET_OLD_BACKUPS);
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

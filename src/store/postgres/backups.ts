// Tables backup_schedule, known_backup, backup_job and kept_key: the schedule of backups, those that are known, what is being done
// with them, and confirmed copies of the secret key.
import type { BackupRecords } from "../../domain/store/backups.ts";
import { backupJobs, BEGIN_JOB, END_JOB, FIND_JOB, NOTE_JOB, type BackupJobRow } from "../rows/backup-job.ts";
import {
  FORGET_OLD_BACKUPS,
  KNOWN_BACKUPS,
  knownBackup,
  NOTE_CHECKED,
  NOTE_MADE,
  type KnownBackupRow,
} from "../rows/known-backup.ts";
import type { Access } from "./access.ts";

export function openBackupRecords({ db, write, writeLocked }: Access): BackupRecords {
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
    jobs: async (at) => backupJobs(await db.get<BackupJobRow>(FIND_JOB), at),
    beginJob: (job, at) =>
      write(async (db) => {
        const { running } = backupJobs(await db.get<BackupJobRow>(FIND_JOB), at);
        if (running === null) await db.run(BEGIN_JOB, { running: JSON.stringify(job), at });
        return running;
      }),
    noteJob: async (job, at) => void (await db.run(NOTE_JOB, { running: JSON.stringify(job), at })),
    endJob: async (ended) => void (await db.run(END_JOB, { ended: ended && JSON.stringify(ended) })),
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

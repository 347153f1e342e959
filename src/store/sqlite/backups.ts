// Tables backup_schedule, known_backup, backup_job and kept_key: the schedule of backups, those that are known, what is being done
// with them, and confirmed copies of the secret key.
import type { BackupSchedule, KeptKey } from "../../domain/backup.ts";
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
import { appendAudit } from "./audit.ts";

export function openBackupRecords({ db, read, write }: Access): BackupRecords {
  const schedule = db.query<BackupSchedule, []>(
    "SELECT every, keep, folder FROM backup_schedule WHERE id = 1",
  );
  const setSchedule = db.query(
    `INSERT INTO backup_schedule (id, every, keep, folder) VALUES (1, $every, $keep, $folder)
     ON CONFLICT (id) DO UPDATE SET every = excluded.every, keep = excluded.keep, folder = excluded.folder`,
  );
  const known = db.query<KnownBackupRow, []>(KNOWN_BACKUPS);
  const [noteMade, noteChecked] = [db.query(NOTE_MADE), db.query(NOTE_CHECKED)];
  const forgetOld = db.query(FORGET_OLD_BACKUPS);
  const findJob = db.query<BackupJobRow, []>(FIND_JOB);
  const [beginJob, noteJob, endJob] = [db.query(BEGIN_JOB), db.query(NOTE_JOB), db.query(END_JOB)];
  const keptKey = db.query<KeptKey, [string]>(
    "SELECT fingerprint, at, by FROM kept_key WHERE fingerprint = ?",
  );
  const keepKey = db.query(
    "INSERT INTO kept_key (fingerprint, at, by) VALUES ($fingerprint, $at, $by) ON CONFLICT DO NOTHING",
  );
  return {
    schedule: () => read(() => schedule.get()),
    setSchedule: (value, audit) =>
      write(() => {
        setSchedule.run({ ...value });
        appendAudit(db, audit);
      }),
    known: () => read(() => known.all().map(knownBackup)),
    noteMade: (path, at) =>
      write(() => {
        noteMade.run({ path, at });
        forgetOld.run();
      }),
    noteChecked: (path, { at, sound }) =>
      write(() => {
        noteChecked.run({ path, at, isSound: Number(sound) });
        forgetOld.run();
      }),
    jobs: (at) => read(() => backupJobs(findJob.get(), at)),
    beginJob: (job, at) =>
      write(() => {
        const { running } = backupJobs(findJob.get(), at);
        if (running === null) beginJob.run({ running: JSON.stringify(job), at });
        return running;
      }),
    noteJob: (job, at) => write(() => void noteJob.run({ running: JSON.stringify(job), at })),
    endJob: (ended) => write(() => void endJob.run({ ended: ended && JSON.stringify(ended) })),
    keptKey: (fingerprint) => read(() => keptKey.get(fingerprint)),
    keepKey: (kept, audit) =>
      write(() => {
        const isFirst = keepKey.run({ ...kept }).changes > 0;
        if (isFirst) appendAudit(db, audit);
        return isFirst;
      }),
  };
}

// The views of backups, of what is being done with them, of their schedule and of the secret key.
import { Type, type Static } from "@sinclair/typebox";
import { RHYTHMS, type BackupJob, type EndedBackupJob, type KeptKey } from "../../domain/backup.ts";
import type { ListedBackup } from "../../ops/backup-list.ts";
import type { BackupPlan } from "../../ops/backups.ts";
import { iso, nullable, time, words } from "./shapes.ts";

const KINDS = ["backup", "verify"] as const;
const FIELDS = ["every", "keep", "folder"] as const;
const bytes = Type.Integer({ description: "bytes" });

const BackupView = Type.Object(
  {
    name: Type.String(),
    path: Type.String({ description: "on the server" }),
    isComplete: Type.Boolean({
      description:
        "false: it is being made, was interrupted, or its manifest is damaged. Then nothing else is known of it",
    }),
    takenAt: nullable(time, "everything until then is in it"),
    bytes: nullable(bytes, "what it shares with earlier ones included"),
    version: nullable(Type.String(), "of the Crier that made it"),
    verified: nullable(
      Type.Object({ at: time, sound: Type.Boolean() }),
      "when every byte was last checked, and whether it can be restored; null: never",
    ),
    missingFiles: Type.Integer({ description: "media that were lost or damaged already when it was made" }),
    bucketFiles: Type.Integer({ description: "media that are in a bucket, and so not in it" }),
    hasKey: Type.Boolean({ description: "the secret key is in it" }),
  },
  { title: "Backup" },
);
export const JobView = Type.Object({
  kind: words(KINDS),
  name: nullable(Type.String(), "of the backup; null while it has none"),
  startedAt: time,
  stage: Type.String({
    description: "what is being done: `database`, `media`, `files` (verifying them), `bucket`",
  }),
  percent: Type.Integer({ description: "of this stage" }),
});
const EndedView = Type.Object({
  kind: words(KINDS),
  name: nullable(Type.String(), "null: it failed before there was one"),
  endedAt: time,
  copiedBytes: nullable(bytes, "what was new"),
  failure: nullable(Type.String(), "why it failed, or what is damaged"),
});
export const ScheduleView = Type.Object(
  {
    every: nullable(Type.String(), `${RHYTHMS}; null: none are made`),
    keep: nullable(Type.Integer(), "how many stay in the folder; null: all"),
    folder: Type.String({ description: "on the server" }),
    timezone: Type.String({ description: "of the time of day: the server's" }),
    fixed: Type.Array(words(FIELDS), { description: "what the settings `CRIER_BACKUP_…` decide" }),
  },
  { title: "BackupSchedule" },
);
export const KeyView = Type.Object(
  {
    fingerprint: nullable(Type.String(), "of the secret key; null while there is nothing that needs it"),
    file: nullable(Type.String(), "where it is on the server; null: the setting CRIER_SECRET_KEY"),
    kept: nullable(
      Type.Object({ at: time, by: Type.String() }),
      "who confirmed that a copy is kept elsewhere",
    ),
  },
  { title: "SecretKey" },
);
export const BackupsView = Type.Object({
  backups: Type.Array(BackupView, {
    description: "in the folder of the schedule, newest first; at most 200",
  }),
  fault: nullable(Type.String(), "why the folder can't be read"),
  running: nullable(JobView, "by any process of this Crier; null: nothing"),
  last: nullable(EndedView, "what was done last; null: nothing"),
  schedule: ScheduleView,
  key: KeyView,
});

export function backupView({ name, path, manifest, check }: ListedBackup): Static<typeof BackupView> {
  return {
    name,
    path,
    isComplete: manifest !== null,
    takenAt: manifest?.takenAt ?? null,
    bytes: manifest?.files.bytes ?? null,
    version: manifest?.crier ?? null,
    verified: check && { at: iso(check.at), sound: check.sound },
    missingFiles: manifest?.missing.length ?? 0,
    bucketFiles: manifest?.bucket?.files ?? 0,
    hasKey: manifest?.secretKey.included ?? false,
  };
}

export const jobView = (job: BackupJob | null): Static<typeof JobView> | null =>
  job && { ...job, startedAt: iso(job.startedAt) };

export const endedView = (ended: EndedBackupJob | null): Static<typeof EndedView> | null =>
  ended && {
    kind: ended.kind,
    name: ended.name,
    endedAt: iso(ended.endedAt),
    copiedBytes: ended.copied,
    failure: ended.failure,
  };

export const scheduleView = (
  { every, keep, folder, fixed }: BackupPlan,
  timezone: string,
): Static<typeof ScheduleView> => ({ every, keep, folder, timezone, fixed: [...fixed] });

export const keyView = (
  fingerprint: string | null,
  file: string | null,
  kept: KeptKey | null,
): Static<typeof KeyView> => ({ fingerprint, file, kept: kept && { at: iso(kept.at), by: kept.by } });

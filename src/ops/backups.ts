// Backups that a running server makes and verifies, one at a time, and what it knows of them.
import { basename, join } from "node:path";
import { SECRET_KEY_FILE } from "../auth/secret-key.ts";
import { every, type Clock } from "../clock.ts";
import type { BackupCheck, BackupJob, BackupSchedule, EndedBackupJob } from "../domain/backup.ts";
import type { BackupJobs, BackupRecords } from "../domain/store/backups.ts";
import { OperatorError, Problem, type Code } from "../errors.ts";
import type { Log } from "../log.ts";
import type { BucketSettings } from "../media/storage/s3-signed-url.ts";
import { folderFault, isBackupName, listBackups, newestBackup, type ListedBackup } from "./backup-list.ts";
import type { RunBackupTask } from "./backup-process.ts";
import type { BackupTask, TaskProgress, TaskResult } from "./backup-task.ts";

export interface BackupsDeps {
  /** The data folder. */
  readonly data: string;
  /** postgres://… of the store; null: it is in the data folder. */
  readonly database: string | null;
  /** CRIER_SECRET_KEY. */
  readonly configuredKey: string | null;
  readonly bucket: BucketSettings | null;
  readonly records: Omit<BackupRecords, "schedule" | "setSchedule" | "keptKey" | "keepKey">;
  /** What is in force. */
  readonly plan: () => Promise<BackupPlan>;
  /** Of the secret key; null while there is nothing that needs it. */
  readonly fingerprint: () => Promise<string | null>;
  readonly run: RunBackupTask;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** When backups are made, how many stay, and where: with the settings, which a person can't change on a page. */
export interface BackupPlan extends BackupSchedule {
  readonly folder: string;
  /** The names of those that the settings decide. */
  readonly fixed: readonly (keyof BackupSchedule)[];
}

export interface Backups {
  readonly plan: () => Promise<BackupPlan>;
  /** Newest first. @throws OperatorError when the folder can't be read */
  list(): Promise<readonly ListedBackup[]>;
  /** When the newest of this Crier in the folder was made; null: there is none. @throws OperatorError as above */
  newestAt(): Promise<number | null>;
  /** Begins one. @returns its end, which is never an error. Throws Problem backup_running, stopping */
  backUp(): Promise<{ readonly ended: Promise<EndedBackupJob> }>;
  /** Begins to verify one. Throws Problem backup_running, stopping, not_found */
  verify(name: string): Promise<void>;
  /** What is being done and what was done last, also by other processes. */
  jobs(): Promise<BackupJobs>;
  /** Of this process alone: `seen` changes with all that there is to see of its jobs, `ended` when one has ended. */
  own(): { readonly seen: string; readonly ended: number };
  /** When this process is the only one, nothing is under way as it starts. */
  forgetRunning(): Promise<void>;
  /** Where the secret key is on the server; null: it comes from CRIER_SECRET_KEY. */
  readonly keyFile: string | null;
  /** Why backups can't be made in a folder, in a sentence; null when they can. Makes the folder. */
  folderFault(folder: string): Promise<string | null>;
  /** Resolves when nothing runs any more, once the server stops. */
  idle(): Promise<void>;
}

export function openBackups(deps: BackupsDeps): Backups {
  const { data, records, clock, log, plan } = deps;
  let job: BackupJob | null = null;
  /** 0: none since the process started. */
  let endedAt = 0;
  let running: Promise<unknown> = Promise.resolve();

  return {
    plan,
    list: async () => await listBackups((await plan()).folder, await records.known()),
    newestAt: async () => await newestBackup((await plan()).folder, await deps.fingerprint()),
    async backUp() {
      const { folder, keep } = await plan();
      const takenAt = clock.now();
      return await begin({ ...surroundings(), kind: "backup", to: folder, takenAt, keep }, null);
    },
    async verify(name) {
      const { folder } = await plan();
      const found = isBackupName(name) ? await listBackups(folder, []) : [];
      const backup = found.find((each) => each.name === name);
      if (!backup?.manifest) throw new Problem("not_found", "There is no complete backup with this name.");
      await begin({ ...surroundings(), kind: "verify", backup: backup.path }, name);
    },
    jobs: async () => {
      const known = await records.jobs(clock.now());
      return job ? { ...known, running: job } : known;
    },
    own: () => ({ seen: JSON.stringify([job, endedAt]), ended: endedAt }),
    forgetRunning: () => records.endJob(null),
    keyFile: deps.configuredKey === null ? join(data, SECRET_KEY_FILE) : null,
    folderFault: (folder) => folderFault(folder, data),
    idle: async () => void (await running),
  };

  function surroundings() {
    const { database, configuredKey, bucket } = deps;
    return { data, database, configuredKey, bucket };
  }

  async function begin(task: BackupTask, name: string | null): Promise<{ ended: Promise<EndedBackupJob> }> {
    if (deps.stopping.aborted) throw new Problem("stopping", "The server is stopping.");
    const start: BackupJob = { kind: task.kind, name, startedAt: clock.now(), stage: "start", percent: 0 };
    const other = await records.beginJob(start, clock.now());
    if (other) throw new Problem(RUNNING, SENTENCES[other.kind]);
    job = start;
    const ended = carryOut(task, start);
    running = ended;
    return { ended };
  }

  async function carryOut(task: BackupTask, start: BackupJob): Promise<EndedBackupJob> {
    let now = start;
    // Should one note fail, the next one makes up for it: a job is given up only after JOB_SILENCE_MS.
    const tell = () => records.noteJob(now, clock.now()).catch(() => {});
    const notes = every(clock, NOTE_MS, tell, { firstAfterMs: NOTE_MS });
    const note = (progress: TaskProgress) => void (job = now = { ...start, ...progress });
    let end: EndedBackupJob;
    try {
      end = await succeed(start, await deps.run(task, note, deps.stopping));
    } catch (error) {
      end = fail(start, error);
    }
    await notes.stop();
    await records.endJob(end).catch((cause: unknown) => log.error("backup_failed", { cause }));
    job = null;
    ({ endedAt } = end);
    return end;
  }

  async function succeed(
    { kind, startedAt }: BackupJob,
    { path, copied, damage }: TaskResult,
  ): Promise<EndedBackupJob> {
    const check: BackupCheck = { at: clock.now(), sound: damage === null };
    if (kind === "backup") await records.noteMade(path, startedAt);
    await records.noteChecked(path, check);
    if (damage === null) log.info(kind === "backup" ? "backup_made" : "backup_verified", { detail: path });
    else log.error("backup_damaged", { detail: `${path}: ${damage}` });
    return { kind, name: basename(path), endedAt: check.at, copied, failure: damage };
  }

  function fail({ kind, name }: BackupJob, error: unknown): EndedBackupJob {
    const isExpected = error instanceof OperatorError;
    const failure = isExpected ? error.message : "Something went wrong; the log has the cause.";
    log.error("backup_failed", isExpected ? { detail: failure } : { cause: error });
    return { kind, name, endedAt: clock.now(), copied: null, failure };
  }
}

/** How often the other processes learn how far a job is, ms. */
const NOTE_MS = 1000;

const RUNNING: Code = "backup_running";
const SENTENCES = {
  backup: "A backup is being made. One thing at a time: wait until it is done.",
  verify: "A backup is being verified. One thing at a time: wait until it is done.",
} as const;

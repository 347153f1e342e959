// Opens the backups that a running server makes: by the settings, and by what a person has set on a page.
import { join } from "node:path";
import type { BackupStanding } from "../admin/attention-items.ts";
import { backupDueAt, lastMade, type BackupSchedule } from "../domain/backup.ts";
import type { BackupRecords } from "../domain/store/backups.ts";
import type { Store } from "../domain/store/index.ts";
import type { Log } from "../log.ts";
import { runBackupTask } from "../ops/backup-process.ts";
import { openBackups, type BackupPlan, type Backups } from "../ops/backups.ts";
import { startScheduledBackups } from "../ops/scheduled-backups.ts";
import { bucketOf, type Config } from "./config.ts";
import type { OpenWorkspace } from "./workspace.ts";

export interface AppBackups extends Backups {
  /** Makes what is due by the schedule; only the process that serves the folder does. */
  start(): Promise<void>;
  standing(): Promise<BackupStanding>;
  /** Resolves when nothing runs any more. */
  end(): Promise<void>;
}

/** @param stopping aborted when the server stops: what is being made is given up */
export function openAppBackups(
  { config, place, store, clock }: OpenWorkspace,
  log: Log,
  stopping: AbortSignal,
): AppBackups {
  const backups = openBackups({
    data: config.CRIER_DATA,
    database: config.CRIER_DATABASE,
    configuredKey: config.CRIER_SECRET_KEY,
    bucket: bucketOf(config),
    records: store.backups,
    plan: () => planOf(config, store),
    fingerprint: store.workspace.secretKid,
    run: runBackupTask,
    clock,
    log,
    stopping,
  });
  let stop = async () => {};
  return {
    ...backups,
    async start() {
      if (place.processName === null) await backups.forgetRunning();
      ({ stop } = startScheduledBackups({
        backups,
        clock,
        log,
        zone: machineZone(),
        takeTurn: place.lockBackups,
      }));
    },
    standing: () => standingOf(store.backups, backups),
    async end() {
      await stop();
      await backups.idle();
    },
  };
}

async function standingOf(
  { known }: Pick<BackupRecords, "known">,
  { plan, jobs }: Backups,
): Promise<BackupStanding> {
  const { every } = await plan();
  const { madeAt: lastAt = null, check } = lastMade(await known()) ?? {};
  const { last } = await jobs();
  return {
    lastAt,
    dueAt: every === null ? null : backupDueAt(every, lastAt, machineZone()),
    isDamaged: check?.sound === false,
    failure: last && last.endedAt >= (lastAt ?? 0) ? last.failure : null,
  };
}

/** Of times of day that concern the whole server, as for a timer of the machine. */
export const machineZone = (): string => Temporal.Now.timeZoneId();

/** What the settings say wins over what was set on a page. */
async function planOf(config: Config, { backups }: Pick<Store, "backups">): Promise<BackupPlan> {
  const { CRIER_BACKUP_EVERY: every, CRIER_BACKUP_KEEP: keep, CRIER_BACKUP_FOLDER: folder } = config;
  const settings = {
    ...(every !== null && { every }),
    ...(keep !== null && { keep: keep === 0 ? null : keep }),
    ...(folder !== null && { folder }),
  };
  const set = { every: null, keep: null, ...(await backups.schedule()), ...settings };
  const fixed = FIELDS.filter((field) => field in settings);
  return { ...set, folder: set.folder ?? join(config.CRIER_DATA, "backups"), fixed };
}

const FIELDS: readonly (keyof BackupSchedule)[] = ["every", "keep", "folder"];

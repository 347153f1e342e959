// Makes the backups that are due by the schedule, and tries again after a failure.
import { every, type Clock, type Periodic } from "../clock.ts";
import { backupDueAt } from "../domain/backup.ts";
import type { Log } from "../log.ts";
import type { Backups } from "./backups.ts";

export interface ScheduleDeps {
  readonly backups: Backups;
  readonly clock: Clock;
  readonly log: Log;
  /** Null while another process of this Crier makes backups. */
  readonly takeTurn: () => Promise<AsyncDisposable | null>;
  /** Of the time of day. */
  readonly zone: string;
}

/** A backup begins at most so long after its time, ms. */
const LOOK_MS = 30_000;
/** After a failure, ms: a full disk is not emptied at once. */
const RETRY_MS = 3_600_000;

/** What is due is found by the backups in the folder themselves: nothing has to be remembered over a restart. */
export function startScheduledBackups({ backups, clock, log, takeTurn, zone }: ScheduleDeps): Periodic {
  let retryAt = -Infinity;
  return every(clock, LOOK_MS, async () => {
    try {
      if (!(await isDue())) return;
      await using turn = await takeTurn();
      // Another process may have made it meanwhile.
      if (turn && (await isDue())) await backUp();
    } catch (error) {
      retryAt = clock.monotonic() + RETRY_MS;
      log.error("backup_failed", { cause: error });
    }
  });

  async function isDue(): Promise<boolean> {
    const plan = await backups.plan();
    if (plan.every === null || clock.monotonic() < retryAt) return false;
    if ((await backups.jobs()).running !== null) return false;
    // A folder that can't be read is tried, so that people are told what is wrong with it.
    const newestAt = await backups.newestAt().catch(() => null);
    return backupDueAt(plan.every, newestAt, zone) <= clock.now();
  }

  async function backUp(): Promise<void> {
    const { ended } = await backups.backUp();
    if ((await ended).failure !== null) retryAt = clock.monotonic() + RETRY_MS;
  }
}

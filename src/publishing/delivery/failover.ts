// After a standby took over: holds what may have gone out, where the standby may lack what was committed last.
import { every, type Clock } from "../../clock.ts";
import type { HighWater } from "../../domain/store/high-water.ts";
import type { Holding } from "../../domain/store/restore-hold.ts";
import type { Log } from "../../log.ts";
import { holdAfterFailover } from "./restore-hold.ts";

export interface FailoverDeps {
  readonly highWater: HighWater;
  readonly holding: Holding;
  readonly clock: Clock;
  readonly log: Log;
}

/** Until this is done, the store lets nothing begin. It is the same for all processes, and one of them does it. */
export async function followFailover({ highWater, holding, clock, log }: FailoverDeps): Promise<void> {
  const takenAt = await highWater.failover();
  if (takenAt === null) return;
  const at = clock.now();
  const detail = { takenAt: new Date(takenAt).toISOString() };
  const entry = {
    at,
    actor: "crier",
    action: "database.adopted",
    profileId: null,
    subject: "workspace",
    detail,
  };
  const report = await holdAfterFailover(holding, takenAt, entry);
  if (report)
    log.warn("failed_over", {
      count: report.held,
      detail: `the database is true up to ${detail.takenAt}; ${report.held} held, ${report.asked} of them are asked about`,
    });
}

/**
 * The same again and again, where several processes deliver.
 * @param leaseMs how long one may be silent
 * @returns ends it, when what is under way has ended
 */
export function keepFollowing(deps: FailoverDeps, leaseMs: number): () => Promise<void> {
  const rounds = every(deps.clock, leaseMs / 4, async () => {
    await followFailover(deps).catch((cause: unknown) => deps.log.error("follow_failed", { cause }));
  });
  return rounds.stop;
}

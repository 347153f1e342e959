// The dependencies that all parts of the delivery engine share.
import type { Clock } from "../../clock.ts";
import type { Log } from "../../log.ts";
import type { Breaker } from "./circuit-breaker.ts";
import type { RetryPolicy } from "./retry-policy.ts";
import type { Disk, AccountConnections, Plans } from "../dependencies.ts";
import type { Journal } from "../../domain/store/journal.ts";
import type { Watch } from "./watch.ts";
import type { FindLinkCard } from "../../domain/link-card.ts";
import type { PostFiles } from "../../domain/post-files.ts";

/** The steps between which a process may die; test benches end it there (CRIER_CRASH_AT). */
export const CRASH_STEPS = [
  // An attempt: claimed and uploaded, the send mark on disk, the answer there, the answer on disk.
  ...(["claimed", "prepared", "marked", "answered", "recorded"] as const),
  // A start: what was interrupted is known, and has been written down.
  ...(["recovering", "recovered"] as const),
  // A question about a lost answer or a post in processing: the network has answered, and that is on disk.
  ...(["asked", "settled"] as const),
] as const;
export type CrashStep = (typeof CRASH_STEPS)[number];

export interface Engine {
  readonly journal: Journal;
  readonly connections: AccountConnections;
  readonly files: PostFiles;
  readonly linkCard: FindLinkCard;
  readonly clock: Clock;
  readonly log: Log;
  readonly watch: Watch;
  readonly plans: Plans;
  /** How late a post may still go out, ms (D25). */
  readonly lateMs: number;
  /** This machine's clock is not the database's: what is due is not known, and nothing begins. */
  readonly isClockOff: () => boolean;
  /** No other process delivers from this store, so its waits go by the clock of this machine. */
  readonly isAlone: boolean;
  /** How many processes deliver. */
  readonly processes: () => number;
  /** A send mark that took longer to write counts for nothing; null where no other process could take an attempt over. */
  readonly markWithinMs: number | null;
  readonly retryPolicy: RetryPolicy;
  readonly breaker: Breaker;
  readonly disk: Disk;
  /** Ends the pauses of queues whose time has come. */
  readonly resumeQueues: () => Promise<void>;
  /** Aborted when the appliance stops: prepares are given back, commits may end. */
  readonly stopping: AbortSignal;
  /** Called at every step; does nothing outside test benches. */
  readonly reached: (step: CrashStep) => void;
}

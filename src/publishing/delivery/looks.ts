// How long ago this process asked the network about each uncertain target, whatever was done to the wall clock since.
import type { Clock } from "../../clock.ts";
import { ABSENT_TWICE_MS } from "./retry-policy.ts";

export interface Looks {
  /**
   * Whether every earlier look at a target surely lies ABSENT_TWICE_MS or more in the past. Looks of earlier processes
   * are at least as old as this process: the wall clock may have been set while none ran, and proves nothing.
   */
  areLongAgo(targetId: string): boolean;
  /** The network has answered about a target. Call it before the answer is stored: a write that fails may still count. */
  answered(targetId: string): void;
}

/** Open it only once no other process delivers from this data folder. */
export function openLooks(clock: Clock): Looks {
  const startedAt = clock.monotonic();
  /** Monotonic ms, oldest first. */
  const answeredAt = new Map<string, number>();
  const isLongAgo = (at: number) => clock.monotonic() - at >= ABSENT_TWICE_MS;
  return {
    areLongAgo: (targetId) => isLongAgo(answeredAt.get(targetId) ?? startedAt),
    answered(targetId) {
      answeredAt.delete(targetId);
      answeredAt.set(targetId, clock.monotonic());
      // What is older is no different from a look of an earlier process: this one is at least as old.
      for (const [id, at] of answeredAt) {
        if (!isLongAgo(at)) break;
        answeredAt.delete(id);
      }
    },
  };
}

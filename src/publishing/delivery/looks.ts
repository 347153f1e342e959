// How long ago this process first heard that an uncertain target is absent, whatever was done to the wall clock since.
import type { Clock } from "../../clock.ts";
import { ABSENT_TWICE_MS } from "./retry-policy.ts";

export interface Looks {
  /**
   * Whether the network's earlier answer about a target surely lies ABSENT_TWICE_MS or more in the past; of several
   * "absent" in a row, the first. Answers that earlier processes got are at least as old as this process: the wall clock
   * may have been set while none ran, and proves nothing.
   */
  areLongAgo(targetId: string): boolean;
  /**
   * The network has answered about a target. Call it before the answer is stored: a write that fails may still count.
   * @param repeated it said "absent", as it did the time before: then the time of the first such answer stays, or
   *   questions in quick succession would never lie apart
   */
  answered(targetId: string, repeated: boolean): void;
}

/** Open it only once no other process delivers from this data folder. */
export function openLooks(clock: Clock): Looks {
  const startedAt = clock.monotonic();
  /** Monotonic ms, oldest first. */
  const answeredAt = new Map<string, number>();
  const isLongAgo = (at: number) => clock.monotonic() - at >= ABSENT_TWICE_MS;
  return {
    areLongAgo: (targetId) => isLongAgo(answeredAt.get(targetId) ?? startedAt),
    answered(targetId, repeated) {
      if (repeated) return;
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

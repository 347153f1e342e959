// How long ago this process first heard that an uncertain target is absent, whatever was done to the wall clock since.
import type { Clock } from "../../clock.ts";
import type { AttemptRef } from "../../domain/target-move.ts";
import { ABSENT_TWICE_MS } from "./retry-policy.ts";

type Attempt = Pick<AttemptRef, "id" | "attempt">;

export interface Looks {
  /**
   * Whether an earlier "absent" about an attempt surely lies ABSENT_TWICE_MS or more in the past; of several in a row, the
   * first.
   */
  areLongAgo(attempt: Attempt): boolean;
  /**
   * The network has answered about an attempt. Call it before the answer is stored: a write that fails may still count.
   * @param answer `absent again`: as the stored answer before it
   */
  answered(attempt: Attempt, answer: "absent" | "absent again" | "something else"): void;
}

/** So many are remembered where others look as well. Who forgets one has to hear it again. */
const MOST = 10_000;

/**
 * @param isAlone no other process looks while this one runs. Then the answers that it did not hear itself came before its
 *   start; the wall clock may have been set while none ran, and proves nothing. Beside others, such an answer may be only a
 *   moment old, so nothing counts but what this process has heard.
 */
export function openLooks(clock: Clock, isAlone: boolean): Looks {
  const heardByOthers = isAlone ? clock.monotonic() : Infinity;
  /** When each first said so, monotonic ms, oldest first. */
  const absentSince = new Map<string, number>();
  const isLongAgo = (at: number) => clock.monotonic() - at >= ABSENT_TWICE_MS;
  return {
    areLongAgo: (attempt) => isLongAgo(absentSince.get(keyOf(attempt)) ?? heardByOthers),
    answered(attempt, answer) {
      const key = keyOf(attempt);
      const repeatsOthers = answer === "absent again" && isAlone;
      if (answer === "something else") absentSince.delete(key);
      else if (!absentSince.has(key) && !repeatsOthers) absentSince.set(key, clock.monotonic());
      for (const [oldest, at] of absentSince) {
        // Alone, an answer from long ago counts just like one from before the start.
        if (isAlone ? !isLongAgo(at) : absentSince.size <= MOST) break;
        absentSince.delete(oldest);
      }
    },
  };
}

const keyOf = ({ id, attempt }: Attempt) => `${id}/${attempt}`;

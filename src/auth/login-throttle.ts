// Limits failed sign-ins per address and known browser (D5): counted before the result is known, also across restarts.
import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { SignInTries } from "../domain/store/sign-in-tries.ts";

const ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;

export interface Throttle {
  /** After how many ms the next attempt may be made, without counting one; 0: now. */
  waitMs(who: string): Promise<number>;
  /** Counts an attempt. @returns 0 when it may be made, else after how many ms the next one may */
  attempt(who: string): Promise<number>;
  /** It was no failure after all. */
  succeeded(who: string): Promise<void>;
}

export function openThrottle(tries: SignInTries, clock: Clock): Throttle {
  return {
    async waitMs(who) {
      const now = clock.now();
      return waitAfter(await tries.of(hashOf(who), now - WINDOW_MS, now), now);
    },
    async attempt(who) {
      const now = clock.now();
      return waitAfter(await tries.add(hashOf(who), now - WINDOW_MS, now, ATTEMPTS), now);
    },
    succeeded: (who) => tries.forget(hashOf(who)),
  };
}

function waitAfter(tries: readonly number[], now: number): number {
  const [oldest] = tries;
  return oldest !== undefined && tries.length >= ATTEMPTS ? oldest + WINDOW_MS - now : 0;
}

const hashOf = (who: string): Buffer => createHash("sha256").update(who).digest();

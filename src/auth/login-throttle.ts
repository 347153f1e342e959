// Limits failed sign-ins per address and known browser (D5): counted before the result is known, in bounded memory.
import type { Clock } from "../clock.ts";

const ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;
const MOST_ADDRESSES = 10_000;

export interface Throttle {
  /** After how many ms the next attempt may be made, without counting one; 0: now. */
  waitMs(who: string): number;
  /** Counts an attempt. @returns 0 when it may be made, else after how many ms the next one may */
  attempt(who: string): number;
  /** It was no failure after all. */
  succeeded(who: string): void;
}

export function openThrottle(clock: Clock): Throttle {
  /** When each address tried, oldest first. An address that makes no attempt while half of all entries are replaced twice is forgotten. */
  let recent = new Map<string, readonly number[]>();
  let before: typeof recent = new Map();
  return {
    waitMs: (who) => waitAfter(triesOf(who)),
    attempt(who) {
      const tries = triesOf(who);
      const waitMs = waitAfter(tries);
      recent.set(who, waitMs > 0 ? tries : [...tries, clock.monotonic()]);
      if (recent.size >= MOST_ADDRESSES / 2) [before, recent] = [recent, new Map()];
      return waitMs;
    },
    succeeded(who) {
      recent.delete(who);
      before.delete(who);
    },
  };

  function triesOf(who: string): readonly number[] {
    const since = clock.monotonic() - WINDOW_MS;
    return (recent.get(who) ?? before.get(who) ?? []).filter((at) => at > since);
  }

  function waitAfter(tries: readonly number[]): number {
    const [oldest] = tries;
    return oldest !== undefined && tries.length >= ATTEMPTS ? oldest + WINDOW_MS - clock.monotonic() : 0;
  }
}

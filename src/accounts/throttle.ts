// How often an address may fail to sign in (D5): counted before the answer is known, in bounded memory.
import type { Clock } from "../clock.ts";

const ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;
const MOST_ADDRESSES = 10_000;

export interface Throttle {
  /** Counts an attempt. @returns 0 when it may be made, else after how many ms the next one may */
  attempt(address: string): number;
  /** It was no failure after all. */
  succeeded(address: string): void;
}

export function openThrottle(clock: Clock): Throttle {
  /** When each address tried, oldest first. Whoever stays silent while half of all places fill up twice is forgotten. */
  let recent = new Map<string, readonly number[]>();
  let before: typeof recent = new Map();
  return {
    attempt(address) {
      const now = clock.monotonic();
      const tries = (recent.get(address) ?? before.get(address) ?? []).filter((at) => at > now - WINDOW_MS);
      const [oldest] = tries;
      const waitMs = oldest !== undefined && tries.length >= ATTEMPTS ? oldest + WINDOW_MS - now : 0;
      recent.set(address, waitMs > 0 ? tries : [...tries, now]);
      if (recent.size >= MOST_ADDRESSES / 2) [before, recent] = [recent, new Map()];
      return waitMs;
    },
    succeeded(address) {
      recent.delete(address);
      before.delete(address);
    },
  };
}

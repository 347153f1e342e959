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
  /** When each address tried, oldest first; the address that tried last is at the end. */
  const attempts = new Map<string, number[]>();
  return {
    attempt(address) {
      const now = clock.monotonic();
      const recent = (attempts.get(address) ?? []).filter((at) => at > now - WINDOW_MS);
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= ATTEMPTS) return oldest + WINDOW_MS - now;
      attempts.delete(address);
      attempts.set(address, [...recent, now]);
      const [longestAgo] = attempts.keys();
      if (attempts.size > MOST_ADDRESSES && longestAgo !== undefined) attempts.delete(longestAgo);
      return 0;
    },
    succeeded: (address) => void attempts.delete(address),
  };
}

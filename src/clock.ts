// Time, passed in: wall clock for due times, monotonic clock for durations, timers that tests can control.

export interface Clock {
  /** Wall clock, ms since 1970. */
  now(): number;
  /** Monotonic, ms since some start; only differences mean anything. */
  monotonic(): number;
  /** Calls `act` once after `ms`. Returns a function that takes it back. */
  after(ms: number, act: () => void): () => void;
}

/** setTimeout fires at once above 2^31-1 ms, so nobody may ask for more than an hour (delivery.facts.md 1.8). */
export const LONGEST_TIMER_MS = 3_600_000;

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` of the clock's time, or at once when the signal is (or becomes) aborted. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal?.aborted) return Promise.resolve();
  const stopTimer = clock.after(ms, done);
  signal?.addEventListener("abort", done, { once: true });
  return promise;

  function done() {
    stopTimer();
    signal?.removeEventListener("abort", done);
    resolve();
  }
}

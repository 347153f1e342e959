// Time, passed in: wall clock for due times, monotonic clock for durations, timers that tests can control.

export interface Clock {
  /** Wall clock, ms since 1970. */
  now(): number;
  /** Monotonic, ms since some start; only differences mean anything. */
  monotonic(): number;
  /** Calls `act` once after `ms`. Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void;
}

/** setTimeout fires at once above 2^31-1 ms, so no timer runs longer than an hour (delivery.facts.md 1.8). */
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

/** A task that runs again and again. */
export interface Periodic {
  /** Resolves when the first run has ended. */
  readonly firstRun: Promise<void>;
  /** Starts no further run. Resolves when the run in progress, if there is one, has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `act` now, or `firstAfterMs` from now, and again `ms` after each run has ended, so that two runs never overlap.
 * @param act handles its own errors; the signal is aborted by `stop`, so that a long run can end early
 */
export function every(
  clock: Clock,
  ms: number,
  act: (stopping: AbortSignal) => void | Promise<void>,
  { firstAfterMs = 0 } = {},
): Periodic {
  const stopping = new AbortController();
  let stopTimer = () => {};
  const first = Promise.withResolvers<void>();
  let current = Promise.resolve();
  if (firstAfterMs > 0) stopTimer = clock.after(firstAfterMs, begin);
  else begin();
  return {
    firstRun: first.promise,
    async stop() {
      stopping.abort();
      stopTimer();
      await current;
    },
  };

  function begin(): void {
    current = run();
    current.then(first.resolve, first.reject);
  }

  async function run(): Promise<void> {
    const running = act(stopping.signal);
    // What ended at once is not awaited: the next run is due `ms` from now, not from the next turn.
    if (running) await running;
    if (!stopping.signal.aborted) stopTimer = clock.after(ms, () => void (current = run()));
  }
}

/**
 * The result of `promise`, or of `late` when `ms` pass first. The work behind `promise` goes on either way.
 * @throws what `promise` rejects with in time, or what `late` throws
 */
export async function within<T>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
  late: () => T | Promise<T>,
): Promise<T> {
  const timeout = Promise.withResolvers<"late">();
  const stopTimer = clock.after(ms, () => timeout.resolve("late"));
  const first = await Promise.race([promise.then((value) => ({ value })), timeout.promise]).finally(
    stopTimer,
  );
  return first === "late" ? await late() : first.value;
}

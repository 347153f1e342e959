// A lock between processes for refreshing credentials.
import { pause, type Clock } from "../clock.ts";
import { StepFailedError } from "../networks/network.ts";

/** How often, and for how long, another process is waited for, ms. */
const LOOK_EVERY_MS = 50;
const LONGEST_WAIT_MS = 30_000;

export interface RefreshLock {
  /** Throws StepFailedError when another process does not let go in time. */
  during<T>(act: () => Promise<T>): Promise<T>;
}

/** @param take the right; null while another process has it. A process that ends gives it back, however it ends */
export function openRefreshLock(
  take: () => Disposable | null,
  clock: Clock,
  signal: AbortSignal,
): RefreshLock {
  let held: Disposable | null = null;
  let users = 0;
  return {
    async during(act) {
      // Counted before the wait, so that a refresh that ends meanwhile does not release the lock.
      users++;
      try {
        await waitForLock();
        return await act();
      } finally {
        if (--users === 0) {
          held?.[Symbol.dispose]();
          held = null;
        }
      }
    },
  };

  async function waitForLock(): Promise<void> {
    const start = clock.monotonic();
    while (!(held ??= take())) {
      if (signal.aborted || clock.monotonic() - start > LONGEST_WAIT_MS) {
        const detail = "Another process of Crier is renewing credentials. Try again in a moment.";
        throw new StepFailedError({ kind: "notSent", detail });
      }
      await pause(clock, LOOK_EVERY_MS, signal);
    }
  }
}

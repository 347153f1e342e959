// A lock between processes for refreshing the credentials of an account.
import { pause, type Clock } from "../clock.ts";
import { StepFailedError } from "../networks/network.ts";

/** How often, and for how long, another process is waited for, ms. */
const LOOK_EVERY_MS = 50;
const LONGEST_WAIT_MS = 30_000;

/** The right to refresh the credentials of an account; null while another process has it. A process that ends gives it back, however it ends. */
export type TakeRefreshLock = (accountId: string) => Promise<AsyncDisposable | null>;

export interface RefreshLock {
  /** Throws StepFailedError when another process does not let go in time. */
  during<T>(accountId: string, act: () => Promise<T>): Promise<T>;
}

export function openRefreshLock(take: TakeRefreshLock, clock: Clock, signal: AbortSignal): RefreshLock {
  return {
    async during(accountId, act) {
      await using _ = await waitForLock(accountId);
      return await act();
    },
  };

  async function waitForLock(accountId: string): Promise<AsyncDisposable> {
    const start = clock.monotonic();
    for (;;) {
      const held = await take(accountId);
      if (held) return held;
      if (signal.aborted || clock.monotonic() - start > LONGEST_WAIT_MS) {
        const detail = "Another process of Crier is renewing credentials. Try again in a moment.";
        throw new StepFailedError({ kind: "notSent", detail });
      }
      await pause(clock, LOOK_EVERY_MS, signal);
    }
  }
}

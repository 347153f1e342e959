// Locks that all processes of a store share: who stores or removes a file, or carries out a request that may come twice, does so
// alone.
import { every, pause, type Clock } from "./clock.ts";
import type { SharedLockRecords } from "./domain/store/shared-locks.ts";
import { openMutex } from "./mutex.ts";

export interface SharedLocks {
  /** Waits until nobody else has the lock. */
  during<T>(name: string, act: (lock: HeldLock) => Promise<T>): Promise<T>;
}

export interface HeldLock {
  /** False when another may have it by now: this process, or the store, has stood still. */
  isHeld(): boolean;
}

/** How long others wait for a lock whose process has died, ms. */
const LOCK_MS = 15_000;
/** A store that can't be written now has two more tries. */
const EXTEND_EVERY_MS = LOCK_MS / 4;
/** Between two tries to get a lock, ms: at first, and at most. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

/** Among the processes that use a store. */
export function openSharedLocks(records: SharedLockRecords, clock: Clock, newId: () => string): SharedLocks {
  // Its own callers wait in order, and ask the store one at a time.
  const local = localLocks();
  return {
    during: (name, act) =>
      local.during(name, async () => {
        const holder = newId();
        const lockAt = () => ({ name, holder, now: clock.now() });
        let asked = clock.monotonic();
        for (let wait = FIRST_PAUSE_MS; !(await records.take(lockAt(), LOCK_MS)); wait *= 2) {
          await pause(clock, Math.min(wait, LONGEST_PAUSE_MS));
          asked = clock.monotonic();
        }
        const extensions = every(clock, EXTEND_EVERY_MS, extend, { firstAfterMs: EXTEND_EVERY_MS });
        try {
          return await act({ isHeld: () => clock.monotonic() - asked < LOCK_MS / 2 });
        } finally {
          await extensions.stop();
          // One that can't be released now expires.
          await records.release({ name, holder }).catch(() => {});
        }

        async function extend(): Promise<void> {
          const at = clock.monotonic();
          if (await records.extend(lockAt(), LOCK_MS).catch(() => false)) asked = at;
        }
      }),
  };
}

/** Within this process. */
export function localLocks(): SharedLocks {
  const mutex = openMutex(() => new Error("never asked to stop"));
  return { during: (name, act) => mutex.take(name, () => act({ isHeld: () => true })) };
}

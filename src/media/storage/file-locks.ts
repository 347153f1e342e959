// Locks on files, by their digest: who stores its bytes and remembers them, or removes them, does so alone.
import { every, pause, type Clock } from "../../clock.ts";
import type { FileLockRecords } from "../../domain/store/file-locks.ts";
import { openMutex } from "../../mutex.ts";

export interface FileLocks {
  /** Waits until nobody else has the lock. */
  during<T>(sha256: string, act: (lock: HeldLock) => Promise<T>): Promise<T>;
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
export function openFileLocks(records: FileLockRecords, clock: Clock, newId: () => string): FileLocks {
  // Its own callers wait in order, and ask the store one at a time.
  const local = localFileLocks();
  return {
    during: (sha256, act) =>
      local.during(sha256, async () => {
        const holder = newId();
        const lockAt = () => ({ sha256, holder, now: clock.now() });
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
          await records.release({ sha256, holder }).catch(() => {});
        }

        async function extend(): Promise<void> {
          const at = clock.monotonic();
          if (await records.extend(lockAt(), LOCK_MS).catch(() => false)) asked = at;
        }
      }),
  };
}

/** Within this process. */
export function localFileLocks(): FileLocks {
  const mutex = openMutex(() => new Error("never asked to stop"));
  return { during: (sha256, act) => mutex.take(sha256, () => act({ isHeld: () => true })) };
}

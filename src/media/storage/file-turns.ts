// Turns at a file, by its digest: who stores its bytes and remembers them, or removes them, does so alone.
import { every, pause, type Clock } from "../../clock.ts";
import type { FileTurnRecords } from "../../domain/store/file-turns.ts";
import { openMutex } from "../../mutex.ts";

export interface FileTurns {
  /** Waits for the turn. */
  during<T>(sha256: string, act: (turn: Turn) => Promise<T>): Promise<T>;
}

export interface Turn {
  /** False when it may be another's by now: this process, or the store, has stood still. */
  isHeld(): boolean;
}

/** So long is a turn kept from others when its process dies, ms. */
const TURN_MS = 15_000;
/** A store that can't be written now has two more tries. */
const EXTEND_EVERY_MS = TURN_MS / 4;
/** Between two tries to get a turn, ms: at first, and at most. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

/** Among the processes that use a store. */
export function openFileTurns(records: FileTurnRecords, clock: Clock, newId: () => string): FileTurns {
  // Its own callers wait in order, and ask the store one at a time.
  const local = localFileTurns();
  return {
    during: (sha256, act) =>
      local.during(sha256, async () => {
        const holder = newId();
        const turnAt = () => ({ sha256, holder, now: clock.now() });
        let asked = clock.monotonic();
        for (let wait = FIRST_PAUSE_MS; !(await records.take(turnAt(), TURN_MS)); wait *= 2) {
          await pause(clock, Math.min(wait, LONGEST_PAUSE_MS));
          asked = clock.monotonic();
        }
        let isNew = true;
        const extensions = every(clock, EXTEND_EVERY_MS, async () => {
          if (isNew) return void (isNew = false);
          const at = clock.monotonic();
          if (await records.extend(turnAt(), TURN_MS).catch(() => false)) asked = at;
        });
        try {
          return await act({ isHeld: () => clock.monotonic() - asked < TURN_MS / 2 });
        } finally {
          await extensions.stop();
          // One that can't be given back now ends by itself.
          await records.release({ sha256, holder }).catch(() => {});
        }
      }),
  };
}

/** Within this process. */
export function localFileTurns(): FileTurns {
  const mutex = openMutex(() => new Error("never asked to stop"));
  return { during: (sha256, act) => mutex.take(sha256, () => act({ isHeld: () => true })) };
}

// Notifies callers about changes of a post: those of this process at once, those of others a moment later.
import { every, type Clock, type Periodic } from "../../clock.ts";

/** Where other processes change posts too. */
export interface WatchOthers {
  /** The number of the newest event of each post. */
  readonly lastEvents: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly clock: Clock;
}

/** While somebody waits, ms. */
const LOOK_EVERY_MS = 250;

export interface Watch {
  /** Something about the post changed. */
  changed(postId: string): void;
  /** Resolves at the next change of the post, or when the signal ends. Ask before reading, then read, then wait. */
  next(postId: string, signal: AbortSignal): Promise<void>;
  /** Aborted once this process has stopped delivering, so that callers stop waiting. */
  readonly ended: AbortSignal;
  end(): void;
}

/** @param others null: this process alone changes posts */
export function openWatch(others: WatchOthers | null): Watch {
  const waiting = new Map<string, Set<() => void>>();
  let known: ReadonlyMap<string, number> = new Map();
  let looks: Periodic | null = null;
  const ended = new AbortController();
  return {
    changed: wakeAll,
    ended: ended.signal,
    end: () => ended.abort(),
    next(postId, signal) {
      if (signal.aborted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const all = waiting.get(postId) ?? new Set();
      waiting.set(postId, all.add(finish));
      if (others) looks ??= every(others.clock, LOOK_EVERY_MS, () => look(others));
      signal.addEventListener("abort", finish, { once: true });
      return promise;

      function finish() {
        signal.removeEventListener("abort", finish);
        all.delete(finish);
        if (all.size === 0 && waiting.get(postId) === all) waiting.delete(postId);
        resolve();
      }
    },
  };

  function wakeAll(postId: string): void {
    const all = waiting.get(postId);
    waiting.delete(postId);
    all?.forEach((wake) => wake());
  }

  /** The first look wakes everybody: what happened between their reading and this look is not known. */
  async function look({ lastEvents }: WatchOthers): Promise<void> {
    if (waiting.size === 0) {
      void looks?.stop();
      looks = null;
      return;
    }
    // A store that can't be read now is read at the next look.
    const now = await lastEvents([...waiting.keys()]).catch(() => known);
    for (const [id, seq] of now) if (known.get(id) !== seq) wakeAll(id);
    known = now;
  }
}

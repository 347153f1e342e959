// Runs one task at a time for each name; a later one waits, and may ask the one before it to stop.

export interface Mutex {
  /**
   * Runs `act` when all earlier tasks of this name have ended. `stop` fires when a later one asks it to end.
   * @param ask whether to ask the earlier tasks to end; otherwise this one just waits
   */
  take<T>(name: string, act: (stop: AbortSignal) => Promise<T>, ask?: "ask"): Promise<T>;
  /** A task of this name runs or waits. */
  isTaken(name: string): boolean;
  /** Asks all tasks to end. Resolves when they have. */
  stopAll(reason: Error): Promise<void>;
}

interface Turn {
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
}

/** @param reason what `stop` carries when a later task asks */
export function openMutex(reason: () => Error): Mutex {
  const last = new Map<string, Turn>();
  return {
    take(name, act, ask) {
      const before = last.get(name);
      if (ask) before?.stop.abort(reason());
      const stop = new AbortController();
      const done = (before?.ended ?? Promise.resolve()).then(() => act(stop.signal));
      const turn: Turn = { stop, ended: done.then(leave, leave) };
      last.set(name, turn);
      return done;

      function leave() {
        if (last.get(name) === turn) last.delete(name);
      }
    },
    isTaken: (name) => last.has(name),
    async stopAll(why) {
      const turns = [...last.values()];
      for (const { stop } of turns) stop.abort(why);
      await Promise.all(turns.map(({ ended }) => ended));
    },
  };
}

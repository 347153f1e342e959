// One at a time for each name: whoever comes later waits, and may ask the one before to stop.

export interface Mutex {
  /**
   * Runs `act` when everybody before it under this name has ended. `stop` fires when somebody later asks for an end.
   * @param ask whether to ask those before to end; otherwise they are waited for
   */
  take<T>(name: string, act: (stop: AbortSignal) => Promise<T>, ask?: "ask"): Promise<T>;
  /** Somebody is at it, or waits. */
  isTaken(name: string): boolean;
  /** Asks everybody to end. Resolves when all have. */
  stopAll(reason: Error): Promise<void>;
}

interface Turn {
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
}

/** @param reason what `stop` carries when somebody later asks */
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

// Limits how many tasks run at once; others wait in line.

export type Gate = <T>(act: () => Promise<T>) => Promise<T>;

interface Queue {
  /** How many tasks may wait. */
  readonly limit: number;
  /** What a task beyond that is refused with. */
  readonly full: () => Error;
}

/**
 * Runs what it is given, at most `limit` at the same time, in the order in which they came.
 * @throws queue.full() when as many wait already as the queue allows; without `queue`, any number may wait
 */
export function atMost(limit: number, queue?: Queue): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (running < limit) running++;
    else if (queue && waiting.length >= queue.limit) throw queue.full();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      // The place is handed over, not given back, so that no other caller can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

// Limits how many tasks run at once; others wait in line.

export type Gate = <T>(act: () => Promise<T>) => Promise<T>;

/** Runs what it is given, at most `limit` at the same time, in the order in which they came. */
export function atMost(limit: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await act();
    } finally {
      // The place is handed over, not given back, so that no other task can take it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

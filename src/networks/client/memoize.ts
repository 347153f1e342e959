// Caches the latest results of a pure function.

/**
 * `make` with a cache of its `most` latest results, keyed by the first argument. Only for pure functions whose result
 * follows from the key.
 */
export function memoize<Rest extends unknown[], Value extends object | number | string>(
  limit: number,
  make: (key: string, ...rest: Rest) => Value,
): (key: string, ...rest: Rest) => Value {
  const known = new Map<string, Value>();
  return (key, ...rest) => {
    const value = known.get(key) ?? make(key, ...rest);
    // A Map keeps insertion order, so the latest key is last.
    known.delete(key);
    known.set(key, value);
    for (const oldest of known.keys()) {
      if (known.size <= limit) break;
      known.delete(oldest);
    }
    return value;
  };
}

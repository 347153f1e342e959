// Caches the latest results of a pure function.

/**
 * `make` with its `most` latest answers at hand, by the key, which is its first argument. For pure functions only: what
 * else `make` gets must follow from the key.
 */
export function memoize<Rest extends unknown[], Value extends object | number | string>(
  most: number,
  make: (key: string, ...rest: Rest) => Value,
): (key: string, ...rest: Rest) => Value {
  const known = new Map<string, Value>();
  return (key, ...rest) => {
    const value = known.get(key) ?? make(key, ...rest);
    // A Map keeps insertion order, so the latest key is last.
    known.delete(key);
    known.set(key, value);
    for (const oldest of known.keys()) {
      if (known.size <= most) break;
      known.delete(oldest);
    }
    return value;
  };
}

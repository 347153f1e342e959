// A map in memory that forgets its entries after a while, and the oldest ones when it is full.

export interface ExpiringMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

interface Limits {
  /** How long an entry is kept, ms. */
  readonly keptMs: number;
  readonly most: number;
  /** The time, in ms that only grow. */
  readonly monotonic: () => number;
}

export function openExpiringMap<Value>({ keptMs, most, monotonic }: Limits): ExpiringMap<Value> {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      return entry && entry.until > monotonic() ? entry.value : undefined;
    },
    set(key, value) {
      const now = monotonic();
      entries.delete(key);
      // The oldest come first.
      for (const [old, { until }] of entries)
        if (until <= now || entries.size >= most) entries.delete(old);
        else break;
      entries.set(key, { value, until: now + keptMs });
    },
    delete: (key) => void entries.delete(key),
  };
}

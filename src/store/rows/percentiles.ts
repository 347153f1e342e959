// Percentiles of values that the database has found.

/** Nearest rank; null when there are none. */
export function percentiles(values: readonly number[]): { p50: number; p99: number } | null {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return sorted.length === 0 ? null : { p50: at(0.5), p99: at(0.99) };
}

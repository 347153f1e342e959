// Reads only as many rows as can be worked through while nothing else runs.

/** The first rows, until together they have this size; one at least. The others are not read. */
export function firstRows<T>(rows: Iterable<T>, size: number, sizeOf: (row: T) => number): T[] {
  const first: T[] = [];
  let left = size;
  for (const row of rows) {
    first.push(row);
    left -= sizeOf(row);
    if (left <= 0) break;
  }
  return first;
}

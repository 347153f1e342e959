// Writes constants of the domain into SQL.

/** `'a', 'b'`, for `IN (…)`. Only for words of our own, never for a caller's. */
export const sqlList = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(", ");

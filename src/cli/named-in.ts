// Picks from a table of commands: those that were named, so that only their modules are loaded.

/** The entries whose names are among these words, or all of them when none is. */
export function namedIn<T>(table: Readonly<Record<string, T>>, words: readonly string[]): T[] {
  const all = Object.entries(table);
  const named = all.filter(([name]) => words.includes(name));
  return (named.length > 0 ? named : all).map(([, entry]) => entry);
}

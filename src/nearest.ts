// The word that somebody probably meant: the nearest one of those that exist, if it is near enough.

/**
 * @param most how many letters may differ; default: one in short words, two in others
 * @returns null when nothing is near, so that a wrong guess is never worse than none
 */
export function nearest(
  word: string,
  candidates: readonly string[],
  most: number = word.length < 5 ? 1 : 2,
): string | null {
  const near = candidates
    // At least as many letters differ as one is longer; a long word that is near to nothing costs no time.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= most)
    .map((candidate) => ({ candidate, letters: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.letters - b.letters)[0];
  return near && near.letters <= most ? near.candidate : null;
}

/** How many letters differ, where two that changed places count once (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (rows[i - 1]?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

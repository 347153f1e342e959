// Words as a shell takes them, so that a suggested command works as pasted.

/** In quotes only where the shell would otherwise change it. */
export function quote(word: string): string {
  if (/^[\w./:@%+,=-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`;
}

// Shortens text to one line, for lists and sentences.

/**
 * At most `most` characters (code points), with an ellipsis where something is left out. Neither line breaks nor marks of
 * the writing direction remain: a name must not look like a line of Crier's.
 */
export function oneLine(text: string, most: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  if (line.length <= most) return line;
  // A character has two units at most.
  const characters = Array.from(line.slice(0, 2 * most + 1));
  if (characters.length <= most) return line;
  return `${characters
    .slice(0, most - 1)
    .join("")
    .trimEnd()}…`;
}

// Numbers as options give them, and as people read them.
import { UsageError } from "./context.ts";

/** A whole number within bounds. @throws UsageError that names them */
export function countOf(text: string, least: number, most: number): number {
  const count = Number(text);
  if (/^\d{1,9}$/.test(text) && count >= least && count <= most) return count;
  throw new UsageError(`${text} is not a whole number from ${least} to ${most}.`);
}

/** "1 post", "3 posts". */
export function quantity(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

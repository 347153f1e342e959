// What both stores search in, and what they look for: the same text finds the same posts in each.
import { wordsOf } from "./words.ts";

/**
 * The words of a caption, with a space on both sides of each, so that whole words can be found in it.
 * @param scope stands before every word
 */
export function searchTextOf(caption: string, scope = ""): string {
  return ` ${wordsOf(caption.toWellFormed())
    .map(({ text }) => scope + text)
    .join(" ")} `;
}

export interface TextQuery {
  /** The one word that leads to the candidates. */
  readonly word: string;
  /** A word begins like this. */
  readonly isBeginning: boolean;
  /** Each stands somewhere in the words of a post that is found. */
  readonly parts: readonly string[];
}

/** Letters of a word that is not typed to the end. */
const SHORTEST_BEGINNING = 2;

/**
 * Every word of the text, in whatever order; what stands together without a space is found together. The last one may
 * go on, from its second letter. @returns null when there is no word in it: nothing is found
 */
export function textQueryOf(text: string, scope = ""): TextQuery | null {
  const phrases = text
    .split(/\s+/u)
    .map(wordsOf)
    .filter((words) => words.length > 0);
  const last = phrases.at(-1)?.at(-1);
  if (!last) return null;
  const isOpen = last.grows && last.text.length >= SHORTEST_BEGINNING;
  const parts = phrases.map((words, index) => {
    const joined = words.map((word) => ` ${scope}${word.text}`).join("");
    return isOpen && index === phrases.length - 1 ? joined : `${joined} `;
  });
  const whole = phrases.flat().map((word) => word.text);
  if (isOpen) whole.pop();
  return { ...leadOf(scope, whole, isOpen ? last.text : null), parts: [...new Set(parts)] };
}

/** The longest word is likely the rarest; the others are looked for in what it finds. */
function leadOf(
  scope: string,
  whole: readonly string[],
  beginning: string | null,
): Pick<TextQuery, "word" | "isBeginning"> {
  const longest = whole.reduce((a, b) => (b.length > a.length ? b : a), "");
  if (beginning === null || longest.length > beginning.length)
    return { word: scope + longest, isBeginning: false };
  return { word: scope + beginning, isBeginning: true };
}

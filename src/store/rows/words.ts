// Splits a text into words for the search: case- and accent-insensitive, in every script.

/** Longer ones are cut, in what is searched and in what is searched for. */
const LONGEST = 64;

// Scripts that put no spaces between words: each character is a word. So is each emoji and other symbol beyond ASCII.
const SPACELESS =
  "[[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]&&[\\p{L}\\p{M}\\p{N}]]";
const SYMBOL = "[[\\p{So}\\p{Sc}\\p{Extended_Pictographic}\\p{RI}]--[\\p{ASCII}\\p{EMod}]]";
const LETTER = "[\\p{L}\\p{M}\\p{N}\\p{Co}]";
const WORD = new RegExp(`(?<one>${SPACELESS}|${SYMBOL})|[${LETTER}--${SPACELESS}]+`, "gv");

export interface Word {
  readonly text: string;
  /** More letters may follow: it is not a character that stands alone. */
  readonly grows: boolean;
}

/** In the order they stand. */
export function wordsOf(text: string): Word[] {
  return Array.from(fold(text).matchAll(WORD), ([word, one]) => ({
    text: cut(word),
    grows: one === undefined,
  }));
}

/** The accents of Latin, Greek and Cyrillic, and what only chooses how an emoji is drawn. */
const DROPPED = /[\u0300-\u036f\ufe00-\ufe0f\u20e3]/g;

// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

/** The text without its case and accents. Vowel signs of other scripts are letters of theirs and stay. */
export function fold(text: string): string {
  // Of most names nothing else changes, and this takes a tenth of the time.
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = text.normalize("NFKD").toLowerCase().replace(DROPPED, "");
  return bare.normalize("NFKC").replaceAll("ς", "σ");
}

/** By characters: half of a surrogate pair would be stored as another one. */
function cut(word: string): string {
  return word.length <= LONGEST ? word : Array.from(word).slice(0, LONGEST).join("");
}

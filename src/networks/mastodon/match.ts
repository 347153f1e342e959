// Whether a status, seen as HTML, may have been written as a text: cheap to tell, and never "no" where it may.
import { normalize } from "../client/normalize.ts";

/** What servers turn into HTML each in their own way: links, mentions, emoji codes, markup and the numbers of lists. */
const REWRITTEN = /https?:\/\/\S+|@[\w.@-]+|:\w+:|<[^<>]*>|```\w*|^[ \t]{0,99}\d{1,9}[.)]\s/gm;

/** Compares the words between what servers rewrite, in order; punctuation, case and accents are left to `/source`. */
export function mayMatch(html: string, text: string): boolean {
  const shown = letters(plain(html));
  let at = 0;
  for (const part of text.split(REWRITTEN).map(letters)) {
    const found = shown.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

/** Entities with names stand for no letters where servers write them: &amp; &lt; &gt; &quot; &nbsp;. */
function plain(html: string): string {
  return html
    .replace(/<[^<>]*>/g, "")
    .replace(/&#x([\da-f]{1,6});/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,7});/g, (_, code: string) => character(Number(code)))
    .replace(/&\w+;/g, " ");
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}

function letters(text: string): string {
  return normalize(text, "NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

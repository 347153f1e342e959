// Quick check whether a status, given as HTML, may have been written as a text; never a false "no".
import { normalize } from "../client/normalize.ts";

/** What servers render differently: links, mentions, emoji codes, markup and the numbers of lists. */
const REWRITTEN = /https?:\/\/\S+|@[\w.@-]+|:\w+:|<[^<>]*>|```\w*|^[ \t]{0,99}\d{1,9}[.)]\s/gm;

/** Compares the words between the parts that servers rewrite, in order, without punctuation, case and accents. */
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

/** The named entities that servers write (&amp; &lt; &gt; &quot; &nbsp;) contain no letters. */
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

// A text's weighted length at X, where every link counts 23: as twitter-text 3, in linear time (networks/x.facts.md 4).
import { normalize } from "./normalize.ts";
import { weightedLinks } from "./weighted-links.ts";

const LINK = 23;

/** Counts a text as X does: 280 is the most for most accounts. */
export function weightedLength(text: string): number {
  const shown = normalize(text, "NFC");
  let length = 0;
  let at = 0;
  for (const { start, end } of weightedLinks(shown)) {
    length += weightOf(shown, at, start) + LINK;
    at = end;
  }
  return length + weightOf(shown, at, shown.length);
}

// ---- characters

/** Shown as a picture: what Unicode recommends, keycaps without their selector, and some with one that they don't need. */
const EMOJI =
  /[⌚⌛◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛔⛪⛲⛳⛵⛺⛽❗⬛⬜⭐⭕🀄🈚🈯]\ufe0f|[#*0-9]\u20e3|\p{RGI_Emoji}/vy;
const LIGHT: readonly (readonly [first: number, last: number])[] = [
  [0, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
];

function weightOf(text: string, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to;) {
    const emoji = emojiAt(text, at);
    const code = text.codePointAt(at) ?? 0;
    const length = emoji > 0 ? emoji : code > 0xffff ? 2 : 1;
    sum += emoji === 0 && LIGHT.some(([first, last]) => code >= first && code <= last) ? 1 : 2;
    at += length;
  }
  return sum;
}

/** How long the emoji at that place is, in UTF-16 units; 0 where none is. */
function emojiAt(text: string, at: number): number {
  // Most characters of any text begin an emoji only if one of these follows.
  const next = text.charCodeAt(at + 1);
  if (!mayBegin(text.charCodeAt(at)) && next !== 0xfe0f && next !== 0x20e3) return 0;
  EMOJI.lastIndex = at;
  return EMOJI.test(text) ? EMOJI.lastIndex - at : 0;
}

/** From ‼ to ㊙, and the first halves of pairs from 🀀 to the last one. */
const mayBegin = (unit: number): boolean =>
  (unit >= 0x203c && unit <= 0x3299) || (unit >= 0xd83c && unit <= 0xd83e);

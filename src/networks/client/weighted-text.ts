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

/**
 * Shown as a picture: what Unicode recommends, keycaps without their selector, and some with one that they don't need.
 * `\p{RGI_Emoji}` would say most of it, but takes 35 ms to compile: lists of single characters take almost none.
 */
const EMOJI =
  /[⌚⌛◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛔⛪⛲⛳⛵⛺⛽❗⬛⬜⭐⭕🀄🈚🈯]\ufe0f|[#*0-9]\ufe0f?\u20e3|\p{RGI_Emoji_Modifier_Sequence}|\p{RGI_Emoji_Flag_Sequence}|\p{RGI_Emoji_Tag_Sequence}|[\p{Emoji_Presentation}--\p{Regional_Indicator}]|[\p{Emoji}--\p{Emoji_Presentation}--[#*0-9]]\ufe0f/vy;
/** Several pictures as one, as families are; 20 ms to compile, for the few texts that have one. */
const JOINED_EMOJI = /\p{RGI_Emoji_ZWJ_Sequence}/vy;
const JOINER = "\u200d";
/** A joiner follows one character, its skin tone or selector at most. */
const JOINER_WITHIN = 5;
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
  const isJoined = text.slice(at, at + JOINER_WITHIN).includes(JOINER);
  return (isJoined && matchedAt(JOINED_EMOJI, text, at)) || matchedAt(EMOJI, text, at);
}

function matchedAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

/** From ‼ to ㊙, and the first halves of pairs from 🀀 to the last one. */
const mayBegin = (unit: number): boolean =>
  (unit >= 0x203c && unit <= 0x3299) || (unit >= 0xd83c && unit <= 0xd83e);

// Finds where a text has to end to stay within a network's limits.
import type { TextRule } from "../../domain/rules.ts";
import { byteCount, count, countAs, countGrapheme, entities, graphemes, type Span } from "./text.ts";
import { weightedLinks } from "./weighted-links.ts";

export type Limit = Pick<TextRule, "max" | "maxBytes" | "unit" | "linkLength" | "shortMentions">;

/**
 * The length of the longest beginning of the text within the limit, in UTF-16 units; never inside a character as people see
 * it. Takes time in proportion to that beginning, once links and mentions are known.
 */
export function fittingEnd(text: string, limit: Limit): number {
  const ends = [0];
  let [length, bytes] = [0, 0];
  for (const { end, counts, size } of pieces(text, limit)) {
    length += counts;
    bytes += size;
    if (length > limit.max || (limit.maxBytes !== null && bytes > limit.maxBytes)) break;
    ends.push(end);
  }
  // What stands side by side may count otherwise than alone.
  while (ends.length > 1 && !fits(text.slice(0, ends.at(-1)), limit)) ends.pop();
  return ends.at(-1) ?? 0;
}

const MARK = "…";
/** A word is cut only when it would take this share of the text with it. */
const MOST_LOST = 0.3;

/** The text cut at the end of a word, with an ellipsis; null where that leaves nothing. */
export function shorten(text: string, limit: Limit): string | null {
  const max = limit.max - countAs(limit.unit, MARK);
  const maxBytes = limit.maxBytes === null ? null : limit.maxBytes - byteCount(MARK);
  const head = text.slice(0, fittingEnd(text, { ...limit, max, maxBytes }));
  const words = head.slice(0, lastSpace(head)).trimEnd();
  const cut = (words.length >= head.length * (1 - MOST_LOST) ? words : head) + MARK;
  return cut.length > MARK.length && fits(cut, limit) ? cut : null;
}

function lastSpace(text: string): number {
  let at = text.length;
  while (at > 0 && !/\s/.test(text.charAt(at - 1))) at--;
  return at;
}

function fits(text: string, limit: Limit): boolean {
  return count(text, limit) <= limit.max && (limit.maxBytes === null || byteCount(text) <= limit.maxBytes);
}

interface Piece {
  /** In UTF-16 units. */
  readonly end: number;
  /** In the unit of the limit. */
  readonly counts: number;
  /** Bytes. */
  readonly size: number;
}

/** Links and mentions that count as a whole, and the characters between them. */
function* pieces(text: string, limit: Limit): Generator<Piece> {
  let at = 0;
  for (const { start, end, counts } of wholes(text, limit)) {
    yield* charactersOf(text, at, start, limit);
    yield { end, counts, size: byteCount(text.slice(start, end)) };
    at = end;
  }
  yield* charactersOf(text, at, text.length, limit);
}

function* charactersOf(text: string, from: number, to: number, { unit }: Limit): Generator<Piece> {
  for (const { segment, index } of graphemes.segment(text.slice(from, to))) {
    const end = from + index + segment.length;
    yield { end, counts: countGrapheme(unit, segment), size: byteCount(segment) };
  }
}

const WEIGHTED_LINK = 23;

function wholes(
  text: string,
  { unit, linkLength, shortMentions }: Limit,
): (Pick<Span, "start" | "end"> & { readonly counts: number })[] {
  if (unit === "weighted") return weightedLinks(text).map((link) => ({ ...link, counts: WEIGHTED_LINK }));
  if (linkLength === null && !shortMentions) return [];
  const { links, mentions } = entities(text);
  const fixed = linkLength === null ? [] : links.filter(({ explicit }) => explicit);
  const short = shortMentions ? mentions.filter(({ host }) => host !== null) : [];
  return [
    ...fixed.map(({ start, end }) => ({ start, end, counts: linkLength ?? 0 })),
    ...short.map(({ start, end, name }) => ({ start, end, counts: countAs(unit, `@${name}`) })),
  ].toSorted((a, b) => a.start - b.start);
}

// Hashtags and cashtags as Bluesky's own clients read them (networks/bluesky.facts.md 1).
import { withoutOverlap } from "../client/links.ts";
import type { Entities, Hashtag } from "../client/text.ts";

/** A tag ends at white space or a zero-width character. `#` with a variation selector is the keycap emoji. */
const TAG = /(?<!\S)[#＃](?!\ufe0f)([^\u20e2\s\u00ad\u2060\u200a-\u200d]+)/gu;
/** A tag needs more than digits and punctuation. */
const WORD = /[^\u20e2\d\s\p{P}\u00ad\u2060\u200a-\u200d]/u;
const PUNCTUATION = /\p{P}/u;
const CASHTAG = /(?<![^\s(])\$([a-z][a-z0-9]{0,4})(?=$|[\s.,;:!?)"'\u2019])/giu;

/**
 * In order, without overlaps. After a bracket or a quotation mark, where Bluesky's clients recognize no tag, a tag still
 * ends as it does elsewhere.
 */
export function tagsIn(text: string, { links, mentions, hashtags }: Entities): Hashtag[] {
  const own = [...completeTag(text), ...cashtags(text)].toSorted((a, b) => a.start - b.start);
  const others = withoutOverlap(hashtags, own);
  const all = [...own, ...others].toSorted((a, b) => a.start - b.start);
  return withoutOverlap(withoutOverlap(all, links), mentions);
}

function completeTag(text: string): Hashtag[] {
  return [...text.matchAll(TAG)].flatMap(({ index: start, 1: run = "" }) => {
    const tag = withoutPunctuation(run);
    const end = start + 1 + tag.length;
    return WORD.test(tag) ? [{ text: text.slice(start, end), start, end, tag }] : [];
  });
}

/** Removes the punctuation at the end of a tag. */
function withoutPunctuation(run: string): string {
  let end = run.length;
  // No punctuation but that of a few old scripts has two units: then the lone second one is none, and ends this.
  while (end > 0 && PUNCTUATION.test(run.charAt(end - 1))) end--;
  return run.slice(0, end);
}

function cashtags(text: string): Hashtag[] {
  return [...text.matchAll(CASHTAG)].map(({ 0: shown, index: start }) => ({
    text: shown,
    start,
    end: start + shown.length,
    tag: shown.toUpperCase(),
  }));
}

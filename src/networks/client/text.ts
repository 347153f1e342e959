// Counts a text, and finds its links, mentions and hashtags, as networks do.
import { withoutOverlap, linksIn, type Link, type Span } from "./links.ts";
import { memoize } from "./memoize.ts";
import type { TextRule } from "../../domain/rules.ts";
import { isTopLevel } from "./top-level-domains.ts";
import { weightedLength } from "./weighted-text.ts";

export type { Link, Span };

export interface Mention extends Span {
  /** Without the leading @ and without the host. */
  readonly name: string;
  /** `host` of `@user@host`; null for `@handle.domain` and `@user`. */
  readonly host: string | null;
}
export interface Hashtag extends Span {
  /** Without the leading #. */
  readonly tag: string;
}
export interface Entities {
  readonly links: readonly Link[];
  readonly mentions: readonly Mention[];
  readonly hashtags: readonly Hashtag[];
}

export const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Not after a word, a path or a query, so that e-mail and profile addresses do not match. */
const MENTION =
  /(?<![\p{L}\p{N}_/=@.&-])@([a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?:@((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]))?(?![\p{L}\p{N}_@])/giu;
/** Letters, marks, digits and _ with at least one letter; · ・ and the zero-width non-joiner may stand inside. */
const HASHTAG =
  /(?<![\p{L}\p{N}_/&#])[#＃](?!\ufe0f)((?=[\p{N}_·・\u200c]*[\p{L}\p{M}])[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_·・\u200c]*[\p{L}\p{M}\p{N}_])?)/gu;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)$/i;
/** The same text is counted several times for each of many accounts. */
const MEMOIZED = 64;

/**
 * Everything in the text that a network may turn into a link, in order and without overlaps within each kind. Takes linear
 * time.
 */
export const entities: (text: string) => Entities = memoize(MEMOIZED, (text) => {
  const found = linksIn(text);
  const explicit = found.filter((link) => link.explicit);
  const mentions = withoutOverlap(allMentions(text), explicit);
  const links = found.filter((link) => link.explicit);
  const bare = withoutOverlap(
    found.filter((link) => !link.explicit),
    mentions,
  );
  const all = [...links, ...bare].toSorted((a, b) => a.start - b.start);
  return { links: all, mentions, hashtags: withoutOverlap(withoutOverlap(allHashtags(text), all), mentions) };
});

/** Whether a name reads as a host with a known top-level domain: what a Bluesky handle must be. */
export function isDomain(name: string): boolean {
  const top = DOMAIN.exec(name)?.[1];
  return name.length <= 253 && top !== undefined && isTopLevel(top);
}

const INVISIBLE = /^[\s\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]*$/u;

/** Whether the text is invisible: only white space, zero-width and control characters. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text);
}

export type Counting = Pick<TextRule, "unit" | "linkLength" | "shortMentions">;

/** The text's length in the rule's unit, as the network counts it. Takes time in proportion to the text. */
export function count(text: string, { unit, linkLength, shortMentions }: Counting): number {
  return memoizedCount(JSON.stringify([unit, linkLength, shortMentions]) + text, () => {
    const shown =
      linkLength !== null || shortMentions ? withCountedEntities(text, linkLength, shortMentions) : text;
    return countAs(unit, shown);
  });
}

const memoizedCount = memoize(MEMOIZED, (_: string, countNow: () => number) => countNow());

/** Without links and mentions. */
export function countAs(unit: TextRule["unit"], text: string): number {
  switch (unit) {
    case "graphemes":
      return lengthOf(graphemes.segment(text));
    case "codePoints":
      return lengthOf(text);
    case "utf16":
      return text.length;
    case "weighted":
      return weightedLength(text);
    case "emojiBytes":
      return emojiBytes(text);
  }
}

/** The length of a single grapheme. `countAs` gives the same, but splits it into graphemes once more. */
export function countGrapheme(unit: TextRule["unit"], grapheme: string): number {
  if (unit === "graphemes") return 1;
  if (unit === "emojiBytes") return EMOJI.test(grapheme) ? byteCount(grapheme) : 1;
  return countAs(unit, grapheme);
}

function lengthOf(parts: Iterable<unknown>): number {
  let length = 0;
  for (const _ of parts) length++;
  return length;
}

/** An emoji sequence counts its UTF-8 bytes, any other grapheme counts 1. */
function emojiBytes(text: string): number {
  let sum = 0;
  for (const { segment } of graphemes.segment(text)) sum += countGrapheme("emojiBytes", segment);
  return sum;
}

/** Displayed as an emoji, by default or because of a variation selector. */
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}/u;

/** Length in UTF-8 bytes. */
export function byteCount(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** The text with links at their fixed length and `@user@host` as `@user` (networks/mastodon.facts.md 4). */
function withCountedEntities(text: string, linkLength: number | null, shortMentions: boolean): string {
  const { links, mentions } = entities(text);
  const changes: { span: Span; by: string }[] = [];
  if (linkLength !== null) {
    for (const span of links) if (span.explicit) changes.push({ span, by: "x".repeat(linkLength) });
  }
  if (shortMentions) {
    for (const span of mentions) if (span.host !== null) changes.push({ span, by: `@${span.name}` });
  }
  changes.sort((a, b) => a.span.start - b.span.start);
  let out = "";
  let at = 0;
  for (const { span, by } of changes) {
    out += text.slice(at, span.start) + by;
    at = span.end;
  }
  return out + text.slice(at);
}

function allMentions(text: string): Mention[] {
  return [...text.matchAll(MENTION)].map((match) => ({
    ...spanOf(match),
    name: match[1] ?? "",
    host: match[2] ?? null,
  }));
}

function allHashtags(text: string): Hashtag[] {
  return [...text.matchAll(HASHTAG)].map((match) => ({ ...spanOf(match), tag: match[1] ?? "" }));
}

function spanOf(match: RegExpExecArray): Span {
  return { text: match[0], start: match.index, end: match.index + match[0].length };
}

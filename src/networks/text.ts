// How networks count and read a text: graphemes, links, mentions, hashtags.
import { LinkifyIt } from "linkify-it";
import tlds from "tlds";
import type * as TwitterText from "twitter-text";
import type { TextRule } from "./rules.ts";

/** A stretch of the text. `start` and `end` are UTF-16 units, so `text.slice(start, end)` is it. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
export interface Link extends Span {
  /** With scheme, whether or not the text has one. */
  readonly url: string;
  /** Written with its scheme; some networks shorten only those. */
  readonly explicit: boolean;
}
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

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false }).tlds(tlds);
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Not after a word, a path or a query, so that e-mail and profile addresses are no mentions. */
const MENTION =
  /(?<![\p{L}\p{N}_/=@.&-])@([a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?:@((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]))?(?![\p{L}\p{N}_@])/giu;
/** Letters, marks, digits and _ with at least one letter; · ・ and the zero-width non-joiner may stand inside. */
const HASHTAG =
  /(?<![\p{L}\p{N}_/&#])[#＃]((?=[\p{N}_·・\u200c]*[\p{L}\p{M}])[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_·・\u200c]*[\p{L}\p{M}\p{N}_])?)/gu;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)$/i;
const TOP_LEVEL: ReadonlySet<string> = new Set([...tlds, "test"]);

/** Everything in the text that a network may turn into a link, in order and not overlapping within its kind. */
export function entities(text: string): Entities {
  const found = allLinks(text);
  const explicit = found.filter((link) => link.explicit);
  const mentions = allMentions(text).filter((mention) => !touchesAny(mention, explicit));
  const links = found.filter((link) => link.explicit || !touchesAny(link, mentions));
  const hashtags = allHashtags(text).filter((tag) => !touchesAny(tag, links) && !touchesAny(tag, mentions));
  return { links, mentions, hashtags };
}

/** Whether a name reads as a host with a known top-level domain: what a Bluesky handle must be. */
export function isDomain(name: string): boolean {
  const top = DOMAIN.exec(name)?.[1];
  return name.length <= 253 && top !== undefined && TOP_LEVEL.has(top.toLowerCase());
}

/** The text's length in the rule's unit, as the network counts it. */
export function count(text: string, rule: Pick<TextRule, "unit" | "linkLength" | "shortMentions">): number {
  let shown = text;
  if (rule.linkLength !== null || rule.shortMentions)
    shown = shortened(text, rule.linkLength, rule.shortMentions);
  switch (rule.unit) {
    case "graphemes":
      return [...graphemes.segment(shown)].length;
    case "codePoints":
      return Array.from(shown).length;
    case "utf16":
      return shown.length;
    case "weighted":
      return weighted(shown);
    case "emojiBytes":
      return emojiBytes(shown);
  }
}

/** As X counts, links and all (networks/x.md 4). */
function weighted(text: string): number {
  // Loaded for the first text: it takes a tenth of a second and knows only this network.
  const { parseTweet } = require("twitter-text") as typeof TwitterText;
  return parseTweet(text).weightedLength;
}

/** An emoji, with all that belongs to it, counts its UTF-8 bytes; anything else a person sees as one counts 1. */
function emojiBytes(text: string): number {
  let sum = 0;
  for (const { segment } of graphemes.segment(text)) sum += EMOJI.test(segment) ? byteCount(segment) : 1;
  return sum;
}

/** Shown as a picture: by itself, or by the selector that asks for it. */
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}/u;

/** Length in UTF-8 bytes. */
export function byteCount(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** The text as it counts: links at their fixed length, `@user@host` as `@user` (networks/mastodon.md 4). */
function shortened(text: string, linkLength: number | null, shortMentions: boolean): string {
  const { links, mentions } = entities(text);
  const changes: { span: Span; by: string }[] = [];
  if (linkLength !== null) {
    for (const span of links) if (span.explicit) changes.push({ span, by: "x".repeat(linkLength) });
  }
  if (shortMentions) {
    for (const span of mentions) if (span.host !== null) changes.push({ span, by: `@${span.name}` });
  }
  changes.sort((a, b) => b.span.start - a.span.start);
  let out = text;
  for (const { span, by } of changes) out = out.slice(0, span.start) + by + out.slice(span.end);
  return out;
}

function allLinks(text: string): Link[] {
  // No link is without one of these, and the first look for one takes 40 ms of preparation.
  if (!/[.:]/.test(text)) return [];
  const links: Link[] = [];
  for (const match of linkify.match(text) ?? []) {
    const span = { text: match.raw, start: match.index, end: match.lastIndex };
    if (match.schema === "http:" || match.schema === "https:")
      links.push({ ...span, url: match.raw, explicit: true });
    else if (match.schema === "") links.push({ ...span, url: `https://${match.raw}`, explicit: false });
  }
  return links;
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

function touchesAny(span: Span, others: readonly Span[]): boolean {
  return others.some((other) => span.start < other.end && other.start < span.end);
}

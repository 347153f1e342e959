// LinkedIn's "little text": what must be escaped in a post, because an unescaped sign cuts it off without a word (networks/linkedin.md 1).
import { entities } from "../text.ts";

const RESERVED = /[\\|{}@[\]()<>#*_~]/g;
/** `@[Name](urn:li:organization:123)`: a mention, written as LinkedIn wants it. */
const MENTION = /@\[[^\][()\\\n]{1,200}\]\(urn:li:(?:organization|person):[\w-]{1,64}\)/g;
/** A hashtag with other signs in it is written as words, and is none. */
const PLAIN_TAG = /^#[\p{L}\p{M}\p{N}]+$/u;

/** The text as it is sent. Mentions, links with their scheme and hashtags stay as they are, so that they are ones. */
export function littleText(text: string): string {
  let out = "";
  let at = 0;
  for (const [start, end] of kept(text)) {
    if (start < at) continue;
    out += escaped(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return out + escaped(text.slice(at));
}

function escaped(text: string): string {
  return text.replace(RESERVED, (sign) => `\\${sign}`);
}

function kept(text: string): [start: number, end: number][] {
  const { links, hashtags } = entities(text);
  const mentions = [...text.matchAll(MENTION)].map((match): [number, number] => [
    match.index,
    match.index + match[0].length,
  ]);
  const spans = [
    ...links.filter(({ explicit }) => explicit),
    ...hashtags.filter((tag) => PLAIN_TAG.test(tag.text)),
  ].map(({ start, end }): [number, number] => [start, end]);
  return [...mentions, ...spans].toSorted(([a], [b]) => a - b);
}

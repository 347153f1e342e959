// Escapes a text for LinkedIn's "little text", where an unescaped character silently cuts off the post (networks/linkedin.facts.md 1).
import { withoutOverlap } from "../client/links.ts";
import { entities } from "../client/text.ts";

const RESERVED = /[\\|{}@[\]()<>#*_~]/g;
/** `@[Name](urn:li:organization:123)`: a mention, written as LinkedIn wants it. */
const MENTION = /@\[[^\][()\\\n]{1,200}\]\(urn:li:(?:organization|person):[\w-]{1,64}\)/g;
/** A hashtag with other characters is written as plain text. */
const PLAIN_TAG = /^#[\p{L}\p{M}\p{N}]+$/u;
/** Scheme and host, with a user name if there is one, and the rest. */
const PARTS = /^(https?:\/\/[^/?#]*)(.*)$/is;

/**
 * The text as it is sent. Mentions and plain hashtags keep their syntax; in links with a scheme, reserved characters are
 * written so that both the link and the text stay intact.
 */
export function littleText(text: string): string {
  let out = "";
  let at = 0;
  for (const { start, end, sent } of replacements(text)) {
    if (start < at) continue;
    out += escape(text.slice(at, start)) + sent;
    at = end;
  }
  return out + escape(text.slice(at));
}

/** The text as people will see it: reserved characters in the path of a link arrive as percent codes. */
export function linksAsShown(text: string): string {
  const mentions = [...text.matchAll(MENTION)].map(({ 0: shown, index: start }) => ({
    text: shown,
    start,
    end: start + shown.length,
  }));
  const links = entities(text).links.filter(({ explicit }) => explicit);
  let out = "";
  let at = 0;
  for (const { start, end, url } of withoutOverlap(links, mentions)) {
    const [, host = "", rest = ""] = PARTS.exec(url) ?? [];
    out += text.slice(at, start) + host + percentCoded(rest);
    at = end;
  }
  return out + text.slice(at);
}

function escape(text: string): string {
  return text.replace(RESERVED, (sign) => `\\${sign}`);
}

/**
 * A percent code means the same as its character in a path or query, but not in a host or before a fragment, where a
 * backslash is used. `_` is harmless, and links with an escaped one were seen broken.
 */
function sentLink(url: string): string {
  const [, host = "", rest = ""] = PARTS.exec(url) ?? [];
  return escapeHost(host) + percentCoded(rest).replaceAll("#", "\\#");
}

function escapeHost(host: string): string {
  return host.replace(RESERVED, (sign) => (sign === "_" ? sign : `\\${sign}`));
}

function percentCoded(rest: string): string {
  return rest.replace(/[\\|{}@[\]()<>*~]/g, percentCode);
}

function percentCode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly sent: string;
}

function replacements(text: string): Replacement[] {
  const { links, hashtags } = entities(text);
  const explicit = links.filter(({ explicit }) => explicit);
  const tags = hashtags.filter((tag) => PLAIN_TAG.test(tag.text));
  return [
    ...[...text.matchAll(MENTION)].map(({ 0: sent, index }) => ({
      start: index,
      end: index + sent.length,
      sent,
    })),
    ...explicit.map(({ start, end, url }) => ({ start, end, sent: sentLink(url) })),
    ...tags.map(({ start, end, text: sent }) => ({ start, end, sent })),
  ].toSorted((a, b) => a.start - b.start);
}

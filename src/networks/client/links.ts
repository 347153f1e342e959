// Finds links in a text, with a scheme or as bare domains, in linear time.
import { isTopLevel, topLevelEnd } from "./top-level-domains.ts";

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

const MAX_HOST = 253;

/** People write links right behind an emoji or a character of Chinese or Japanese, but not behind a Latin letter. */
const SCHEME = /(?<![a-z0-9_@＠$#＃/])https?:\/\//giu;
const USER = /[^\s\p{Z}\p{Cc}<>"@/?#\\()[\]{}]{1,64}@/uy;
const HOST = /\[[0-9a-f:.]{2,45}\]|[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}])?/iuy;
/** A whole run of what host names are made of, with a dot in it; not the name in an e-mail address or a handle. */
const BARE =
  /(?<![\p{L}\p{M}\p{N}_.:/\\@＠#＃$&=%-])[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{M}\p{N}-]+)+(?![@_])/gu;
const LABELS = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const PORT = /:\d{1,5}(?!\d)/y;
/** What a path, query or fragment is made of, beside brackets: no other punctuation, no quotation mark, no space. */
const PATH = /[[^\s\p{Z}\p{P}\p{Cc}<>｜][&\-.,;:!?'\/\\%@#=_~*]]+/vy;
/** What belongs to the sentence where a link ends with it. */
const TRAILING = /[.,;:!?'*~|^`]/;
const BRACKETS = /[\(\)\[\]\{\}]|[[\s\p{Z}\p{P}\p{Cc}<>｜]--[&\(\)\[\]\{\}\-.,;:!?'\/\\%@#=_~*]]+/gv;
const OPENERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** In order, not overlapping. A bare domain needs a top-level domain that exists. */
export function linksIn(text: string): Link[] {
  const closers = closersIn(text);
  const explicit = explicitLinks(text, closers);
  const bare = bareLinks(text, closers);
  return [...explicit, ...withoutOverlap(bare, explicit)].toSorted((a, b) => a.start - b.start);
}

/** Those that touch none of the others. Both in order, and none overlapping within its own list. */
export function withoutOverlap<T extends Span>(spans: readonly T[], others: readonly Span[]): T[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while (next < others.length && (others[next]?.end ?? 0) <= start) next++;
    const other = others[next];
    return !other || other.start >= end;
  });
}

function explicitLinks(text: string, closers: ReadonlyMap<number, number>): Link[] {
  const links: Link[] = [];
  let from = 0;
  for (const { 0: scheme, index: start } of text.matchAll(SCHEME)) {
    if (start < from) continue;
    const user = after(USER, text, start + scheme.length) ?? start + scheme.length;
    const host = hostEnd(text, user);
    if (host < 0) continue;
    const end = pathEnd(text, after(PORT, text, host) ?? host, closers);
    const shown = text.slice(start, end);
    links.push({ text: shown, start, end, url: shown, explicit: true });
    from = end;
  }
  return links;
}

/** -1 where no host is. Letters of another script right behind a top-level domain are the sentence going on. */
function hostEnd(text: string, start: number): number {
  const end = after(HOST, text, start) ?? -1;
  if (end < 0 || end - start > MAX_HOST || text.slice(start, end).includes("..")) return -1;
  return nameEnd(text, start, end);
}

function nameEnd(text: string, start: number, end: number): number {
  const last = Math.max(text.lastIndexOf(".", end - 1) + 1, start);
  if (last === start || isTopLevel(text.slice(last, end))) return end;
  const top = topLevelEnd(text, last);
  return top > last &&
    top < end &&
    /[a-z]/i.test(text.charAt(top - 1)) &&
    /[^\x00-\x7f]/.test(text.charAt(top))
    ? top
    : end;
}

function bareLinks(text: string, closers: ReadonlyMap<number, number>): Link[] {
  const links: Link[] = [];
  let from = 0;
  for (const { 0: run, index: start } of text.matchAll(BARE)) {
    if (start < from) continue;
    const host = nameEnd(text, start, start + run.length);
    if (!isKnownDomain(text.slice(start, host))) continue;
    const end = pathEnd(text, after(PORT, text, host) ?? host, closers);
    const shown = text.slice(start, end);
    links.push({ text: shown, start, end, url: `https://${shown}`, explicit: false });
    from = end;
  }
  return links;
}

function isKnownDomain(name: string): boolean {
  const labels = name.split(".");
  const top = labels.at(-1) ?? "";
  return (
    name.length <= MAX_HOST &&
    labels.every((label) => LABELS.test(label)) &&
    (isTopLevel(top) || /^xn--/i.test(top))
  );
}

/** Brackets belong to a path in pairs only: `(see https://a.example/b_(c))`. */
function pathEnd(text: string, start: number, closers: ReadonlyMap<number, number>): number {
  if (!/[/?#]/.test(text.charAt(start))) return start;
  let end = text.charAt(start) === "/" ? start + 1 : start;
  for (let at = start; ;) {
    const run = after(PATH, text, at) ?? at;
    for (let last = run; last > end && last > at; last--) {
      if (TRAILING.test(text.charAt(last - 1))) continue;
      end = last;
    }
    const closer = closers.get(run);
    if (closer === undefined) return end;
    at = end = closer + 1;
  }
}

/** For each opening bracket its closing one, in the same stretch of characters that a path may have. */
function closersIn(text: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  if (!/[([{]/.test(text)) return closers;
  let open: { sign: string; at: number }[] = [];
  const counts: Record<string, number> = { "(": 0, "[": 0, "{": 0 };
  for (const { 0: sign, index } of text.matchAll(BRACKETS)) {
    const opener = OPENERS[sign];
    if (sign in counts) {
      open.push({ sign, at: index });
      counts[sign] = (counts[sign] ?? 0) + 1;
    } else if (opener === undefined) {
      open = [];
      for (const each of Object.keys(counts)) counts[each] = 0;
    } else if ((counts[opener] ?? 0) > 0) {
      for (let last = open.pop(); last; last = open.pop()) {
        counts[last.sign] = (counts[last.sign] ?? 0) - 1;
        if (last.sign !== opener) continue;
        closers.set(last.at, index);
        break;
      }
    }
  }
  return closers;
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

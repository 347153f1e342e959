// Finds links in a text, with a scheme or as bare domains, in linear time.
import { isTopLevel, topLevelEnd } from "./top-level-domains.ts";

/** A part of the text: `text.slice(start, end)`, in UTF-16 units. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
export interface Link extends Span {
  /** With a scheme, whether or not the text has one. */
  readonly url: string;
  /** Whether the text contains the scheme; some networks shorten only those links. */
  readonly explicit: boolean;
}

const MAX_HOST = 253;

/** A link may directly follow an emoji or a Chinese or Japanese character, but not a Latin letter. */
const SCHEME = /(?<![a-z0-9_@＠$#＃/])https?:\/\//giu;
const USER = /[^\s\p{Z}\p{Cc}<>"@/?#\\()[\]{}]{1,64}@/uy;
const HOST = /\[[0-9a-f:.]{2,45}\]|[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}])?/iuy;
/** A run of host name characters with a dot, except in an e-mail address or a handle. */
const BARE =
  /(?<![\p{L}\p{M}\p{N}_.:/\\@＠#＃$&=%-])[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{M}\p{N}-]+)+(?![@_])/gu;
const LABELS = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const PORT = /:\d{1,5}(?!\d)/y;
/** The characters of a path, query or fragment, except brackets: no other punctuation, quotation marks or spaces. */
const PATH = /[[^\s\p{Z}\p{P}\p{Cc}<>｜][&\-.,;:!?'\/\\%@#=_~*]]+/vy;
/** Punctuation that belongs to the sentence when it follows a link. */
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

/** The spans that overlap none of `others`. Both lists must be in order and without overlaps. */
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

/** The end of a host, or -1. Letters of another script after a top-level domain belong to the sentence. */
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

/** Brackets belong to a path only in pairs: `(see https://a.example/b_(c))`. */
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

/** The closing bracket of each opening one within the same run of path characters. */
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

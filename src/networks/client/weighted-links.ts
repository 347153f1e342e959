// Finds links as X does (twitter-text 3), with or without a scheme, in linear time (networks/x.facts.md 4).
import { encodedLength } from "./punycode.ts";
import { topLevelEnd } from "./top-level-domains.ts";

/** A link as X reads it, with scheme or without; `text.slice(start, end)` is it, in UTF-16 units. */
export interface WeightedLink {
  readonly start: number;
  readonly end: number;
}

const MAX_URL = 4096;
const MAX_LABEL = 63;
const MAX_SLUG = 40;

const LATIN =
  "\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\xFF\\u0100-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272\\u0289\\u028B\\u02BB\\u0300-\\u036F\\u1E00-\\u1EFF";
const DIRECTIONS = "\\u202A-\\u202E\\u061C\\u200E\\u200F\\u2066-\\u2069";
const INVALID = "\\uFFFE\\uFEFF\\uFFFF";
const SPACES = "\\x09-\\x0D\\x20\\x85\\xA0\\u1680\\u180E\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000";
const PUNCTUATION = "!'#%&()*+,\\\\\\-./:;<=>?@\\[\\]^_{|}~$";

/** The characters of a host name, besides dots, hyphens and underscores. */
const NAME = `[^${PUNCTUATION}${SPACES}${INVALID}${DIRECTIONS}]`;
const MAY_PRECEDE = new RegExp(`[^A-Za-z0-9@＠$#＃${INVALID}]`);
const NOT_BEFORE_BARE = /[-_./]/;
const SCHEME = /https?:\/\//iy;
const PORT = /:[0-9]+/y;
const PATH = `[a-z\\u0400-\\u04FF0-9!*';:=+,.$/%#[\\]\\-\\u2013_~@|&${LATIN}]`;
const PATH_RUN = new RegExp(`${PATH}+`, "iy");
const PATH_END = new RegExp(`[+\\-a-z\\u0400-\\u04FF0-9=_#/${LATIN}]`, "i");
/** Parentheses in a path, and once more inside them. */
const PATH_PARENTHESES = new RegExp(`\\((?:${PATH}+|${PATH}*\\(${PATH}+\\)${PATH}*)\\)`, "iy");
const QUERY_RUN = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*/iy;
const QUERY_END = /[a-z0-9\-_&=#/]/i;
const SHORT_LINK = /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/])?/i;
const ASCII_LABEL = new RegExp(`[-a-z0-9${LATIN}]+`, "iy");

/** The links of a text, in order; the text should be in NFC, as X counts it. */
export function weightedLinks(text: string): WeightedLink[] {
  if (!text.includes(".")) return [];
  const domainEnd = domainEnds(text);
  const links: WeightedLink[] = [];
  for (let at = 0; at < text.length;) {
    // A link follows a character that is part of no other link, or begins the text.
    const precedes = (KINDS[text.charCodeAt(at)] ?? 0) & PRECEDES;
    const url =
      (precedes ? urlAt(text, at + 1, domainEnd) : null) ?? (at === 0 ? urlAt(text, 0, domainEnd) : null);
    if (url) links.push(...linksOf(text, url));
    at = url ? url.end : at + 1;
  }
  return links;
}

interface Url {
  readonly start: number;
  readonly hasScheme: boolean;
  readonly domain: WeightedLink;
  readonly hasPath: boolean;
  readonly end: number;
}

function urlAt(text: string, start: number, domainEnd: (start: number) => number): Url | null {
  const host = after(SCHEME, text, start) ?? start;
  const end = domainEnd(host);
  if (end < 0) return null;
  const port = after(PORT, text, end) ?? end;
  const path = pathEnd(text, port);
  return {
    start,
    hasScheme: host > start,
    domain: { start: host, end },
    hasPath: path > port,
    end: queryEnd(text, path),
  };
}

/** Most are one link. Without a scheme, each domain in plain letters is one, and the last has the path. */
function linksOf(text: string, { start, end, domain, hasScheme, hasPath }: Url): WeightedLink[] {
  const name = text.slice(domain.start, domain.end);
  if (end - start + (hasScheme ? domain.start - start : "https://".length) > MAX_URL || !isHost(name))
    return [];
  if (hasScheme) {
    const short = SHORT_LINK.exec(text.slice(start, end));
    if (!short) return [{ start, end }];
    return (short[1] ?? "").length > MAX_SLUG ? [] : [{ start, end: start + short[0].length }];
  }
  if (NOT_BEFORE_BARE.test(text.charAt(start - 1))) return [];
  const found = asciiDomains(name).map((each) => ({ start: start + each.start, end: start + each.end }));
  const last = found.at(-1);
  if (last && hasPath) found[found.length - 1] = { start: last.start, end: last.end + end - domain.end };
  return found;
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

// ---- paths and queries

function pathEnd(text: string, start: number): number {
  if (text.charAt(start) !== "/") return start;
  let end = start + 1;
  for (let at = end; ;) {
    const run = after(PATH_RUN, text, at) ?? at;
    const last = lastOf(PATH_END, text, at, run);
    if (last >= 0) end = last + 1;
    const parentheses = after(PATH_PARENTHESES, text, run);
    if (parentheses === undefined) return end;
    at = end = parentheses;
  }
}

function queryEnd(text: string, start: number): number {
  const run = after(QUERY_RUN, text, start);
  const last = run === undefined ? -1 : lastOf(QUERY_END, text, start + 1, run);
  return last < 0 ? start : last + 1;
}

/** The last place in a stretch with such a character; -1 when there is none. */
function lastOf(pattern: RegExp, text: string, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) if (pattern.test(text.charAt(at))) return at;
  return -1;
}

// ---- domains

const IS_LABEL = 1;
const IS_NAME = 2;
const PRECEDES = 4;
/** What each UTF-16 unit may be. */
const KINDS = kindsOfUnits();

function kindsOfUnits(): Uint8Array {
  const name = new RegExp(NAME);
  return Uint8Array.from({ length: 0x10000 }, (_, unit) => {
    const sign = String.fromCharCode(unit);
    const isName = name.test(sign);
    const isLabel = isName || sign === "-" || sign === "_";
    return (isLabel ? IS_LABEL : 0) | (isName ? IS_NAME : 0) | (MAY_PRECEDE.test(sign) ? PRECEDES : 0);
  });
}

/**
 * Finds where the domain that begins at a place ends; -1 when none begins there. A domain is as many labels as can be,
 * the last one a top-level domain; only subdomains may have an underscore. Prepared from the end of the text, so that
 * no label is read twice.
 */
function domainEnds(text: string): (start: number) => number {
  const kind = (at: number) => KINDS[text.charCodeAt(at)] ?? 0;
  /** For each place: where its label stops, and the next underscore. For each dot: where the domain after it ends. */
  const stops = new Int32Array(text.length + 1).fill(text.length);
  const underscores = new Int32Array(text.length + 1).fill(text.length);
  const ends = new Int32Array(text.length + 1).fill(-1);
  /** Whether that domain is nothing but a top-level one. */
  const isTop = new Uint8Array(text.length + 1);
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text.charAt(at);
    stops[at] = kind(at) & IS_LABEL ? (stops[at + 1] ?? 0) : at;
    underscores[at] = sign === "_" ? at : (underscores[at + 1] ?? 0);
    if (sign !== ".") continue;
    const more = find(at + 1);
    ends[at] = more >= 0 ? more : topLevelEnd(text, at + 1);
    isTop[at] = more >= 0 ? 0 : 1;
  }
  return find;

  function find(start: number): number {
    const dot = stops[start] ?? text.length;
    const isLabel = kind(start) & IS_NAME && text.charAt(dot) === "." && kind(dot - 1) & IS_NAME;
    if (!isLabel) return -1;
    const hasUnderscore = (underscores[start] ?? dot) < dot;
    return isTop[dot] && hasUnderscore ? -1 : (ends[dot] ?? -1);
  }
}

/** Domains in plain letters within one in any: each as many labels as can be. */
function asciiDomains(domain: string): WeightedLink[] {
  const found: WeightedLink[] = [];
  for (let at = 0; at < domain.length;) {
    let end = -1;
    let next = at;
    for (
      let stop = after(ASCII_LABEL, domain, at);
      stop !== undefined;
      stop = after(ASCII_LABEL, domain, next)
    ) {
      next = stop;
      if (domain.charAt(stop) !== ".") break;
      next = stop + 1;
      end = Math.max(end, topLevelEnd(domain, next));
    }
    if (end >= 0) found.push({ start: at, end });
    at = end >= 0 ? end : Math.max(next, at + 1);
  }
  return found;
}

/** Whether each label, as the domain name system writes it, has 1 to 63 characters. */
function isHost(domain: string): boolean {
  if (domain.startsWith("xn--") && asciiDomains(domain).length === 0) return false;
  return domain.split(".").every((label) => {
    const length = encodedLength(label);
    return length > 0 && length <= MAX_LABEL;
  });
}

// The existing top-level domains, and where one ends in a running text.
import tlds from "tlds";

/** Ending in these is being a domain: those of IANA, `onion`, and `test`, which local servers use. */
const TOP_LEVEL: ReadonlySet<string> = new Set([...tlds, "onion", "test"]);
/** Those with other letters than a to z, longest first, by their first character. */
const FOREIGN = foreignOnes();
const MAX_ASCII = Math.max(...[...TOP_LEVEL].map((each) => each.length));
const LETTERS = /[a-z]+/iy;
const PUNYCODE = /xn--[a-z0-9-]+/iy;
/** What may not follow a top-level domain. Letters of other scripts may: people write them without a space. */
const GOES_ON = /[0-9a-z@+-]/i;

/** Whether it is a top-level domain, in any case. */
export function isTopLevel(label: string): boolean {
  return TOP_LEVEL.has(label.toLowerCase());
}

/**
 * Where the top-level domain that begins at `at` ends (UTF-16 units, exclusive); -1 when none does. As in X's library,
 * only `0-9A-Za-z@+-` may not follow (networks/x.facts.md 4).
 */
export function topLevelEnd(text: string, at: number): number {
  LETTERS.lastIndex = at;
  const ascii = LETTERS.exec(text)?.[0] ?? "";
  if (ascii !== "" && ascii.length <= MAX_ASCII && isTopLevel(ascii) && ends(text, at + ascii.length))
    return at + ascii.length;
  for (const each of FOREIGN.get(text.charAt(at).toLowerCase()) ?? []) {
    const end = at + each.length;
    if (text.slice(at, end).toLowerCase() === each && ends(text, end)) return end;
  }
  PUNYCODE.lastIndex = at;
  return PUNYCODE.test(text) ? PUNYCODE.lastIndex : -1;
}

function ends(text: string, at: number): boolean {
  return at >= text.length || !GOES_ON.test(text.charAt(at));
}

function foreignOnes(): ReadonlyMap<string, readonly string[]> {
  const found = [...TOP_LEVEL].filter((each) => /[^a-z0-9-]/.test(each));
  const byFirst = Map.groupBy(found, (each) => each.charAt(0));
  for (const each of byFirst.values()) each.sort((a, b) => b.length - a.length);
  return byFirst;
}

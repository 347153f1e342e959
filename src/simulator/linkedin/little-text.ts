// Reads LinkedIn's "little text": escapes, templates, and the first unescaped reserved character, which ends it.

const RESERVED = "\\|{}@[]()<>#*_~";
/**
 * Mentions, hashtag templates, bare hashtags and links, in the order in which they are tried. A link is read as the
 * strictest report says: of all reserved signs only `_` may stand in it.
 */
const PARTS: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [/@\[([^\]]+)\]\(urn:li:(?:organization|person):[\w-]+\)/y, ([, name = ""]) => `@[${name}]`],
  [/\{hashtag\|\\#\|([\p{L}\p{N}]+)\}/uy, ([, tag = ""]) => `#${tag}`],
  [/#[\p{L}\p{M}\p{N}]+/uy, ([all]) => all],
  [/https?:\/\/[^\s\\|{}@[\]()<>#*~]+/y, ([all]) => all],
];

/** What people see of it: everything up to the first sign that should have been escaped. */
export function shownOf(text: string): string {
  let shown = "";
  for (let at = 0; at < text.length;) {
    const next = text[at + 1] ?? "";
    if (text[at] === "\\" && next !== "" && RESERVED.includes(next)) {
      shown += next;
      at += 2;
      continue;
    }
    const part = partAt(text, at);
    if (part) {
      shown += part.shown;
      at += part.length;
      continue;
    }
    const sign = text[at] ?? "";
    if (RESERVED.includes(sign)) return shown;
    shown += sign;
    at++;
  }
  return shown;
}

function partAt(text: string, at: number): { shown: string; length: number } | null {
  for (const [pattern, show] of PARTS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { shown: show(match), length: match[0].length };
  }
  return null;
}

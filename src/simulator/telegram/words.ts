// A message's text without its markup, and its length as Telegram counts it.

const TAGS: readonly string[] = [
  "b",
  "strong",
  "i",
  "em",
  "u",
  "ins",
  "s",
  "strike",
  "del",
  "a",
  "code",
  "pre",
  "span",
  "blockquote",
  "tg-spoiler",
  "tg-emoji",
];

/** The words without markup, or why they can't be taken. */
export type Words = { readonly text: string } | { readonly wrong: string };

export function wordsOf(written: string, mode: string): Words {
  if (mode === "") return { text: written.trim() };
  if (mode !== "HTML") return { wrong: "unsupported parse_mode" };
  const open: string[] = [];
  for (const [tag, closing, name = ""] of written.matchAll(/<(\/?)([a-z-]*)[^>]*>?/gi)) {
    if (!TAGS.includes(name.toLowerCase()))
      return { wrong: `can't parse entities: Unsupported start tag "${name}"` };
    if (!tag.endsWith(">")) return { wrong: "can't parse entities: Unclosed start tag" };
    if (closing === "") open.push(name);
    else if (open.pop() !== name) return { wrong: "can't parse entities: Unmatched end tag" };
  }
  if (open.length > 0) return { wrong: "can't parse entities: Can't find end tag" };
  return { text: unescaped(written.replace(/<[^>]*>/g, "")).trim() };
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** Code points, after entities were parsed. */
export function tooLong(text: string, limit: number): boolean {
  return Array.from(text).length > limit;
}

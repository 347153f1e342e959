// Generates texts that are hard to analyse: short pieces that mean something to a parser, repeated very often.

/** Characters of the longest caption that is accepted. */
export const LONG_CAPTION = 20_000;

const PIECES = [
  ...Array.from("a.@#/:\"'()[]{}~^-_$&<>%\\*`|!?=+;,0 \n\t"),
  ...[
    "www.",
    "http://",
    "https://",
    "https://a.co/",
    "a.co",
    "a.",
    "1.",
    "@a",
    "@a@b.",
    "#a",
    "#é",
    "//",
    "://",
  ],
  ...[
    "$A",
    "a@b.c",
    "[a](",
    "<b>",
    "&amp;",
    "%2e",
    "xn--",
    "t.co/",
    "..",
    "--",
    "](",
    "](http://",
    "~?http://",
  ],
  ...[
    "😀",
    "👨‍👩‍👧‍👦",
    "🇩🇪",
    "1️⃣",
    "\u200d",
    "\ufe0f",
    "\u0301",
    "\u20e3",
    "e\u0301\u0302",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\u00a0",
  ],
  ...[
    "。",
    "中",
    "中文。",
    "한",
    "ا",
    "ק",
    "ß",
    "İ",
    "ﬁ",
    "\u3000",
    "．",
    "＠",
    "＃",
    "\ud800",
    "\udc00",
    "\u0000",
  ],
] as const;

/** Texts that were found to be slow somewhere, here or in libraries like those used here; each fills `length`. */
export const WORST_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  "a. repeated": (length) => fill("a.", length),
  "@ then a.": (length) => `@${fill("a.", length - 1)}`,
  "@a@ then b.": (length) => `@a@${fill("b.", length - 3)}`,
  "1. repeated": (length) => fill("1.", length),
  "www. repeated": (length) => fill("www.", length),
  "www.^ repeated": (length) => fill("www.^", length),
  "a link, then quotes": (length) => `http://a.co/${fill('"', length - 12)}`,
  "a.co repeated": (length) => fill("a.co", length),
  "links without spaces": (length) => fill("https://a.co/", length),
  "~?http:// repeated": (length) => fill("~?http://", length),
  "one very long word": (length) => fill("a", length),
  "one very long link": (length) => `https://example.com/${fill("a/", length - 20)}`,
  "one very long hashtag": (length) => `#${fill("a", length - 1)}`,
  hashtags: (length) => fill("#a ", length),
  mentions: (length) => fill("@a ", length),
  "mentions with a host": (length) => fill("@a@b.example ", length),
  "open brackets": (length) => fill("(", length),
  "markdown links": (length) => fill("[a](", length),
  spaces: (length) => `a${fill(" ", length - 2)}b`,
  "new lines": (length) => fill("\n", length),
  "combining marks": (length) => `e${fill("\u0301", length - 1)}`,
  joiners: (length) => fill("\u200d", length),
  families: (length) => fill("👨‍👩‍👧‍👦", length),
  flags: (length) => fill("🇩🇪", length),
  "one run of indicators": (length) => fill("🇩", length),
  emoji: (length) => fill("😀", length),
  "lone surrogates": (length) => fill("\ud800", length),
  "words of one letter": (length) => fill("a ", length),
};

/** A made-up text of up to `most` UTF-16 units. */
export function hostileText(random: () => number, most: number): string {
  const length = Math.max(1, Math.round(most ** (0.5 + random() / 2)));
  const piece = () => PIECES[Math.floor(random() * PIECES.length)] ?? "a";
  const pattern = Array.from({ length: 1 + Math.floor(random() * 4) }, piece).join("");
  const start = random() < 0.5 ? piece() : "";
  const end = random() < 0.5 ? piece() : "";
  return `${start}${fill(pattern, length - start.length - end.length)}${end}`.slice(0, most);
}

/** `piece` over and over, cut to `length` UTF-16 units. */
export function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(Math.max(0, length) / piece.length)).slice(0, Math.max(0, length));
}

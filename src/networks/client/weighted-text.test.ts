// Compares X's weighted length with X's own library on texts of every kind.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { extractUrlsWithIndices, parseTweet } from "twitter-text";
import { encodedLength } from "./punycode.ts";
import { weightedLinks } from "./weighted-links.ts";
import { weightedLength } from "./weighted-text.ts";

const PIECES = [
  ..."https:// http:// HTTPS:// example.com a.co.uk www. 日本 日本.jp コム .com .co .рф .コム example.comです".split(
    " ",
  ),
  ..."x_y.com _a.b.com -a.com a-.com a_.b.com xn--abc xn--p1ai .xn--p1ai ö.com ß ſ 日本。com 한국.com .中文网".split(
    " ",
  ),
  ..."vermögensberatung .vermögensberatung a.museum foo.bar.baz zzz .onion é 。 e\u0301 \ud800 \0 \ufeff".split(
    " ",
  ),
  ..."/ /path /a_(b) /(a(b)c) ( ) (( )) ? ?x=1 ?q=a&b=c & = #frag @ @user user@example.com : :80 :8080/x".split(
    " ",
  ),
  ..."! . .. ... , ; ' \" “ ” … – — $ $ABC #tag _ - \u200e \u202a \u200d € ✓ ’ a b Z 1 9 ü".split(" "),
  ..."t.co/abc https://t.co/abcDEF12 https://t.co/abc/x https://t.co/abc?x=1. https://t.co/".split(" "),
  ..."👩 👨‍👩‍👧 👍🏽 🇩🇪 🇩 © ©️ ® ™️ ❤ ❤️ 1️⃣ #\u20e3 ⌚ ⌚️ ☺".split(" "),
  `https://t.co/${"a".repeat(41)}`,
  " ",
  "\n",
  "\u00a0",
];

test("every text weighs what twitter-text says, and its links are the same", () => {
  const piece = fc.constantFrom(...PIECES);
  const odd = fc.oneof(piece, fc.string({ unit: "binary", maxLength: 3 }));
  const texts = fc.oneof(
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(" ")),
    fc.array(odd, { maxLength: 14 }).map((pieces) => pieces.join("")),
  );
  let links = 0;
  fc.assert(
    fc.property(texts, (text) => {
      expect(weightedLength(text)).toBe(parseTweet(text).weightedLength);
      const theirs = extractUrlsWithIndices(text.normalize());
      expect(weightedLinks(text.normalize()).map(({ start }) => start)).toEqual(
        theirs.map(({ indices }) => indices[0]),
      );
      links += theirs.length;
    }),
    { numRuns: 5000, seed: 20261122 },
  );
  expect(links).toBeGreaterThan(1000);
});

test.each([
  ["prose", "Plain words, and a few more of them: every one counts its letters. ".repeat(60)],
  ["many links", "see https://example.com/a?b=c, example.org and http://日本.jp/ü — ".repeat(60)],
  ["Japanese", "詳細はこちら：https://example.com/日本 をご覧ください。".repeat(60)],
  ["Arabic", "مرحبا بالعالم https://example.com/ar ✨ ".repeat(60)],
  ["a link of 4,096 and one of 4,097", `https://a.co/${"a".repeat(4083)} https://a.co/${"b".repeat(4084)}`],
  [
    "labels of 63 and 64",
    `${"a".repeat(63)}.com ${"a".repeat(64)}.com ${"ü".repeat(50)}.com ${"ü".repeat(60)}.com`,
  ],
])("%s weighs what twitter-text says", (_, text) => {
  expect(weightedLength(text)).toBe(parseTweet(text).weightedLength);
});

test("an emoji newer than that library counts 2 like every other, as X's documents say", () => {
  for (const emoji of ["🧑‍🚀", "❤️‍🔥", "🫱🏽‍🫲🏿", "🧑🏽‍🤝‍🧑🏿", "🫠"]) expect(weightedLength(emoji)).toBe(2);
});

test("every emoji that Unicode recommends counts 2, and nothing else of two characters does", () => {
  const emoji = Array.from({ length: 0x1fbff }, (_, code) => String.fromCodePoint(code)).filter((each) =>
    /\p{Emoji}/u.test(each),
  );
  const joined = ["👩‍🚀", "🧔🏾‍♂️", "❤️‍🔥", "🏴‍☠️", "👩🏿‍❤️‍💋‍👨🏻", "👨‍👩‍👧‍👦"];
  const marked = emoji.flatMap((each) => [each, `${each}\ufe0f`, `${each}🏽`, `${each}\ufe0f\u20e3`]);
  const flags = emoji.flatMap((each) => ["🇩", "🇺", "🏴"].map((first) => first + each));
  const recommended = [...joined, ...marked, ...flags].filter((each) => /^\p{RGI_Emoji}$/v.test(each));
  expect(recommended.length).toBeGreaterThan(1500);
  expect(recommended.filter((each) => weightedLength(each) !== 2)).toEqual([]);
  const pairs = flags.filter((each) => !recommended.includes(each) && !each.includes("\ufe0f"));
  expect(pairs.filter((each) => weightedLength(each) < 3)).toEqual([]);
});

test.each([
  ["bücher", "xn--bcher-kva"],
  ["日本語", "xn--wgv71a119e"],
  ["пример", "xn--e1afmkfd"],
  ["plain", "plain"],
  ["a。日", "a.xn--wgv"],
])("%s is %s for the domain name system", (label, written) => {
  expect(new URL(`http://${label}.com`).hostname).toBe(`${written}.com`);
  expect(encodedLength(label)).toBe(written.length);
});

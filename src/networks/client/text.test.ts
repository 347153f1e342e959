// Counts texts and finds links, mentions and hashtags as the networks do.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { byteCount, count, entities, isDomain, type Span } from "./text.ts";

const plain = { unit: "graphemes", linkLength: null, shortMentions: false } as const;
const mastodon = { unit: "graphemes", linkLength: 23, shortMentions: true } as const;

describe("count", () => {
  test("graphemes, code points, UTF-16 units and bytes differ", () => {
    const family = "👨‍👩‍👧‍👦";
    expect(count(family, plain)).toBe(1);
    expect(count(family, { ...plain, unit: "codePoints" })).toBe(7);
    expect(count(family, { ...plain, unit: "utf16" })).toBe(11);
    expect(byteCount(family)).toBe(25);
  });
  test("Mastodon: a link is 23, a remote mention counts without its host", () => {
    expect(count("https://example.com/a/very/long/path?with=query", mastodon)).toBe(23);
    expect(count("https://a.io", mastodon)).toBe(23);
    expect(count("@bob@mastodon.social hi", mastodon)).toBe(7);
    expect(count("example.com", mastodon)).toBe(11);
  });
  test("Bluesky: everything as written", () => {
    expect(count("https://example.com @bob@x.social", plain)).toBe(33);
  });
});

describe("entities", () => {
  const read = (text: string) => {
    const { links, mentions, hashtags } = entities(text);
    return [...links.map((l) => l.url), ...mentions.map((m) => m.text), ...hashtags.map((h) => `#${h.tag}`)];
  };
  test.each([
    ["see https://example.com/a_(b)?x=1.", ["https://example.com/a_(b)?x=1"]],
    ["see example.com, ok", ["https://example.com"]],
    ["hello @alice.bsky.social.", ["@alice.bsky.social"]],
    ["hello @bob@mastodon.social!", ["@bob@mastodon.social"]],
    ["mail bob@example.com", []],
    ["https://mastodon.social/@eve", ["https://mastodon.social/@eve"]],
    ["#one #2two #333 #日本語 ＃全角 #a-b", ["#one", "#2two", "#日本語", "#全角", "#a"]],
    ["https://x.com/#frag a#b &#39; ##c", ["https://x.com/#frag"]],
    ["mailto:a@b.com ftp://a.com", []],
    [
      "https://user@example.com/ and https://a:b@example.com/x",
      ["https://user@example.com/", "https://a:b@example.com/x"],
    ],
    [
      "👉https://a.io 詳細はhttps://a.io/日本。https://example.comです",
      ["https://a.io", "https://a.io/日本", "https://example.com"],
    ],
    [
      "**https://a.io/x** (https://a.io/(y).) “https://a.io/z”",
      ["https://a.io/x", "https://a.io/(y)", "https://a.io/z"],
    ],
    [
      "[words](https://a.io/p[1]) https://a.io/(b https://a.io/c)d",
      ["https://a.io/p[1]", "https://a.io/", "https://a.io/c"],
    ],
    ["file.txt 1.5 10:30 e.g. v1.2.3 bob.smith@example.com", []],
    [
      "https://localhost:3000/x http://[::1]:80/x https://my_sub.example.com",
      ["https://localhost:3000/x", "http://[::1]:80/x", "https://my_sub.example.com"],
    ],
  ])("%s", (text, expected) => expect(read(text)).toEqual(expected));

  test("a domain needs a known top-level domain", () => {
    expect(["a.bsky.social", "alice.test", "a.b", "x", "a..com", "-a.com"].map(isDomain)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test("offsets always slice back to the entity, in UTF-16 and in UTF-8 bytes", () => {
    const piece = fc.constantFrom(
      ..."👩🏽‍🚀|日本語|مرحبا|é|🇩🇪|https://example.com/ü?q=1|http://日本.jp/x|example.com|@alice.test|@bob@m.social|#tag|#日本|#مرحبا| |\n|, |(|)|.|a".split(
        "|",
      ),
    );
    const texts = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(" ")),
      fc.string({ unit: "binary", maxLength: 60 }),
    );
    let seen = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const { links, mentions, hashtags } = entities(text);
        const bytes = Buffer.from(text);
        const spans: Span[] = [...links, ...mentions, ...hashtags].toSorted((a, b) => a.start - b.start);
        let last = 0;
        for (const span of spans) {
          seen++;
          expect(text.slice(span.start, span.end)).toBe(span.text);
          const from = byteCount(text.slice(0, span.start));
          expect(bytes.subarray(from, from + byteCount(span.text)).toString()).toBe(span.text);
          expect(span.start).toBeGreaterThanOrEqual(last);
          last = span.end;
        }
      }),
      { numRuns: 2000 },
    );
    expect(seen).toBeGreaterThan(1000);
  });
});

describe("counting", () => {
  const rule = { linkLength: null, shortMentions: false };

  test.each([
    ["family", "👨‍👩‍👧", 2],
    ["combining accent", "e\u0301", 1],
    ["two kanji", "日本", 4],
    ["em dash", "—", 1],
    ["ellipsis", "…", 2],
    ["euro", "€", 2],
    ["check mark", "✓", 2],
    ["curly quotes", "“”", 2],
    ["bare domain", "example.com", 23],
    ["address", "https://example.com/a/very/long/way", 23],
    ["flag", "🇯🇵", 2],
  ])("X weighs a %s (%s) as %d", (_, text, weight) => {
    expect(count(text, { ...rule, unit: "weighted" })).toBe(weight);
  });

  test.each([
    ["letters", "Grüße", 5],
    ["kanji", "日本", 2],
    ["an emoji", "🚤", 4],
    ["a family", "👨‍👩‍👧", 18],
    ["a flag", "🇯🇵", 8],
    ["a keycap", "1️⃣", 7],
    ["digits", "12#*", 4],
  ])("Threads counts %s (%s) as %d", (_, text, length) => {
    expect(count(text, { ...rule, unit: "emojiBytes" })).toBe(length);
  });
});

// Whether HTML from several kinds of servers can have been written as a given text.
import { describe, expect, test } from "bun:test";
import { workOf } from "../../tests/support/work.ts";
import { mayMatch } from "./match.ts";

const LINK = `<a href="https://example.com/a/long/path?b=1" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">https://</span><span class="ellipsis">example.com/a/long/path</span><span class="invisible">?b=1</span></a>`;
const MENTION = `<span class="h-card" translate="no"><a href="https://social.test/@bob" class="u-url mention">@<span>bob</span></a></span>`;
const HASHTAG = `<a href="https://m.test/tags/caf%C3%A9" class="mention hashtag" rel="tag">#<span>Café</span></a>`;

describe("may be", () => {
  test.each([
    ["plain", "<p>Hello &amp; goodbye</p>", "Hello & goodbye"],
    ["paragraphs", "<p>One<br />two</p><p>three</p>", "One\ntwo\n\nthree"],
    ["a link, cut in pieces", `<p>See ${LINK} now</p>`, "See https://example.com/a/long/path?b=1 now"],
    ["a mention without its host", `<p>Hi ${MENTION}!</p>`, "Hi @bob@social.test!"],
    ["a hashtag", `<p>${HASHTAG} time</p>`, "#Café time"],
    ["an emoji of the server's own", `<p>Nice <img alt=":blobcat:" /> day</p>`, "Nice :blobcat: day"],
    ["markup as text", "<p>a &lt;b&gt; c</p>", "a <b> c"],
    ["markup that was taken as such", "<p>a <b>b</b></p>", "a <b>b</b>"],
    ["markdown", "<ol><li>one</li><li><em>two</em></li></ol>", "1. one\n2. *two*"],
    ["typographic quotes", "<p>“It’s” – so</p>", `"It's" - so`],
    ["numeric entities", "<p>It&#39;s &#x41;</p>", "It's A"],
    ["nothing but pictures", "<p>👩‍🚀</p>", "👩‍🚀"],
  ])("%s", (_, html, text) => {
    expect(mayMatch(html, text)).toBe(true);
  });
});

describe("refused combinations", () => {
  test.each([
    ["another text", "<p>Hello</p>", "Goodbye"],
    ["another number", "<p>Post 12</p>", "Post 13"],
    ["only its beginning", "<p>One two</p>", "One two three"],
    ["the same words in another order", `<p>two ${LINK} one</p>`, "one https://example.com two"],
  ])("%s", (_, html, text) => {
    expect(mayMatch(html, text)).toBe(false);
  });
});

test("hostile texts and pages are compared in time", async () => {
  const long = 200_000;
  const work = await workOf(() => {
    for (const sign of ["<", "\n", "\r", " \n", "&", ":", "a:", "@", "1", "`", "\u0301\u0323", "<a ", "&#"]) {
      const text = sign.repeat(long / sign.length);
      mayMatch(text, text.slice(0, 20_000));
    }
  });
  // It takes well under a second; each of these alone took longer once.
  expect(work).toBeLessThan(10_000);
});

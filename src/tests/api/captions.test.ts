// Tests how captions are checked over HTTP: hostile ones in time, and blank ones before they are sent.
import { expect, test } from "bun:test";
import { sampleOf } from "../support/generated-cases.ts";
import { workOf } from "../support/work.ts";
import { openWorld, type World } from "../support/world.ts";

const LONGEST = 20_000;
const EVERY =
  "bluesky mastodon telegram x linkedin facebook instagram threads tiktok youtube pinterest".split(" ");

/** The pattern over and over, up to 20,000 characters. */
function filled(pattern: string, before = ""): string {
  const signs = Array.from(pattern);
  return before + Array.from({ length: LONGEST - before.length }, (_, n) => signs[n % signs.length]).join("");
}

const ALL_PATTERNS = [
  ..."a . @ # / : \" ( ) [ ] ~ ^ - _ < & $ 1 é 日 🚤 ' { ` \\".split(" "),
  ..."a. 1. @a. @a@ @a.b. #a #1 #· a- .a- a_b. /( a( ([ a.co a.co/ a.co, a.co/( :a: a@a. é. 日. -- _. $A".split(
    " ",
  ),
  ...'www. www.^ http:// ~?http:// https://a.co/ http://a.co/( http://a.co/""" http://[ https://a@ https:// //'.split(
    " ",
  ),
  ..."<a <br @[a](urn: @[ &# &amp ``` \u0301 \u0301\u0323 a\u0301\u0323 \u200d 👩\u200d \ufe0f #️⃣ 🇩 🇩🇪 xn-- .com 日本.jp/".split(
    " ",
  ),
  ...["\n", " \n", "\r", "\t", "\n1", " .", "\u00a0", "a \u200b", "\u1100\u1161", "\u0915\u094d"],
];

const PATTERNS = sampleOf(ALL_PATTERNS, 15);

async function dryRun(world: World, caption: string, accounts: readonly string[]) {
  return await world.ask("POST", "/posts", { caption, accounts, dryRun: true });
}

test("a text of 20,000 characters is checked in time, whatever it says", async () => {
  await using world = await openWorld();
  for (const platform of EVERY) await world.account(platform, "ok");
  await dryRun(world, "warm", EVERY);
  const work = await workOf(async () => {
    for (const pattern of PATTERNS) {
      for (const text of [filled(pattern), filled(pattern, "@a"), filled(pattern, "https://a.co/")]) {
        const { status } = await dryRun(world, text, EVERY);
        expect(Math.floor(status / 100)).toBe(4);
      }
    }
  });
  // It takes a few seconds. One text with one bad pattern can take this long alone.
  expect(work).toBeLessThan(60_000);
});

test("25 accounts of one network cost little more than one", async () => {
  await using world = await openWorld();
  const handles = Array.from({ length: 25 }, (_, n) => `ok-${n}`);
  for (const handle of handles)
    for (const platform of ["x", "mastodon"]) await world.account(platform, handle);
  const work = await workOf(async () => {
    for (const platform of ["x", "mastodon"])
      for (const pattern of ["https://a.co/", "a.", "@a.b", 'http://a.co/"""'])
        await dryRun(world, filled(pattern), [platform]);
  });
  expect(work).toBeLessThan(15_000);
});

const BLANK = [" ", "\n\n", "\u00a0", "\ufeff", "\u200b\u200d", " \u3000\t\u2060", "\u00ad"];
const WORDS_ALONE = EVERY.filter((id) => !["instagram", "tiktok", "youtube", "pinterest"].includes(id));

test.each(WORDS_ALONE)(
  "%s: a caption of white space alone is refused before it is sent",
  async (platform) => {
    await using world = await openWorld();
    await world.account(platform, "ok");
    for (const caption of BLANK) {
      const { status, json } = await world.ask("POST", "/posts", {
        caption,
        schedule: "draft",
        accounts: [platform],
      });
      expect({ caption, status }).toEqual({ caption, status: 422 });
      expect(json["networks"]).toMatchObject([{ platform, problems: [{ rule: "text.required" }] }]);
    }
    expect((await dryRun(world, "\u200b.", [platform])).status).toBe(200);
  },
);

test.each([
  ["linkedin", { article_url: "https://example.com", article_title: "Words" }],
  ["facebook", { link: "https://example.com" }],
])("%s: a link card needs no words", async (platform, chosen) => {
  await using world = await openWorld();
  await world.account(platform, "ok");
  const body = { caption: " ", accounts: [platform], options: { [platform]: chosen }, dryRun: true };
  expect((await world.ask("POST", "/posts", body)).status).toBe(200);
});

// What a message may hold: lengths as Telegram counts them, markup that does not count, options that do nothing (networks/telegram.facts.md 4).
import type { Options } from "./options.ts";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { draftOf, image, onlyOne, openBench, type Bench } from "../../tests/support/network-fixture.ts";
import type { DraftMedia, PlannedPost } from "../network.ts";
import { withChanges } from "../../domain/rules.ts";
import { count } from "../client/text.ts";
import { simulatedTelegram } from "../../simulator/telegram/index.ts";
import { telegram } from "./index.ts";
import { validate, kinds, rules, visibleText } from "./rules.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: telegram, simulated: simulatedTelegram })));
afterAll(() => bench[Symbol.asyncDispose]());

/** Prepares and sends. */
async function send(handle: string, text: string, media: readonly DraftMedia[] = [], options: object = {}) {
  const io = bench.io(handle, { media });
  const prepared = await telegram.prepare(draftOf(text, media, options), io);
  const sentAt = bench.clock.now();
  return { io, prepared, sentAt, outcome: await telegram.commit(prepared, io) };
}

describe("limits", () => {
  const file = {
    id: "1",
    kind: "image",
    mime: "image/jpeg",
    width: 9,
    height: 9,
    durationMs: null,
    animated: false,
    altText: null,
  } as const;
  const request = (text: string, media: PlannedPost<Options>["media"] = [], options: Options = {}) => ({
    text,
    media,
    options,
  });
  const limit = (of: PlannedPost<Options>) => withChanges(rules, kinds.all[kinds.of(of)]?.rules ?? {});

  test("the text of media is a caption with a shorter limit", () => {
    expect(limit(request("x")).text.max).toBe(4096);
    expect(limit(request("x", [file])).text.max).toBe(1024);
    expect(limit(request("x", [file, file])).text.max).toBe(1024);
    expect(kinds.of(request("", [{ ...file, mime: "image/gif", animated: true }]))).toBe("animation");
    expect(kinds.of(request("", [{ ...file, mime: "image/gif" }]))).toBe("media");
  });
  test("code points are counted; UTF-16 units only warned about", async () => {
    const emoji = "😀".repeat(4096);
    expect(count(emoji, rules.text)).toBe(4096);
    expect(onlyOne(validate(request(emoji)))).toMatchObject({ rule: "text.utf16", certain: false });
    expect((await send("ok-long", emoji)).outcome.kind).toBe("accepted");
    expect((await send("ok-long", `${emoji}x`)).outcome).toMatchObject({
      kind: "refused",
      category: "content",
    });
  });
  test("markup does not count", async () => {
    const text = `<a href="https://example.com/${"x".repeat(2000)}">${"y".repeat(1024)}</a>`;
    const html = request(text, [file], { parse_mode: "HTML" });
    expect(limit(html).text.unsure).toEqual(["text.length"]);
    expect(validate(html)).toEqual([]);
    const longer = { ...html, text: `${text}zz` };
    expect(onlyOne(validate(longer))).toMatchObject({ rule: "text.length", actual: 1026, certain: true });
    const media = [await image(1)];
    expect((await send("ok-html", text, media, html.options)).outcome.kind).toBe("accepted");
    const unclosed = await send("ok-html", "<b>x", [], html.options);
    expect(unclosed.outcome).toMatchObject({ kind: "refused", category: "content" });
  });
  test("entities are read once", () => {
    expect(visibleText("<i>a</i> &lt;b&gt; &amp;lt; &#x1F600;&#33; &copy;", true)).toBe(
      "a <b> &lt; 😀! &copy;",
    );
    expect(visibleText("<i>a</i>", false)).toBe("<i>a</i>");
  });
  test("options that can't do anything are told, and buttons on an album refused", () => {
    const words = (of: PlannedPost<Options>) => validate(of).map(({ rule, certain }) => [rule, certain]);
    expect(words(request("x", [], { has_spoiler: true }))).toEqual([["options.has_spoiler", false]]);
    expect(words(request("x", [file], { link_preview: "none" }))).toEqual([["options.link_preview", false]]);
    const buttons = [{ text: "a", url: "https://example.com" }];
    expect(words(request("x", [file, file], { buttons }))).toEqual([["options.buttons", true]]);
  });
});

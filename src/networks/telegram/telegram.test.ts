// What is Telegram's own: bytes with the publishing request, albums that may be half there, and posts found by their numbers (networks/telegram.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { draftOf, image, onlyOne, openBench, video, type Bench } from "../bench-io.ts";
import type { Answer, Call, NetworkRequest } from "../call.ts";
import { arrayOf, objectOf } from "../json.ts";
import { Stop, type DraftMedia, type Io, type Json, type Wish } from "../network.ts";
import { withChanges } from "../rules.ts";
import { count } from "../text.ts";
import { simulatedTelegram } from "../../simulator/telegram.ts";
import { telegram } from "./index.ts";
import { complaints, kinds, rules, shownOf, type Chosen } from "./kinds.ts";
import { messagesIn } from "./page.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: telegram, simulated: simulatedTelegram })));
afterAll(() => bench[Symbol.asyncDispose]());

const published = () => bench.simulator.published("telegram");
const answer = (status: number, value: Json): Answer => ({
  kind: "answered",
  status,
  headers: {},
  text: JSON.stringify(value),
  json: value,
});
const failed = (code: number, description: string, parameters: Json = {}) =>
  answer(code, { ok: false, error_code: code, description, parameters });

/** Prepares and sends, and keeps what was sent. */
async function send(handle: string, text: string, media: readonly DraftMedia[] = [], options: object = {}) {
  const sent: NetworkRequest[] = [];
  const plain = bench.io(handle, { media });
  const prepared = await telegram.prepare(draftOf(text, media, options), plain);
  const io: Io = {
    ...plain,
    call: (request) => {
      sent.push(request);
      return plain.call(request);
    },
  };
  const sentAt = bench.clock.now();
  const outcome = await telegram.commit(prepared, io);
  return { io: plain, prepared, outcome, sentAt, request: onlyOne(sent) };
}
const jsonOf = ({ body }: NetworkRequest) => objectOf(body && "json" in body ? body.json : null);
const partsOf = ({ body }: NetworkRequest) => (body && "parts" in body ? body.parts : []);
const idOf = (outcome: { kind: string; remoteId?: string }) => outcome.remoteId ?? "";

describe("connecting", () => {
  const token = (handle: string) => bench.io(handle).credentials["token"] ?? "";
  const login = (handle: string, chat: string, store = "") =>
    telegram.connect.login({ token: token(handle), chat, store }, bench.io(handle));

  test.each(["@ok_news", "ok_news", "https://t.me/ok_news", "t.me/ok_news/"])(
    "%s is a channel",
    async (chat) => {
      const account = onlyOne(await login("ok-news", chat, bench.io("ok-news").credentials["store"]));
      expect(account).toMatchObject({ server: null, handle: "ok_news", expiresAt: null });
      expect(account.remoteId).toMatch(/^-100\d+$/);
      expect(account.credentials).toEqual(bench.io("ok-news").credentials);
      expect(account.profileUrl).toContain("/ok_news");
    },
  );
  test("a private channel is known by its number", async () => {
    const { chatId = "" } = bench.io("ok-private").credentials;
    expect(onlyOne(await login("ok-private", chatId))).toMatchObject({ handle: chatId, profileUrl: null });
  });
  test.each([
    ["a token that is none", { token: "../me", chat: "@ok_news" }, "no bot token"],
    ["a name that is none", { token: "1:0123456789", chat: "no name" }, "no channel"],
  ])("%s is refused before anything is asked", async (_, fields, says) => {
    const asked = bench.requests.length;
    const refused = telegram.connect.login(fields, bench.io("ok"));
    expect(refused).rejects.toMatchObject({ outcome: { detail: expect.stringContaining(says) } });
    expect(bench.requests.length).toBe(asked);
  });
  test("what can't be connected is said with what to do, and without the token", async () => {
    const news = bench.io("ok-news").credentials;
    const cases: [() => Promise<unknown>, string][] = [
      [() => login("expired-x", "@expired_x"), "Connect the channel again"],
      [() => login("ok-news", "@nobody_here"), "chat not found"],
      [() => login("ok-news", news["store"] ?? ""), "not to groups or people"],
      [() => login("ok-guest", "@ok_guest"), "Make it an administrator"],
      [() => login("ok-news", "@ok_news", news["chatId"]), "must be a private one"],
      [() => login("ok-news", "@ok_news", "@friends"), "named by its number"],
    ];
    for (const [refused, says] of cases) {
      const stopped = await refused().catch((error: unknown) => error);
      if (!(stopped instanceof Stop)) throw new Error(`not refused: ${says}`);
      expect(stopped.outcome).toMatchObject({ kind: "refused", category: "auth" });
      expect(stopped.outcome.detail).toContain(says);
      expect(stopped.outcome.detail).not.toContain("simulated-");
    }
  });
  test("live values", async () => {
    const { values } = await telegram.creator(bench.io("ok-closed"));
    expect(values).toMatchObject({ username: "ok_closed", has_protected_content: true });
    expect(telegram.creator(bench.io("ok-guest"))).rejects.toBeInstanceOf(Stop);
  });
});

describe("publishing", () => {
  test("options reach the request", async () => {
    const first = await send("ok-options", "One");
    const { request, outcome } = await send("ok-options", "<b>Two</b>", [], {
      ...{ parse_mode: "HTML", link_preview: "none", disable_notification: true, protect_content: true },
      ...{ reply_to: Number(idOf(first.outcome)), buttons: [{ text: "Read", url: "https://example.com" }] },
    });
    expect(outcome.kind).toBe("accepted");
    expect(jsonOf(request)).toEqual({
      text: "<b>Two</b>",
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
      disable_notification: true,
      protect_content: true,
      reply_parameters: { message_id: Number(idOf(first.outcome)) },
      reply_markup: { inline_keyboard: [[{ text: "Read", url: "https://example.com" }]] },
    });
  });

  test("with a private chat, publishing only names files; without one, their bytes go along", async () => {
    const media = await Promise.all([image(1), video()]);
    const named = await send("ok-named", "Both", media, { show_caption_above_media: true });
    const items = arrayOf(jsonOf(named.request)["media"]).map(objectOf);
    expect(items.map(({ type }) => type)).toEqual(["photo", "video"]);
    expect(items.map(({ caption }) => caption)).toEqual(["Both", undefined]);
    expect(items.every((item) => item["show_caption_above_media"] === true)).toBe(true);
    const bytes = await send("ok-bare", "Both", media);
    const names = partsOf(bytes.request).map(({ name }) => name);
    expect(names).toEqual(["media", "file0", "file1"]);
    const [post] = published().slice(-1);
    expect(post?.media.map(({ mime }) => mime)).toEqual(["image/jpeg", "video/mp4"]);
    expect([named.outcome.kind, bytes.outcome.kind]).toEqual(["accepted", "accepted"]);
  });

  test("one video with its bytes tells its size and length", async () => {
    const { request, outcome } = await send("ok-bare", "", [await video()]);
    const values = partsOf(request).flatMap((part) => ("value" in part ? [[part.name, part.value]] : []));
    expect(Object.fromEntries(values)).toEqual({ width: "540", height: "960", duration: "5" });
    expect(outcome.kind).toBe("accepted");
  });

  test("what was brought to the private chat does not stay there", async () => {
    const before = bench.requests.length;
    await send("ok-tidy", "", [await image(1), await image(2)]);
    const methods = bench.requests.slice(before).map(({ url }) => new URL(url).pathname.split("/").at(-1));
    const pairs = ["sendPhoto", "deleteMessage", "sendPhoto", "deleteMessage"];
    expect(methods).toEqual([...pairs, "sendMediaGroup"]);
  });

  test("an animation is a message of its own", async () => {
    const gif = { ...(await image(1)), mime: "image/gif" };
    const album = telegram.prepare(draftOf("x", [gif, await image(2)]), bench.io("ok"));
    expect(album).rejects.toMatchObject({ outcome: { category: "media" } });
    const prepared = objectOf(await telegram.prepare(draftOf("x", [gif]), bench.io("ok-bare")));
    expect(prepared["method"]).toBe("sendAnimation");
  });

  test("a silent video that Telegram took for an animation goes by what it is, and into an album with its bytes", async () => {
    const io = bench.io("ok-silent");
    const animation = { animation: { file_id: "a1", file_unique_id: "u1" }, message_id: 5 };
    const call: Call = async () => answer(200, { ok: true, result: animation });
    const files = await Promise.all([video(), image(1)]);
    const single = objectOf(await telegram.prepare(draftOf("x", files.slice(0, 1)), { ...io, call }));
    expect(single).toMatchObject({ method: "sendAnimation", files: [{ kind: "animation", fileId: "a1" }] });
    const album = objectOf(await telegram.prepare(draftOf("x", files), { ...io, call }));
    expect(album["files"]).toMatchObject([{ kind: "video", fileId: null }, {}]);
  });

  test("a file that is gone is not sent without", async () => {
    const media = [await image(1)];
    const prepared = await telegram.prepare(draftOf("x", media), bench.io("ok-bare", { media }));
    expect(await telegram.commit(prepared, bench.io("ok-bare"))).toMatchObject({ kind: "notSent" });
  });
});

describe("answers", () => {
  const flood = failed(429, "Too Many Requests: retry after 14", { retry_after: 14 });
  const oneFailed = failed(400, 'Bad Request: Failed to send message #2 with the error message "X"');
  const files = () => Promise.all([image(1), image(2)]);

  async function told(handle: string, media: readonly DraftMedia[], said: Answer) {
    const io = bench.io(handle, { media });
    const prepared = await telegram.prepare(draftOf("x", media), io);
    return await telegram.commit(prepared, { ...io, call: async () => said });
  }

  test("one too many waits as long as it is told", async () => {
    expect(await told("ok", [], flood)).toMatchObject({ kind: "busy", retryAfterMs: 14_000 });
    expect(await told("ok", await files(), flood)).toMatchObject({ kind: "busy" });
  });
  test("an album may be half there, whatever its error says", async () => {
    expect(await told("ok", await files(), oneFailed)).toMatchObject({ kind: "unknown" });
    expect(await told("ok-bare", await files(), oneFailed)).toMatchObject({ kind: "unknown" });
    expect(await told("ok-bare", await files(), flood)).toMatchObject({ kind: "unknown" });
    const dimensions = failed(400, "Bad Request: PHOTO_INVALID_DIMENSIONS");
    expect(await told("ok-bare", await files(), dimensions)).toMatchObject({ kind: "unknown" });
    expect(await told("ok-bare", [await image(1)], dimensions)).toMatchObject({ kind: "refused" });
    const early = failed(400, "Bad Request: message caption is too long");
    expect(await told("ok-bare", await files(), early)).toMatchObject({ kind: "refused" });
  });
  test("a moved chat and lost rights are the account's", async () => {
    const moved = failed(400, "Bad Request: group chat was upgraded", { migrate_to_chat_id: -1005 });
    const rights = failed(400, "Bad Request: not enough rights to send text messages to the chat");
    for (const said of [moved, rights, failed(404, "Not Found")])
      expect(await told("ok", [], said)).toMatchObject({ kind: "refused", category: "auth" });
  });
  test("a message elsewhere, or fewer than were sent, is no success", async () => {
    const chat = { id: Number(bench.io("ok").credentials["chatId"]), type: "channel" };
    const message = (id: number, where = chat) => ({ message_id: id, chat: where, date: 1 });
    const taken = (result: Json) => answer(200, { ok: true, result });
    expect(await told("ok", [], taken(message(5)))).toMatchObject({ kind: "accepted", remoteId: "5" });
    expect(await told("ok", [], taken(message(5, { ...chat, id: -1 })))).toMatchObject({ kind: "unknown" });
    expect(await told("ok", [], taken(message(-5)))).toMatchObject({ kind: "unknown" });
    expect(await told("ok", await files(), taken([message(5)]))).toMatchObject({ kind: "unknown" });
    const both = taken([message(5), message(6)]);
    expect(await told("ok", await files(), both)).toMatchObject({ kind: "accepted", remoteId: "5" });
  });
});

describe("finding a message", () => {
  const verify = async (
    { prepared, sentAt, io }: Awaited<ReturnType<typeof send>>,
    taken: readonly string[] = [],
  ) => await telegram.verify(prepared, { sentAt, taken }, io);

  test("on the public page, where there is no private chat", async () => {
    const one = await send("ok-bare-page", "Seen 👋 by all\nhttps://example.com & more");
    const found = {
      kind: "found",
      remoteId: idOf(one.outcome),
      evidence: expect.stringContaining("public page"),
    };
    expect(await verify(one)).toMatchObject(found);
    const two = await send("ok-bare-page", "Seen 👋 by all\nhttps://example.com & more");
    expect(await verify(two)).toMatchObject({ kind: "inconclusive" });
    expect(await verify(two, [idOf(one.outcome)])).toMatchObject({ kind: "found" });
    expect(await verify(two, [idOf(one.outcome), idOf(two.outcome)])).toMatchObject({ kind: "inconclusive" });
  });
  test("never by being the newest: a picture without words is nobody's", async () => {
    const sent = await send("ok-bare-wordless", "", [await image(1)]);
    expect(await verify(sent)).toMatchObject({ kind: "inconclusive" });
  });
  test("in a private channel near the numbers that are known", async () => {
    const first = await send("ok-private", "First");
    const lost = await send("ok-private", "Lost", [await image(4)]);
    const last = await send("ok-private", "Last");
    const found = { kind: "found", remoteId: idOf(lost.outcome) };
    expect(await verify(lost, [idOf(first.outcome)])).toMatchObject(found);
    expect(await verify(lost, [idOf(last.outcome)])).toMatchObject(found);
    expect(await verify(lost)).toMatchObject({ kind: "inconclusive" });
    expect(await verify(first, [idOf(last.outcome)])).toMatchObject({ kind: "found" });
    const later = { ...first, sentAt: first.sentAt + 61_000 };
    expect(await verify(later, [idOf(last.outcome)])).toMatchObject({ kind: "inconclusive" });
  });
  test("copies are taken back, also of messages that are others", async () => {
    const one = await send("ok-private-copies", "One");
    const two = await send("ok-private-copies", "Two");
    await send("ok-private-copies", "Three");
    const before = bench.requests.length;
    expect(await verify(one, [idOf(two.outcome)])).toMatchObject({ kind: "found" });
    const asked = bench.requests.slice(before).map(({ url }) => new URL(url).pathname.split("/").at(-1));
    const forwards = asked.filter((method) => method === "forwardMessage").length;
    expect(forwards).toBeGreaterThan(2);
    expect(asked.filter((method) => method === "deleteMessage")).toHaveLength(2);
  });
  test("pages back on the public page", async () => {
    const wanted = await send("ok-bare-busy", "The one");
    for (let n = 0; n < 45; n++) {
      bench.clock.turn(1000);
      await send("ok-bare-busy", `Newer ${n}`);
    }
    expect(await verify(wanted)).toMatchObject({ kind: "found" });
  });
  test("nobody can look into a private channel without a private chat, or where nothing can be forwarded", async () => {
    const says = { kind: "inconclusive", evidence: expect.stringContaining("a person must") };
    expect(await verify(await send("ok-private-bare", "x"))).toMatchObject(says);
    expect(await verify(await send("ok-private-closed", "x"))).toMatchObject(says);
    const shown = await send("ok-closed", "x");
    expect(await verify(shown)).toMatchObject({ kind: "found", evidence: expect.stringContaining("page") });
    const protectedOne = await send("ok-protected", "x", [], { protect_content: true });
    expect(await verify(protectedOne)).toMatchObject({ kind: "found" });
  });
  test("a page of another channel, or of nothing, shows nothing", () => {
    const html = (name: string, time: string) =>
      `<div data-view="x" data-post="${name}/5"><time datetime="${time}"></time></div>`;
    const at = "2026-11-21T12:00:00+00:00";
    expect(messagesIn(html("news", at), "NEWS")).toHaveLength(1);
    expect(messagesIn(html("other", at), "news")).toEqual([]);
    expect(messagesIn(html("news", "soon"), "news")).toEqual([]);
    expect(messagesIn("<html>Sign in</html>", "news")).toEqual([]);
  });
});

describe("limits", () => {
  const file = {
    id: "1",
    kind: "image",
    mime: "image/jpeg",
    width: 9,
    height: 9,
    durationMs: null,
    animated: false,
  } as const;
  const wish = (text: string, media: Wish<Chosen>["media"] = [], options: Chosen = {}) => ({
    text,
    media,
    options,
  });
  const limit = (of: Wish<Chosen>) => withChanges(rules, kinds.all[kinds.of(of)]?.rules ?? {});

  test("a text beside media is a caption, and shorter", () => {
    expect(limit(wish("x")).text.max).toBe(4096);
    expect(limit(wish("x", [file])).text.max).toBe(1024);
    expect(limit(wish("x", [file, file])).text.max).toBe(1024);
    expect(kinds.of(wish("", [{ ...file, mime: "image/gif" }]))).toBe("animation");
  });
  test("code points are counted; UTF-16 units only warned about", async () => {
    const emoji = "😀".repeat(4096);
    expect(count(emoji, rules.text)).toBe(4096);
    expect(onlyOne(complaints(wish(emoji)))).toMatchObject({ rule: "text.utf16", certain: false });
    expect((await send("ok-long", emoji)).outcome.kind).toBe("accepted");
    expect((await send("ok-long", `${emoji}x`)).outcome).toMatchObject({
      kind: "refused",
      category: "content",
    });
  });
  test("markup does not count", async () => {
    const text = `<a href="https://example.com/${"x".repeat(2000)}">${"y".repeat(1024)}</a>`;
    const html = wish(text, [file], { parse_mode: "HTML" });
    expect(limit(html).text.unsure).toEqual(["text.length"]);
    expect(complaints(html)).toEqual([]);
    const longer = { ...html, text: `${text}zz` };
    expect(onlyOne(complaints(longer))).toMatchObject({ rule: "text.length", actual: 1026, certain: true });
    const media = [await image(1)];
    expect((await send("ok-html", text, media, html.options)).outcome.kind).toBe("accepted");
    const unclosed = await send("ok-html", "<b>x", [], html.options);
    expect(unclosed.outcome).toMatchObject({ kind: "refused", category: "content" });
  });
  test("entities are read once", () => {
    expect(shownOf("<i>a</i> &lt;b&gt; &amp;lt; &#x1F600;&#33; &copy;", true)).toBe("a <b> &lt; 😀! &copy;");
    expect(shownOf("<i>a</i>", false)).toBe("<i>a</i>");
  });
  test("options that can't do anything are told, and buttons on an album refused", () => {
    const words = (of: Wish<Chosen>) => complaints(of).map(({ rule, certain }) => [rule, certain]);
    expect(words(wish("x", [], { has_spoiler: true }))).toEqual([["options.has_spoiler", false]]);
    expect(words(wish("x", [file], { link_preview: "none" }))).toEqual([["options.link_preview", false]]);
    const buttons = [{ text: "a", url: "https://example.com" }];
    expect(words(wish("x", [file, file], { buttons }))).toEqual([["options.buttons", true]]);
  });
});

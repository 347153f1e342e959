// What is Telegram's own: bytes with the publishing request or files by their ids, and albums that may be half there (networks/telegram.facts.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer } from "../../tests/support/network-answers.ts";
import {
  draftOf,
  image,
  onlyOne,
  openBench,
  video,
  type Bench,
} from "../../tests/support/network-fixture.ts";
import type { Answer, Call, NetworkRequest } from "../client/call.ts";
import { arrayOf, objectOf } from "../client/json.ts";
import type { DraftMedia, Io, Json } from "../network.ts";
import { simulatedTelegram } from "../../simulator/telegram/index.ts";
import { telegram } from "./index.ts";
import { isStreamable } from "./streamable.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: telegram, simulated: simulatedTelegram })));
afterAll(() => bench[Symbol.asyncDispose]());

const published = () => bench.simulator.published("telegram");
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

describe("publishing", () => {
  test("options reach the request", async () => {
    const first = await send("ok-options", "One");
    const { request, outcome } = await send("ok-options", "<b>Two</b>", [], {
      parse_mode: "HTML",
      link_preview: "none",
      disable_notification: true,
      protect_content: true,
      reply_to: Number(idOf(first.outcome)),
      buttons: [{ text: "Read", url: "https://example.com" }],
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
    expect(Object.fromEntries(values)).toEqual({
      width: "540",
      height: "960",
      duration: "5",
      supports_streaming: "true",
    });
    expect(outcome.kind).toBe("accepted");
  });

  test("a video whose index is at its start is sent as streamable", async () => {
    const box = (type: string, size: number, more: number[] = []) => {
      const bytes = Buffer.alloc(Math.max(size, 16));
      bytes.writeUInt32BE(size);
      bytes.write(type, 4, "latin1");
      bytes.set(more, 8);
      return bytes;
    };
    const long = box("free", 1, [0, 0, 0, 0, 0, 0, 0, 16]);
    const of = (...boxes: Buffer[]) => {
      const bytes = Buffer.concat(boxes);
      return isStreamable({ size: bytes.byteLength, bytes: async (from, to) => bytes.subarray(from, to) });
    };
    const [ftyp, moov, mdat] = [box("ftyp", 24), box("moov", 64), box("mdat", 99)];
    expect(await of(ftyp, moov, mdat)).toBeTrue();
    expect(await of(ftyp, long, moov, mdat)).toBeTrue();
    for (const boxes of [[ftyp, mdat, moov], [ftyp], [], [box("free", 0), moov], [box("free", 3), moov]])
      expect(await of(...boxes)).toBeFalse();
    const first = await video();
    const bytes = Buffer.from(await first.bytes());
    bytes.write("mdat", bytes.indexOf("moov"), "latin1");
    const late: DraftMedia = { ...first, id: "late", bytes: async (from, to) => bytes.subarray(from, to) };
    for (const [file, streams] of [
      [first, "true"],
      [late, undefined],
    ] as const) {
      const { request } = await send("ok-bare", "", [file]);
      const named = partsOf(request).find(({ name }) => name === "supports_streaming");
      expect(named && "value" in named ? named.value : undefined).toBe(streams);
    }
    const { request } = await send("ok-bare", "", [first, await image(1)]);
    const items = partsOf(request).find(({ name }) => name === "media");
    expect(items && "value" in items ? JSON.parse(items.value) : null).toMatchObject([
      { supports_streaming: true },
      {},
    ]);
  });

  test("uploads to the private chat are deleted", async () => {
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

  test("a silent video that Telegram turned into an animation is sent as one, and into an album with its bytes", async () => {
    const io = bench.io("ok-silent");
    const animation = { animation: { file_id: "a1", file_unique_id: "u1" }, message_id: 5 };
    const call: Call = async () => answer(200, { ok: true, result: animation });
    const files = await Promise.all([video(), image(1)]);
    const single = objectOf(await telegram.prepare(draftOf("x", files.slice(0, 1)), { ...io, call }));
    expect(single).toMatchObject({ method: "sendAnimation", files: [{ kind: "animation", fileId: "a1" }] });
    const album = objectOf(await telegram.prepare(draftOf("x", files), { ...io, call }));
    expect(album["files"]).toMatchObject([{ kind: "video", fileId: null }, {}]);
  });

  test("without the private chat the post is still published", async () => {
    const media = [await image(1)];
    const plain = bench.io("ok", { media });
    const io = { ...plain, credentials: { ...plain.credentials, store: "5" } };
    const prepared = await telegram.prepare(draftOf("x", media), io);
    expect(objectOf(prepared)["files"]).toMatchObject([{ fileId: null }]);
    expect(await telegram.commit(prepared, io)).toMatchObject({ kind: "accepted" });
  });

  test("a post with a missing file is not sent", async () => {
    const media = [await image(1)];
    const prepared = await telegram.prepare(draftOf("x", media), bench.io("ok-bare", { media }));
    expect(await telegram.commit(prepared, bench.io("ok-bare"))).toMatchObject({ kind: "notSent" });
  });
});

describe("answers", () => {
  const flood = failed(429, "Too Many Requests: retry after 14", { retry_after: 14 });
  const oneFailed = failed(400, 'Bad Request: Failed to send message #2 with the error message "X"');
  const files = () => Promise.all([image(1), image(2)]);

  async function outcomeFor(handle: string, media: readonly DraftMedia[], reply: Answer) {
    const io = bench.io(handle, { media });
    const prepared = await telegram.prepare(draftOf("x", media), io);
    return await telegram.commit(prepared, { ...io, call: async () => reply });
  }

  test("a rate limit waits as long as the network asks", async () => {
    expect(await outcomeFor("ok", [], flood)).toMatchObject({ kind: "busy", retryAfterMs: 14_000 });
    expect(await outcomeFor("ok", await files(), flood)).toMatchObject({ kind: "busy" });
  });
  test("an album may be published in part, whatever its error is", async () => {
    expect(await outcomeFor("ok", await files(), oneFailed)).toMatchObject({ kind: "unknown" });
    expect(await outcomeFor("ok-bare", await files(), oneFailed)).toMatchObject({ kind: "unknown" });
    expect(await outcomeFor("ok-bare", await files(), flood)).toMatchObject({ kind: "unknown" });
    const dimensions = failed(400, "Bad Request: PHOTO_INVALID_DIMENSIONS");
    expect(await outcomeFor("ok-bare", await files(), dimensions)).toMatchObject({ kind: "unknown" });
    expect(await outcomeFor("ok-bare", [await image(1)], dimensions)).toMatchObject({ kind: "refused" });
    const early = failed(400, "Bad Request: message caption is too long");
    expect(await outcomeFor("ok-bare", await files(), early)).toMatchObject({ kind: "refused" });
  });
  test("a moved chat and lost rights are auth errors", async () => {
    const moved = failed(400, "Bad Request: group chat was upgraded", { migrate_to_chat_id: -1005 });
    const rights = failed(400, "Bad Request: not enough rights to send text messages to the chat");
    for (const reply of [moved, rights, failed(404, "Not Found")])
      expect(await outcomeFor("ok", [], reply)).toMatchObject({ kind: "refused", category: "auth" });
  });
  test("a message in another chat, or too few messages, is not a success", async () => {
    const chat = { id: Number(bench.io("ok").credentials["chatId"]), type: "channel" };
    const message = (id: number, where = chat) => ({ message_id: id, chat: where, date: 1 });
    const usedIds = (result: Json) => answer(200, { ok: true, result });
    expect(await outcomeFor("ok", [], usedIds(message(5)))).toMatchObject({
      kind: "accepted",
      remoteId: "5",
    });
    expect(await outcomeFor("ok", [], usedIds(message(5, { ...chat, id: -1 })))).toMatchObject({
      kind: "unknown",
    });
    expect(await outcomeFor("ok", [], usedIds(message(-5)))).toMatchObject({ kind: "unknown" });
    expect(await outcomeFor("ok", await files(), usedIds([message(5)]))).toMatchObject({ kind: "unknown" });
    const both = usedIds([message(5), message(6)]);
    expect(await outcomeFor("ok", await files(), both)).toMatchObject({ kind: "accepted", remoteId: "5" });
  });
});

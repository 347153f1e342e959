// Messages whose answer was lost: found by their numbers, or on the channel's public page (networks/telegram.facts.md 2).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { draftOf, image, openBench, type Bench } from "../../tests/support/network-fixture.ts";
import type { DraftMedia } from "../network.ts";
import { simulatedTelegram } from "../../simulator/telegram/index.ts";
import { telegram } from "./index.ts";
import { messagesIn } from "./page.ts";

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
const idOf = (outcome: { kind: string; remoteId?: string }) => outcome.remoteId ?? "";

describe("finding a message", () => {
  const verify = async (
    { prepared, sentAt, io }: Awaited<ReturnType<typeof send>>,
    usedIds: readonly string[] = [],
  ) => await telegram.verify(prepared, { sentAt, otherRemoteIds: usedIds }, io);

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
  test("an image without text is never matched by being the newest", async () => {
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
  test("forwarded copies are deleted, also those of other messages", async () => {
    const one = await send("ok-private-copies", "One");
    const two = await send("ok-private-copies", "Two");
    await send("ok-private-copies", "Three");
    const before = bench.requests.length;
    expect(await verify(one, [idOf(two.outcome)])).toMatchObject({ kind: "found" });
    const methods = bench.requests.slice(before).map(({ url }) => new URL(url).pathname.split("/").at(-1));
    const forwards = methods.filter((method) => method === "forwardMessage").length;
    expect(forwards).toBeGreaterThan(2);
    expect(methods.filter((method) => method === "deleteMessage")).toHaveLength(2);
  });
  test("on the public page, where the private chat is gone", async () => {
    const sent = await send("ok-left", "Still there", [await image(1)]);
    const gone = { ...sent, io: { ...sent.io, credentials: { ...sent.io.credentials, store: "5" } } };
    expect(await verify(gone)).toMatchObject({
      kind: "found",
      evidence: expect.stringContaining("public page"),
    });
  });
  test("pages back on the public page", async () => {
    const expected = await send("ok-bare-busy", "The one");
    for (let n = 0; n < 45; n++) {
      bench.clock.turn(1000);
      await send("ok-bare-busy", `Newer ${n}`);
    }
    expect(await verify(expected)).toMatchObject({ kind: "found" });
  });
  test("a private channel can't be checked without a private chat or where forwarding is forbidden", async () => {
    const expectedMessage = {
      kind: "inconclusive",
      evidence: expect.stringContaining("A person must check"),
    };
    expect(await verify(await send("ok-private-bare", "x"))).toMatchObject(expectedMessage);
    expect(await verify(await send("ok-private-closed", "x"))).toMatchObject(expectedMessage);
    const shown = await send("ok-closed", "x");
    expect(await verify(shown)).toMatchObject({ kind: "found", evidence: expect.stringContaining("page") });
    const protectedOne = await send("ok-protected", "x", [], { protect_content: true });
    expect(await verify(protectedOne)).toMatchObject({ kind: "found" });
  });
  test("the page of another channel, or an empty one, contains no messages", () => {
    const html = (name: string, time: string) =>
      `<div data-view="x" data-post="${name}/5"><time datetime="${time}"></time></div>`;
    const at = "2026-11-21T12:00:00+00:00";
    expect(messagesIn(html("news", at), "NEWS")).toHaveLength(1);
    expect(messagesIn(html("other", at), "news")).toEqual([]);
    expect(messagesIn(html("news", "soon"), "news")).toEqual([]);
    expect(messagesIn("<html>Sign in</html>", "news")).toEqual([]);
  });
});

// The status of a post at TikTok, and how it is found after a lost response (networks/tiktok.facts.md 2).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { image, openBench, video, type Bench, withBytes } from "../../tests/support/network-fixture.ts";
import type { DraftMedia } from "../network.ts";
import { simulatedTiktok } from "../../simulator/tiktok/index.ts";
import { answer, error, LOST, playing, post, ready, SEEN, answerOf } from "../../tests/support/tiktok.ts";
import { tiktok } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: tiktok, simulated: simulatedTiktok })));
afterAll(() => bench[Symbol.asyncDispose]());
// Six uploads a minute may be begun.
beforeEach(() => bench.clock.turn(60_000));

const published = () => bench.simulator.published("tiktok");
const stopOf = async (act: Promise<unknown>) => await act.catch((reason: unknown) => reason);

describe("while TikTok works on it", () => {
  const first = async (options: object = SEEN) => {
    const one = await ready(bench, "working", [await video()], options, "ok-working");
    const outcome = await tiktok.commit(one.prepared, one.io);
    if (outcome.kind !== "processing") throw new Error(outcome.kind);
    return { ...one, receipt: outcome.receipt };
  };

  test.each([
    [{ status: "PROCESSING_UPLOAD", uploaded_bytes: 5 }, "processing", null],
    [{ status: "PROCESSING_DOWNLOAD" }, "processing", null],
    [{ status: "PUBLISH_COMPLETE" }, "processing", null],
    [{ status: "PUBLISH_COMPLETE", publicaly_available_post_id: ["7300000000000000001"] }, "accepted", null],
    [{ status: "PUBLISH_COMPLETE", publicaly_available_post_id: [{}] }, "unknown", null],
    [{ status: "SEND_TO_USER_INBOX" }, "accepted", null],
    [{ status: "FAILED", fail_reason: "frame_rate_check_failed" }, "refused", "media"],
    [{ status: "FAILED", fail_reason: "photo_pull_failed" }, "refused", "network_down"],
    [{ status: "FAILED", fail_reason: "auth_removed" }, "refused", "auth"],
    [{ status: "FAILED", fail_reason: "spam_risk_text" }, "refused", "content"],
    [{ status: "FAILED", fail_reason: "<script>" }, "refused", "unknown"],
    [{ status: "SOMETHING" }, "unknown", null],
    [{}, "unknown", null],
  ])("%j is %s", async (data, kind, category) => {
    const { prepared, receipt, io } = await first();
    const outcome = await tiktok.settle(
      prepared,
      receipt,
      playing(io, () => answerOf(data)),
    );
    expect(outcome).toMatchObject({ kind, ...(category !== null && { category }) });
  });

  test("a status without a clear answer is not a failure of the post", async () => {
    const { prepared, receipt, io } = await first();
    for (const message of [
      LOST,
      answer(502),
      error(401, "access_token_invalid"),
      error(400, "invalid_publish_id"),
    ])
      expect(
        await stopOf(
          tiktok.settle(
            prepared,
            receipt,
            playing(io, () => message),
          ),
        ),
      ).toBeInstanceOf(Error);
  });

  test("Crier waits a limited time for the address of a public post", async () => {
    const { prepared, receipt, io } = await first();
    const hidden = playing(io, () => answerOf({ status: "PUBLISH_COMPLETE" }));
    let outcome = await tiktok.settle(prepared, receipt, hidden);
    for (let verifyWith = 0; outcome.kind === "processing" && verifyWith < 100; verifyWith++) {
      bench.clock.turn(outcome.askAgainMs);
      outcome = await tiktok.settle(prepared, outcome.receipt, hidden);
    }
    const note: unknown = expect.stringContaining("still reviewing it");
    expect(outcome).toMatchObject({
      kind: "accepted",
      remoteId: expect.stringMatching(/^v_pub_file~/),
      url: null,
      note,
    });
  });

  test("a private post and a draft have no address, and the note says why", async () => {
    const own = await ready(bench, "mine", [await video()], { privacy_level: "SELF_ONLY" }, "ok-unaudited");
    expect(await post(bench, own.prepared, own.io)).toMatchObject({
      kind: "accepted",
      url: null,
      note: expect.any(String),
    });
    const drafts = await ready(bench, "later", [await image(1)], { mode: "inbox" }, "ok-drafts");
    expect(await post(bench, drafts.prepared, drafts.io)).toMatchObject({
      kind: "accepted",
      note: expect.stringContaining("inbox"),
    });
  });

  test("what TikTok finds wrong with a file is reported once it has looked", async () => {
    const hello = withBytes(await video(), Buffer.from("hello"));
    const bad = await ready(bench, "bad", [hello]);
    expect(await post(bench, bad.prepared, bad.io)).toMatchObject({ kind: "refused", category: "media" });
    const png = await ready(bench, "png", [await image(1, "png")]);
    expect(await post(bench, png.prepared, png.io)).toMatchObject({ kind: "refused", category: "media" });
    const away = [{ ...(await image(2)), publicUrl: () => "https://nobody.example/2" }];
    const gone = await ready(bench, "gone", away);
    expect(await post(bench, gone.prepared, gone.io)).toMatchObject({
      kind: "refused",
      category: "network_down",
    });
    const unowned = await ready(bench, "unowned", [await image(3)], SEEN, "ok-unowned");
    expect(await post(bench, unowned.prepared, unowned.io)).toMatchObject({
      kind: "refused",
      category: "media",
    });
    expect(published().filter(({ text }) => ["bad", "png", "gone", "unowned"].includes(text))).toEqual([]);
  });
});

describe("after a lost answer", () => {
  const lost = async (text: string, media: readonly DraftMedia[], handle: string) => {
    const one = await ready(bench, text, media, SEEN, handle);
    const sentAt = bench.clock.now();
    await tiktok.commit(one.prepared, one.io);
    return { ...one, sent: { sentAt, otherRemoteIds: [] as string[] } };
  };

  test("a video that TikTok is processing is inconclusive", async () => {
    const { prepared, io, sent } = await lost("slow", [await video()], "ok-slow");
    expect(await tiktok.verify(prepared, sent, io)).toMatchObject({ kind: "inconclusive" });
    bench.clock.turn(4000);
    expect(await tiktok.verify(prepared, sent, io)).toMatchObject({ kind: "found", url: null });
    bench.clock.turn(4000);
    expect(await tiktok.verify(prepared, sent, io)).toMatchObject({
      kind: "found",
      url: published().at(-1)?.url,
    });
  });

  test("a failed video is absent; an unknown upload id is inconclusive", async () => {
    const { prepared, io, sent } = await lost("failed", [await video()], "ok-failed");
    const failed = playing(io, () => answerOf({ status: "FAILED", fail_reason: "internal" }));
    expect(await tiktok.verify(prepared, sent, failed)).toMatchObject({ kind: "absent" });
    for (const code of ["invalid_publish_id", "token_not_authorized_for_specified_publish_id"]) {
      const unknown = playing(io, () => error(400, code));
      expect(await tiktok.verify(prepared, sent, unknown)).toMatchObject({ kind: "inconclusive" });
    }
  });

  test("photos: not the newest post matches, but the one with this text and time; absence is never proven", async () => {
    const media = [await image(1)];
    const { prepared, io, sent } = await lost("twin", media, "ok-twins");
    bench.clock.turn(31_000);
    const verifyWith = (change: object) => tiktok.verify(prepared, { ...sent, ...change }, io);
    const finding = await verifyWith({});
    expect(finding).toMatchObject({ kind: "found", url: published().at(-1)?.url });
    const otherRemoteIds = finding.kind === "found" ? [finding.remoteId] : [];
    expect(await verifyWith({ otherRemoteIds })).toMatchObject({ kind: "inconclusive" });
    expect(await verifyWith({ sentAt: sent.sentAt + 120_000 })).toMatchObject({ kind: "inconclusive" });
    const second = await ready(bench, "twin", media, SEEN, "ok-twins");
    await tiktok.commit(second.prepared, second.io);
    bench.clock.turn(31_000);
    expect(await verifyWith({})).toMatchObject({
      kind: "inconclusive",
      evidence: expect.stringContaining("2 posts"),
    });
    const wordless = await lost("", media, "ok-wordless");
    expect(await tiktok.verify(wordless.prepared, wordless.sent, wordless.io)).toMatchObject({
      kind: "inconclusive",
    });
    const unread = playing(io, () => answer(503));
    expect(await tiktok.verify(prepared, sent, unread)).toMatchObject({ kind: "inconclusive" });
  });
});

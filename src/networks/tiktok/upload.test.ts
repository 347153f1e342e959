// Uploads to TikTok resume, never restart once they are complete, and go only to TikTok (networks/tiktok.facts.md 1.2, 2).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { draftOf, longVideo, openBench, video, type Bench } from "../../tests/support/network-fixture.ts";
import type { NetworkRequest } from "../client/call.ts";
import { objectOf } from "../client/json.ts";
import { simulatedTiktok } from "../../simulator/tiktok/index.ts";
import { answer, LOST, playing, post, ready, SEEN, answerOf } from "../../tests/support/tiktok.ts";
import { tiktok } from "./index.ts";
import { lastPieceStart, piecesOf } from "./upload.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: tiktok, simulated: simulatedTiktok })));
afterAll(() => bench[Symbol.asyncDispose]());
// Six uploads a minute may be begun.
beforeEach(() => bench.clock.turn(60_000));

const published = () => bench.simulator.published("tiktok");
const rangeOf = ({ headers }: NetworkRequest) => headers?.["content-range"] ?? "";
const isInit = ({ url }: NetworkRequest) => url.endsWith("/video/init/");
const SIZE = 35_000_000;

describe("pieces", () => {
  test.each([
    [1, 1, 1, 0],
    [4_999_999, 4_999_999, 1, 0],
    [12_000_000, 12_000_000, 1, 0],
    [19_999_999, 19_999_999, 1, 0],
    [20_000_000, 10_000_000, 2, 10_000_000],
    [50_000_123, 10_000_000, 5, 40_000_000],
    [4_000_000_000, 10_000_000, 400, 3_990_000_000],
  ])("%d bytes go in pieces of %d, %d of them, the last from %d", (size, piece, count, last) => {
    expect(piecesOf(size)).toEqual({ chunk_size: piece, total_chunk_count: count });
    expect(lastPieceStart(size)).toBe(last);
    expect(Math.floor(size / piece)).toBe(count);
    expect(size - last).toBeLessThanOrEqual(128_000_000);
  });

  test("all but the last go before it is published", async () => {
    const media = [await longVideo(SIZE)];
    const ranges: string[] = [];
    const outside = bench.io("ok-pieces", { media });
    const watching = playing(outside, (request) => (ranges.push(rangeOf(request)), null));
    const before = published().length;
    const prepared = await tiktok.prepare(draftOf("long", media, SEEN), watching);
    expect(ranges.filter((range) => range !== "")).toEqual([
      `bytes 0-9999999/${SIZE}`,
      `bytes 10000000-19999999/${SIZE}`,
    ]);
    expect(published()).toHaveLength(before);
    expect(prepared).toMatchObject({ from: 20_000_000, size: SIZE });
    expect(JSON.stringify(prepared)).not.toContain("upload_token");
    expect(await post(bench, prepared, { ...outside })).toMatchObject({ kind: "accepted" });
    expect(published()).toHaveLength(before + 1);
  });
});

describe("resuming", () => {
  test("an interrupted piece resumes from the state that YouTube reports", async () => {
    const media = [await longVideo(SIZE)];
    const outside = bench.io("ok-cut", { media });
    const [arrived, lost] = [{ n: 0 }, { n: 0 }];
    const sent = () => bench.requests.reduce((sum, { bytes }) => sum + bytes, 0);
    const before = sent();
    const broken = playing(outside, (request) =>
      rangeOf(request).startsWith("bytes 10000000-") && lost.n++ < 2 ? LOST : null,
    );
    // The first piece arrives and only its answer is lost: it is not sent again.
    const call = async (request: NetworkRequest) => {
      const message = await broken.call(request);
      return rangeOf(request).startsWith("bytes 0-") && arrived.n++ === 0 ? LOST : message;
    };
    const prepared = await tiktok.prepare(draftOf("cut", media, SEEN), { ...outside, call });
    expect([arrived.n, lost.n]).toEqual([1, 3]);
    expect(sent() - before).toBe(20_000_000);
    expect(await post(bench, prepared, { ...outside })).toMatchObject({ kind: "accepted" });
  });

  test("a piece that never arrives ends the attempt; the next one goes on after what arrived", async () => {
    const media = [await longVideo(SIZE)];
    const outside = bench.io("ok-stuck", { media });
    const draft = draftOf("stuck", media, SEEN);
    const broken = playing(outside, (request) =>
      rangeOf(request).startsWith("bytes 10000000-") ? answer(503) : null,
    );
    const stuck: unknown = await tiktok.prepare(draft, broken).catch((reason: unknown) => reason);
    expect(stuck).toMatchObject({ outcome: { kind: "busy" } });
    const ranges: string[] = [];
    const again = bench.io("ok-stuck", { media, saved: outside.saved });
    const watching = playing(again, (request) => (ranges.push(rangeOf(request)), null));
    await tiktok.prepare(draft, watching);
    expect(ranges.filter((range) => range !== "")).toEqual([`bytes 10000000-19999999/${SIZE}`]);
  });

  test.each([
    ["forgotten by TikTok", { publishId: "v_pub_file~v2-1.0" }, 0],
    ["an hour old", {}, 3_600_000],
    ["for other words", { about: "other" }, 0],
  ])("an upload that is %s starts over", async (_, change, laterMs) => {
    const media = [await video()];
    const { io } = await ready(bench, "old", media, SEEN, "ok-old");
    bench.clock.turn(laterMs);
    let uploads = 0;
    const saved = { ...objectOf(io.saved), ...change };
    const outside = bench.io("ok-old", { media, saved });
    const watching = playing(outside, (request) => (isInit(request) && uploads++, null));
    const prepared = await tiktok.prepare(draftOf("old", media, SEEN), watching);
    expect(uploads).toBe(1);
    expect(await post(bench, prepared, { ...outside })).toMatchObject({ kind: "accepted" });
  });

  test("an upload whose state can't be read does not start over", async () => {
    const media = [await video()];
    const { io } = await ready(bench, "unasked", media);
    for (const reply of [LOST, answer(503), answer(200, {}), answerOf({ status: "NEW" })]) {
      let uploads = 0;
      const again = playing(bench.io("ok", { media, saved: io.saved }), (request) => {
        if (isInit(request)) uploads++;
        return request.url.includes("status") ? reply : null;
      });
      const stop: unknown = await tiktok
        .prepare(draftOf("unasked", media, SEEN), again)
        .catch((reason: unknown) => reason);
      expect(stop).toBeInstanceOf(Error);
      expect(uploads).toBe(0);
    }
  });

  test.each([[0], [3000], [120_000], [4_000_000]])(
    "an upload whose last piece arrived after all is only asked, %d ms later: no second post",
    async (laterMs) => {
      const media = [await video()];
      const { prepared, io } = await ready(bench, `late ${laterMs}`, media, SEEN, "ok-late");
      const before = published().length;
      await tiktok.commit(prepared, io);
      bench.clock.turn(laterMs);
      const again = bench.io("ok-late", { media, saved: io.saved });
      const second = await tiktok.prepare(draftOf(`late ${laterMs}`, media, SEEN), again);
      expect(await post(bench, second, { ...again })).toMatchObject({ kind: "accepted" });
      expect(published()).toHaveLength(before + 1);
    },
  );

  test("a complete upload belongs to this post, whatever it was started with", async () => {
    const media = [await video()];
    const { prepared, io } = await ready(bench, "made", media, SEEN, "ok-made");
    const before = published().length;
    await tiktok.commit(prepared, io);
    // The account's owner switches comments off, or the file is converted anew: the description is another one.
    const saved = { ...objectOf(io.saved), about: "other" };
    const again = bench.io("ok-made", { media, saved });
    const second = await tiktok.prepare(draftOf("made", media, SEEN), again);
    expect(await post(bench, second, { ...again })).toMatchObject({ kind: "accepted" });
    expect(published()).toHaveLength(before + 1);
  });

  test("an address that has expired meanwhile is given up before anything is published", async () => {
    const media = [await longVideo(SIZE)];
    for (const status of [403, 404]) {
      const outside = bench.io("ok-expiring", { media });
      const broken = playing(outside, (request) => (request.method === "PUT" ? answer(status) : null));
      const stop: unknown = await tiktok
        .prepare(draftOf("x", media, SEEN), broken)
        .catch((reason: unknown) => reason);
      expect(stop).toMatchObject({ outcome: { kind: "busy" } });
      expect(outside.saved).toBeNull();
    }
  });
});

test.each([
  "https://evil.test/video/",
  "http://open-upload.tiktokapis.com/video/",
  "https://tiktokapis.com.evil.test/",
  "https://x@open-upload.tiktokapis.com/",
  5,
])("no byte goes to %j", async (upload_url) => {
  const media = [await video()];
  const urls: string[] = [];
  const io = playing(bench.io("ok-hostile", { media }), (request) => {
    urls.push(request.url);
    return isInit(request) ? answerOf({ publish_id: "v_pub_file~v2-1.5", upload_url }) : null;
  });
  const stop: unknown = await tiktok
    .prepare(draftOf("x", media, SEEN), io)
    .catch((reason: unknown) => reason);
  expect(stop).toMatchObject({ outcome: { kind: "refused" } });
  expect(urls).toHaveLength(2);
  const { prepared, io: sound } = await ready(bench, "x", media);
  const swapped = { ...sound, saved: { ...objectOf(sound.saved), url: upload_url } };
  expect(await tiktok.commit(prepared, swapped)).toMatchObject({ kind: "notSent" });
});

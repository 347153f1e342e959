// GIFs: read right, made into videos faithfully, and refused soon when they want to hurt.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { convert, openMediaFixture } from "../../tests/support/media-fixture.ts";
import { openFfmpeg } from "../convert/ffmpeg.ts";
import { stripGifMetadata, gifFacts } from "./gif.ts";
import { handmadeGif, movingGif, stillGif } from "../../tests/support/gif-fixture.ts";
import { openTestProbe } from "../../tests/support/media-tools.ts";
import type { Probe } from "./index.ts";

const bench = openMediaFixture();
let probe: Probe & Disposable;
beforeAll(() => {
  probe = openTestProbe();
});
afterAll(() => {
  probe[Symbol.dispose]();
  bench.remove();
});
const facts = (bytes: Uint8Array) => bench.facts(probe, bytes);

describe("what it is", () => {
  test("size, pictures, length and a rate that shows each for as long as it stands", async () => {
    const gif = await movingGif({ side: 64, delays: [100, 200, 300] });
    expect(gifFacts(gif)).toEqual({ width: 64, height: 64, frames: 3, durationMs: 600, steadyRate: 30 });
    expect(await facts(gif)).toMatchObject({ kind: "image", animated: true, frames: 3, durationMs: 600 });
    expect(gifFacts(await stillGif(32))).toMatchObject({ frames: 1 });
  });

  test.each([
    [1, 30],
    [2, 50],
    [3, 100 / 3],
    [4, 25],
    [5, 40],
    [7, 200 / 7],
    [10, 30],
    [50, 24],
  ])("a picture every %d hundredths of a second: %d frames a second", (delay, rate) => {
    expect(gifFacts(handmadeGif(8, 8, 5, delay)).steadyRate).toBeCloseTo(rate, 6);
  });

  test("no delay is a tenth of a second, as browsers have it", () => {
    expect(gifFacts(handmadeGif(8, 8, 5, 0)).durationMs).toBe(500);
  });
});

describe("files that want to hurt", () => {
  test.each([
    ["too many pictures", handmadeGif(1, 1, 5001)],
    ["a canvas as large as can be", handmadeGif(65_535, 65_535, 1)],
    ["a large canvas many times", handmadeGif(5000, 5000, 100)],
    ["a picture for hours", handmadeGif(8, 8, 200, 65_535)],
    ["no size", handmadeGif(0, 0, 1)],
    ["no picture", handmadeGif(8, 8, 0)],
    ["only a head", handmadeGif(8, 8, 1).slice(0, 19)],
    ["no end", handmadeGif(8, 8, 3).slice(0, -1)],
    ["an unknown block", Uint8Array.from([...handmadeGif(8, 8, 1).slice(0, -1), 0x99, 0x3b])],
    ["a million pictures", handmadeGif(1, 1, 180_000)],
    ["more bytes than a small upload has", Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(5_000_000)])],
  ])("%s", async (_, bytes) => {
    await expect(facts(bytes)).rejects.toMatchObject({ code: "media_unreadable" });
  });

  test("pixels that can't be decoded, also of a later picture", async () => {
    const gif = await movingGif({ side: 64, delays: [100, 100, 100], holes: true });
    const broken = Buffer.from(gif);
    const last = broken.lastIndexOf(0x2c);
    broken.fill(0xff, last + 12, last + 20);
    await expect(facts(broken)).rejects.toMatchObject({ code: "media_unreadable" });
  });
});

describe("without what it tells", () => {
  test("comments and XMP go, pictures and loops stay", async () => {
    const gif = await movingGif({ side: 16, delays: [100, 100] });
    const note = (label: number, text: string) => [0x21, label, text.length, ...Buffer.from(text), 0];
    const xmp = [0x21, 0xff, 11, ...Buffer.from("XMP DataXMP"), 4, ...Buffer.from("<x/>"), 0];
    const at = 13 + ((gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0);
    const telling = Uint8Array.from([
      ...gif.slice(0, at),
      ...note(0xfe, "made in Berlin"),
      ...xmp,
      ...gif.slice(at),
      9,
    ]);
    expect(Buffer.from(stripGifMetadata(telling) ?? [])).toEqual(Buffer.from(gif));
    expect(stripGifMetadata(gif.slice(0, -1))).toBeNull();
  });
});

describe.skipIf(!openFfmpeg().available)("as a video", () => {
  const format = { mime: "video/mp4", maxBytes: 5_000_000, maxPixels: null, maxSide: null };

  async function made(gif: Uint8Array, more: object = {}) {
    const path = join(bench.dir, `${Bun.randomUUIDv7()}.gif`);
    await Bun.write(path, gif);
    return await convert(openFfmpeg({ temporary: bench.dir }), path, { ...format, ...more });
  }

  test("every picture stands for as long as it did, the last one too", async () => {
    await using video = await made(await movingGif({ side: 65, delays: [100, 200, 700] }));
    expect(await probe.probe(video.path)).toMatchObject({
      mime: "video/mp4",
      videoCodec: "h264",
      width: 64,
      height: 64,
      audioCodec: null,
      durationMs: 1000,
      frameRate: 30,
    });
  });

  test("what can be seen through is white", async () => {
    await using video = await made(await movingGif({ side: 64, delays: [500, 500], holes: true }));
    await using poster = await openFfmpeg({ temporary: bench.dir }).poster(video.path, 0);
    const { data, info } = await sharp(poster.path).raw().toBuffer({ resolveWithObject: true });
    const [left, right] = [data.subarray(0, 3), data.subarray(info.channels * 60, info.channels * 60 + 3)];
    expect(Math.min(...left)).toBeGreaterThan(240);
    expect(Math.min(...right)).toBeLessThan(120);
  });

  test("smaller where it must be", async () => {
    await using video = await made(await movingGif({ side: 200 }), { maxSide: 100 });
    expect(await probe.probe(video.path)).toMatchObject({ width: 100, height: 100 });
  });
});

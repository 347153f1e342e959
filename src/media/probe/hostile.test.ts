// Files that want to hurt: each gets a clear no, soon.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { noisy, openMediaFixture } from "../../tests/support/media-fixture.ts";
import {
  box,
  GREEDY_VIDEOS,
  mp4,
  scans,
  shred,
  shreddedPng,
  table,
} from "../../tests/support/hostile-videos.ts";
import { IMAGES, oneBit } from "../../tests/support/sample-images.ts";
import { openTestProbe } from "../../tests/support/media-tools.ts";
import { openFfmpeg } from "../convert/ffmpeg.ts";
import type { Probe } from "./index.ts";
import { SAMPLES } from "../samples/index.ts";

const bench = openMediaFixture();
const { dir } = bench;
const ffmpeg = openFfmpeg({ temporary: join(dir, "scratch") });
const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
let probe: Probe & Disposable;
let photo: Buffer;
let clip: Buffer;
beforeAll(async () => {
  probe = openTestProbe();
  photo = Buffer.from(await Bun.file(SAMPLES.photo.path).bytes());
  clip = Buffer.from(await Bun.file(SAMPLES.clip.path).bytes());
});
afterAll(() => {
  probe[Symbol.dispose]();
  bench.remove();
});
const facts = (bytes: Uint8Array | string) => bench.facts(probe, bytes);

describe("hostile files", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`;
  test.each([
    ["nothing at all", ""],
    ["SVG", svg],
    ["SVG behind an XML head", `<?xml version="1.0"?>${svg}`],
    ["an HLS playlist", "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"],
    ["ffconcat", "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ["DASH", `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>`],
    ["PDF", "%PDF-1.7\n"],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
    ["AVIF", "\0\0\0\x18ftypavif\0\0\0\0mif1avif"],
  ])("%s is not supported", async (_, content) => {
    await expect(facts(content)).rejects.toMatchObject({ code: "media_type_unsupported" });
  });

  test.each([
    ["a playlist behind ftyp", "\0\0\0\x14ftypisom\0\0\0\0isom#EXTM3U\nfile:///etc/passwd\n"],
    ["a lone JPEG mark", "\xff\xd8\xff\xe0"],
    ["a lone PNG mark", "\x89PNG\r\n\x1a\n"],
    ["a GIF without pictures", "GIF89a\x01\x00\x01\x00\x80\x00\x00;"],
    ["a lone WebP mark", "RIFF\x04\0\0\0WEBP"],
    ["a lone EBML mark", "\x1a\x45\xdf\xa3\x87\x42\x82\x84webm"],
    ["SVG behind a JPEG mark", `\xff\xd8\xff${svg}`],
  ])("%s is unreadable", async (_, content) => {
    await expect(facts(Buffer.from(content, "latin1"))).rejects.toMatchObject({ code: "media_unreadable" });
  });

  test("pictures cut anywhere", async () => {
    const jpeg = await noisy(400, 300).jpeg().toBuffer();
    const progressive = await noisy(400, 300).jpeg({ progressive: true }).toBuffer();
    const png = await noisy(400, 300).png().toBuffer();
    const webp = await noisy(400, 300).webp().toBuffer();
    for (const whole of [jpeg, progressive, png, webp, photo])
      for (const part of [0.1, 0.5, 0.9, 0.99])
        await expect(facts(whole.subarray(0, whole.length * part))).rejects.toMatchObject({
          code: "media_unreadable",
        });
  });

  test("an animated PNG whose later frames are gone", async () => {
    const whole = Buffer.from((await IMAGES.find(({ name }) => name === "animated PNG")?.make()) ?? "");
    expect(await facts(whole)).toMatchObject({ animated: true });
    // The first picture is all there; what says that nothing is missing is not.
    await expect(facts(whole.subarray(0, whole.length - 12))).rejects.toMatchObject({
      code: "media_unreadable",
    });
  });

  test("pixel bombs are refused before they are unpacked", async () => {
    for (const side of [16_383, 30_000]) {
      const bomb = oneBit(side, side);
      expect(bomb.length).toBeLessThan(200_000);
      await expect(facts(bomb)).rejects.toMatchObject({
        code: "media_unreadable",
        detail: expect.stringContaining("exceeds pixel limit"),
      });
    }
  });

  test.each(Object.entries(GREEDY_VIDEOS))("a video of %s is refused, and takes nothing", async (_, make) => {
    const path = join(dir, "greedy");
    await Bun.write(path, make());
    // For what it says, and not because reading it took too much time or memory.
    await expect(probe.probe(path)).rejects.toMatchObject({
      code: "media_unreadable",
      detail: expect.stringMatching(/: its (index|pictures) /),
    });
  });

  test("sound that is not packed may have as many samples as it likes", async () => {
    const long = mp4({ stts: table("stts", [0xffff_ffff, 1]), stsz: box("stsz", 0, 64, 0xffff_ffff) });
    expect(await facts(long)).toMatchObject({ width: 64 });
  });

  const png = (side: number) => {
    const bytes = oneBit(side, side);
    bytes[28] = 1;
    return bytes;
  };
  test.each([
    ["a JPEG of 101 scans", () => scans(320, 240, 101), "100 scans"],
    ["a progressive JPEG of 31 megapixels", () => scans(5600, 5600, 1), "30 megapixels"],
    ["an interlaced PNG of 31 megapixels", () => png(5600), "30 megapixels"],
    ["a JPEG of 10,001 parts", () => shred(photo, 10_001), "10000 parts"],
    ["a PNG of 100,001 parts", () => shreddedPng(oneBit(8, 8), 100_001), "100000 parts"],
  ])("%s is refused, and told why", async (_, make, why) => {
    await expect(facts(make())).rejects.toMatchObject({
      code: "media_unreadable",
      detail: expect.stringContaining(why),
    });
  });

  test("a JPEG of 100 scans is read", async () => {
    expect(await facts(scans(320, 240, 100))).toMatchObject({ width: 320, height: 240 });
  });

  test.skipIf(!ffmpeg.available)("pictures that are larger than the index says are not decoded", async () => {
    const path = bench.video("huge.mp4", "-vf", "scale=8192:8192", "-frames:v", "1", ...X264);
    const bytes = Buffer.from(await Bun.file(path).bytes());
    const [track, entry] = [bytes.indexOf("tkhd"), bytes.indexOf("avc1", bytes.indexOf("stsd"))];
    // Fixed point in the one, two bytes each in the other.
    for (const at of [track + 80, track + 84]) bytes.writeUInt32BE(640 << 16, at);
    for (const at of [entry + 28, entry + 30]) bytes.writeUInt16BE(640, at);
    await Bun.write(path, bytes);
    await expect(ffmpeg.poster(path, 0)).rejects.toMatchObject({ code: "media_unreadable" });
  });

  test("150 damaged videos: each an answer or a clear no, in bounded time, and the next good one is read", async () => {
    using hurried = openTestProbe({ videoLimitMs: 250 });
    const seeds = random(7);
    const path = join(dir, "damaged");
    let slowest = 0;
    for (let i = 0; i < 150; i++) {
      const bytes = Buffer.from(clip);
      for (let flips = 0; flips < 12; flips++)
        bytes[Math.floor(seeds() * (i % 2 ? bytes.length : 4000))] = seeds() * 256;
      const began = performance.now();
      await Bun.write(path, bytes);
      await hurried
        .probe(path)
        .catch((problem: unknown) => expect(problem).toMatchObject({ name: "Problem" }));
      slowest = Math.max(slowest, performance.now() - began);
    }
    expect(slowest).toBeLessThan(5_000);
    expect(await hurried.probe(SAMPLES.clip.path)).toMatchObject({ width: 1280 });
  });
});

/** Mulberry32: the same damage in every run. */
function random(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

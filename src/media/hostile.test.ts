// Files that want to hurt: each gets a clear no, soon.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { noisy, openBench } from "./bench.ts";
import { IMAGES, oneBit } from "./corpus-images.ts";
import { openProbe, type Probe } from "./probe.ts";
import { SAMPLES } from "./samples/index.ts";

const bench = openBench();
const { dir } = bench;
let probe: Probe;
let photo: Buffer;
let clip: Buffer;
beforeAll(async () => {
  probe = openProbe();
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
      const began = performance.now();
      await expect(facts(bomb)).rejects.toMatchObject({ code: "media_unreadable" });
      expect(performance.now() - began).toBeLessThan(1000);
    }
  });

  test("150 damaged videos: each an answer or a clear no, in bounded time, and the next good one is read", async () => {
    using hurried = openProbe({ videoLimitMs: 250 });
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
  }, 120_000);
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

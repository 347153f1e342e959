// Adaptation with real bytes: what comes out fits, is whole, looks the same way up and says nothing about its maker.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import type { Converter } from "./index.ts";
import { noisy, openMediaFixture, stream } from "../../tests/support/media-fixture.ts";
import { openTestConverter, openTestProbe } from "../../tests/support/media-tools.ts";
import { conversionFault } from "./sharp.ts";
import { openFfmpeg } from "./ffmpeg.ts";
import { diskFiles, type Files } from "../storage/files.ts";
import { SAMPLES } from "../samples/index.ts";
import type { TargetFormat } from "../../domain/target-format.ts";

const bench = openMediaFixture();
const stopping = new AbortController().signal;
const { dir } = bench;
const probe = openTestProbe();
const ffmpeg = openFfmpeg({ temporary: dir });
let files: Files;
let converter: Converter;
/** 4000 × 3000 with as much detail as a camera's noise, 8 MB. */
let twelveMegapixels: Buffer;
beforeAll(async () => {
  files = await diskFiles(join(dir, "media"));
  converter = openTestConverter({ files, ffmpeg, stopping });
  const noise = noisy(1000, 750, 22);
  const layer = await noise.png({ compressionLevel: 0 }).toBuffer();
  twelveMegapixels = await sharp(await Bun.file(SAMPLES.photo.path).bytes())
    .resize(4000, 3000)
    .composite([{ input: layer, blend: "soft-light", tile: true }])
    .jpeg({ quality: 93 })
    .toBuffer();
});
afterAll(() => {
  probe[Symbol.dispose]();
  bench.remove();
});

async function source(bytes: Uint8Array) {
  const { sha256 } = await files.write(stream(bytes), 1 << 30);
  const { mime, width, height } = await probe.probe((await files.local(sha256)).path);
  return { sha256, mime, width, height };
}
const want = (changes: Partial<TargetFormat> = {}): TargetFormat => ({
  mime: "image/jpeg",
  maxBytes: 2_000_000,
  maxPixels: null,
  maxSide: null,
  ...changes,
});
/** What the adapter says is what the file is. */
async function adapted(bytes: Uint8Array, format: TargetFormat) {
  const made = await converter.convert(await source(bytes), format);
  const facts = await probe.probe((await files.local(made.sha256)).path);
  expect(facts).toMatchObject({ mime: made.mime, width: made.width, height: made.height, size: made.size });
  expect(made.size).toBeLessThanOrEqual(format.maxBytes);
  return made;
}

describe("pictures", () => {
  test("12 megapixels fit 2,000,000, 976,560 and 100,000 bytes, and use most of what they may", async () => {
    expect(twelveMegapixels.length).toBeGreaterThan(4_000_000);
    for (const maxBytes of [2_000_000, 976_560, 100_000]) {
      const made = await adapted(twelveMegapixels, want({ maxBytes }));
      expect(made.size).toBeGreaterThan(maxBytes * 0.6);
      expect(made.width / made.height).toBeCloseTo(4 / 3, 1);
    }
  });

  test("the side and the pixels are limits too, and nothing is enlarged", async () => {
    const photo = await Bun.file(SAMPLES.photo.path).bytes();
    expect(await adapted(photo, want({ maxSide: 1000 }))).toMatchObject({ width: 1000, height: 750 });
    const { width, height } = await adapted(photo, want({ maxPixels: 500_000 }));
    expect(width * height).toBeLessThanOrEqual(500_000);
    expect(width * height).toBeGreaterThan(490_000);
    expect(await adapted(photo, want({ mime: "image/webp", maxSide: 9000 }))).toMatchObject({
      width: 1600,
      height: 1200,
    });
  });

  test.each(["image/jpeg", "image/png", "image/webp"])("every format becomes %s", async (mime) => {
    const base = sharp({
      create: { width: 60, height: 40, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } },
    });
    for (const bytes of [
      await base.jpeg().toBuffer(),
      await base.png().toBuffer(),
      await base.webp().toBuffer(),
    ])
      expect(await adapted(bytes, want({ mime }))).toMatchObject({ mime, width: 60, height: 40 });
  });

  test("stand upright and tell nothing of the camera, the place or the author", async () => {
    const exif = {
      IFD0: { Make: "SecretCam", Artist: "Jane Secret" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
    };
    const lying = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const standing = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
      .withExif(exif)
      .jpeg()
      .toBuffer();
    expect(standing.includes("SecretCam")).toBe(true);
    expect(await adapted(lying, want())).toMatchObject({ width: 40, height: 60 });
    for (const mime of ["image/jpeg", "image/png", "image/webp"])
      for (const bytes of [lying, standing]) {
        const made = await files.bytes((await adapted(bytes, want({ mime }))).sha256);
        const { exif: left, xmp, orientation } = await sharp(made).metadata();
        expect({ left, xmp, orientation: orientation ?? 1 }).toEqual({
          left: undefined,
          xmp: undefined,
          orientation: 1,
        });
        expect(Buffer.from(made).includes("Secret")).toBe(false);
      }
  });

  test("a JPEG that fits keeps every pixel, and loses what is behind its end", async () => {
    for (const progressive of [false, true]) {
      const jpeg = await sharp(twelveMegapixels)
        .resize(900)
        .withExif({ IFD0: { Make: "SecretCam" } })
        .jpeg({ progressive, quality: 80 })
        .toBuffer();
      const made = await adapted(Buffer.concat([jpeg, Buffer.from("a phone's little film")]), want());
      const bytes = await files.bytes(made.sha256);
      expect(Buffer.from(bytes).includes("little film")).toBe(false);
      const pixels = (of: Uint8Array) => sharp(of).raw().toBuffer();
      expect(Buffer.compare(await pixels(bytes), await pixels(jpeg))).toBe(0);
    }
  });

  test("animations stay animated as WebP and become their first frame otherwise", async () => {
    const frames = await Promise.all(
      ["red", "blue"].map((background) =>
        sharp({ create: { width: 50, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [80, 80] })
      .toBuffer();
    const small = await converter.convert(await source(moving), want({ mime: "image/webp", maxSide: 25 }));
    expect(await probe.probe((await files.local(small.sha256)).path)).toMatchObject({
      animated: true,
      width: 25,
      height: 20,
    });
    expect(small).toMatchObject({ width: 25, height: 20 });
    expect(await adapted(moving, want())).toMatchObject({ width: 50, height: 40 });
  });

  test("what can't be made is said so", async () => {
    const photo = await source(await Bun.file(SAMPLES.photo.path).bytes());
    await expect(converter.convert(photo, want({ maxBytes: 100 }))).rejects.toMatchObject({
      code: "media_too_large",
    });
    for (const mime of ["image/gif", "video/mp4"])
      await expect(converter.convert(photo, want({ mime }))).rejects.toMatchObject({
        code: "media_type_unsupported",
      });
    await files.drop(photo.sha256, async () => false);
    await expect(converter.convert(photo, want({ maxBytes: 101 }))).rejects.toMatchObject({
      code: "media_unreadable",
    });
  });
});

test("a picture that takes too long is not called broken, so that a post is tried again", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const slow = sharp({ create: { width: 7000, height: 7000, channels: 3, background: "white", noise } })
    .webp({ effort: 6 })
    .timeout({ seconds: 1 })
    .toBuffer();
  const fault = conversionFault(await slow.catch((error: unknown) => error));
  expect(fault).toMatchObject({ code: "temporarily_unavailable", status: 503 });
  expect(conversionFault(new Error("Input buffer contains unsupported image format")).code).toBe(
    "media_unreadable",
  );
});

describe("the same question", () => {
  test("asked at once is one job, asked again is read from disk, also by the next process", async () => {
    let writes = 0;
    const counting = {
      ...files,
      adapted: {
        ...files.adapted,
        write: (...args: Parameters<Files["write"]>) => (writes++, files.adapted.write(...args)),
      },
    };
    const photo = await source(await sharp(twelveMegapixels).resize(1234).jpeg().toBuffer());
    const first = openTestConverter({ files: counting, ffmpeg, stopping });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => first.convert(photo, want({ maxSide: 333 }))),
    );
    expect(new Set(answers.map((a) => a.sha256)).size).toBe(1);
    const again = await openTestConverter({ files: counting, ffmpeg, stopping }).convert(
      photo,
      want({ maxSide: 333 }),
    );
    expect(again).toEqual(answers[0] ?? again);
    expect(writes).toBe(1);
    await first.forget(photo.sha256);
    expect(await files.has(again.sha256)).toBe(false);
    expect(await files.has(photo.sha256)).toBe(true);
    expect(await first.convert(photo, want({ maxSide: 333 }))).toEqual(again);
    expect(writes).toBe(2);
  });
});

// What goes out tells nothing of its maker, and shows exactly what it showed.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import type { Converter } from "./index.ts";
import { openMediaFixture, pngChunk, stream } from "../../tests/support/media-fixture.ts";
import { openTestConverter, openTestProbe } from "../../tests/support/media-tools.ts";
import { openFfmpeg } from "./ffmpeg.ts";
import { diskFiles, type Files } from "../storage/files.ts";
import { SAMPLES } from "../samples/index.ts";

const bench = openMediaFixture();
const stopping = new AbortController().signal;
const probe = openTestProbe();
let files: Files;
let converter: Converter;
beforeAll(async () => {
  files = await diskFiles(join(bench.dir, "media"));
  converter = openTestConverter({ files, ffmpeg: openFfmpeg({ temporary: bench.dir }), stopping });
});
afterAll(() => {
  probe[Symbol.dispose]();
  bench.remove();
});

async function bared(bytes: Uint8Array) {
  const { sha256, size } = await files.write(stream(bytes), 1 << 30);
  const { mime } = await probe.probe((await files.local(sha256)).path);
  const made = await converter.strip({ sha256, size, mime }, { owner: "a" });
  return { ...made, before: sha256, bytes: await files.bytes(made.sha256) };
}
const exif = { IFD0: { Make: "SecretCam" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } };
const photo = async () => sharp(await Bun.file(SAMPLES.photo.path).bytes()).resize(300);
const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

describe("a picture", () => {
  test.each(["jpeg", "png", "webp"] as const)("%s: every pixel stays, and nothing else", async (format) => {
    const xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><SecretPlace/></x:xmpmeta>";
    const onProgress = await (await photo()).withExif(exif).withXmp(xmp).toFormat(format).toBuffer();
    expect(onProgress.includes("Secret")).toBeTrue();
    const made = await bared(onProgress);
    expect(Buffer.from(made.bytes).includes("Secret")).toBeFalse();
    const { exif: left, xmp: more } = await sharp(made.bytes).metadata();
    expect([left, more]).toEqual([undefined, undefined]);
    expect(Buffer.compare(await pixels(made.bytes), await pixels(onProgress))).toBe(0);
    expect(await probe.probe((await files.local(made.sha256)).path)).toMatchObject({
      width: 300,
      height: 225,
      size: made.size,
    });
  });

  test("texts in a PNG and what hangs behind its end are gone", async () => {
    const plain = await (await photo()).png().toBuffer();
    const text = pngChunk("tEXt", Buffer.from("Author\u0000Secret"));
    const made = await bared(
      Buffer.concat([plain.subarray(0, 33), text, plain.subarray(33), Buffer.from("Secret")]),
    );
    expect(Buffer.compare(Buffer.from(made.bytes), plain)).toBe(0);
  });

  test("one that lies on its side stands up, and stays small", async () => {
    const lying = await (
      await photo()
    )
      .withMetadata({ orientation: 6, exif })
      .jpeg({ quality: 80 })
      .toBuffer();
    const made = await bared(lying);
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 225, height: 300 });
    expect(made.size).toBeLessThanOrEqual(500_000);
    expect(Buffer.from(made.bytes).includes("Secret")).toBeFalse();
  });

  test("an animation goes on moving", async () => {
    const frames = await Promise.all(
      ["red", "blue"].map((background) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .withExif(exif)
      .webp({ delay: [80, 80] })
      .toBuffer();
    const made = await bared(moving);
    expect(Buffer.from(made.bytes).includes("Secret")).toBeFalse();
    expect(await sharp(made.bytes, { animated: true }).metadata()).toMatchObject({
      pages: 2,
      pageHeight: 10,
    });
  });
});

describe.skipIf(Bun.which("ffmpeg") === null)("a video", () => {
  const onProgress = [
    "-metadata",
    "location=+52.5000+013.4000/",
    "-metadata",
    "make=SecretCam",
    "-metadata",
    "comment=SecretWord",
  ];
  /** What ffmpeg decodes. */
  const frames = (path: string) =>
    Bun.spawnSync(["ffmpeg", "-v", "error", "-i", path, "-map", "0", "-f", "md5", "-"]).stdout.toString();
  const tags = (path: string) =>
    Bun.spawnSync([
      "ffprobe",
      "-v",
      "error",
      "-show_entries",
      "format_tags:stream_tags",
      path,
    ]).stdout.toString();

  test.each(["mp4", "mov"])("%s: the same pictures, nothing of where and with what", async (box) => {
    for (const more of [[], ["-movflags", "+faststart"], ["-movflags", "use_metadata_tags"]]) {
      const path = bench.video(`told${more.length}.${box}`, ...onProgress, ...more);
      const bytes = await Bun.file(path).bytes();
      expect(tags(path)).toContain("Secret");
      const made = await bared(bytes);
      expect(made.size).toBe(bytes.byteLength);
      expect(Buffer.from(made.bytes).includes("Secret")).toBeFalse();
      expect(Buffer.from(made.bytes).includes("+52.5")).toBeFalse();
      const out = (await files.local(made.sha256)).path;
      expect(tags(out)).not.toMatch(/Secret|location|\+52/);
      expect(frames(out)).toBe(frames(path));
      expect((await probe.probe(out)).durationMs).toBe(2000);
    }
  });

  test("one that tells nothing is sent as it is, without a copy", async () => {
    const made = await bared(await Bun.file(bench.video("plain.webm", "-c:v", "libvpx")).bytes());
    expect(made.sha256).toBe(made.before);
  });
});

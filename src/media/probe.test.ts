// The probe: right about good files, short and clear about bad ones.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { openFfmpeg } from "./ffmpeg.ts";
import { openProbe, type Probe } from "./probe.ts";
import { SAMPLES } from "./samples/index.ts";

const dir = mkdtempSync(join(tmpdir(), "crier-probe-"));
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
  rmSync(dir, { recursive: true, force: true });
});

let files = 0;
/** Puts bytes on the disk under a name that says nothing, and asks. */
async function facts(bytes: Uint8Array | string) {
  const path = join(dir, String(files++));
  await Bun.write(path, bytes);
  return probe.probe(path);
}
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } });
const noisy = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "teal",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });

describe("pictures", () => {
  test("JPEG, PNG and WebP", async () => {
    expect(await facts(photo)).toMatchObject({
      kind: "image",
      mime: "image/jpeg",
      size: photo.length,
      width: 1600,
      height: 1200,
      durationMs: null,
      animated: false,
    });
    expect(await facts(await blank(30, 20).png().toBuffer())).toMatchObject({
      mime: "image/png",
      width: 30,
      height: 20,
    });
    expect(await facts(await blank(30, 20).webp().toBuffer())).toMatchObject({
      mime: "image/webp",
      width: 30,
      height: 20,
    });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("as displayed, EXIF orientation %d applied", async (orientation) => {
    const turned = await blank(30, 20).withMetadata({ orientation }).jpeg().toBuffer();
    const [width, height] = orientation >= 5 ? [20, 30] : [30, 20];
    expect(await facts(turned)).toMatchObject({ width, height });
  });

  test("animated WebP and PNG are said so", async () => {
    const frames = await Promise.all(
      ["red", "blue"].map((background) =>
        blank(8, 8).flatten({ background }).tint(background).png().toBuffer(),
      ),
    );
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await facts(webp)).toMatchObject({ mime: "image/webp", width: 8, height: 8, animated: true });
    const png = await blank(8, 8).png().toBuffer();
    expect(
      await facts(Buffer.concat([png.subarray(0, 33), chunk("acTL", Buffer.alloc(8)), png.subarray(33)])),
    ).toMatchObject({ mime: "image/png", animated: true });
  });
});

describe("videos", () => {
  test("MP4 with sound", async () => {
    expect(await facts(clip)).toEqual({
      kind: "video",
      mime: "video/mp4",
      size: clip.length,
      width: 1280,
      height: 720,
      durationMs: 3000,
      videoCodec: "h264",
      audioCodec: "aac",
      frameRate: 30,
      animated: false,
    });
  });

  const made = (name: string, ...args: string[]) => {
    const out = join(dir, name);
    const input = ["-f", "lavfi", "-i", "testsrc2=s=320x180:d=2:r=25"];
    const { success } = Bun.spawnSync(["ffmpeg", "-v", "error", "-y", ...input, ...args, out], {
      stdin: "ignore",
    });
    if (!success) throw new Error(`ffmpeg could not make ${name}`);
    return out;
  };
  const ffmpeg = test.skipIf(Bun.which("ffmpeg") === null);

  ffmpeg("MOV and WebM without sound", async () => {
    const mov = made("a.mov", "-c:v", "libx264", "-pix_fmt", "yuv420p");
    expect(await probe.probe(mov)).toMatchObject({
      mime: "video/quicktime",
      videoCodec: "h264",
      audioCodec: null,
      durationMs: 2000,
      frameRate: 25,
    });
    const webm = made("a.webm", "-c:v", "libvpx", "-deadline", "realtime");
    expect(await probe.probe(webm)).toMatchObject({
      mime: "video/webm",
      videoCodec: "vp8",
      width: 320,
      height: 180,
      durationMs: 2000,
    });
  });

  ffmpeg("turned by their metadata", async () => {
    const flat = made("flat.mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p");
    const turned = join(dir, "turned.mp4");
    Bun.spawnSync(
      ["ffmpeg", "-v", "error", "-y", "-i", flat, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned],
      { stdin: "ignore" },
    );
    expect(await probe.probe(turned)).toMatchObject({ width: 180, height: 320 });
  });

  ffmpeg("cut anywhere are unreadable, whatever the container", async () => {
    const fragmented = ["-movflags", "frag_keyframe+empty_moov", "-g", "10"];
    for (const path of [
      made("cut.mp4", "-c:v", "libx264"),
      made("fast.mp4", "-c:v", "libx264", "-movflags", "+faststart"),
      made("frag.mp4", "-c:v", "libx264", ...fragmented),
      made("cut.webm", "-c:v", "libvpx", "-deadline", "realtime"),
    ]) {
      const whole = await Bun.file(path).bytes();
      for (const part of [0.3, 0.6, 0.95])
        await expect(facts(whole.slice(0, whole.length * part))).rejects.toMatchObject({
          code: "media_unreadable",
        });
    }
  });

  ffmpeg("sound alone is no video, Matroska no type of ours", async () => {
    const sound = made("sound.mp4", "-f", "lavfi", "-i", "sine=d=1", "-map", "1:a", "-c:a", "aac");
    await expect(probe.probe(sound)).rejects.toMatchObject({
      code: "media_unreadable",
      detail: expect.stringContaining("no video"),
    });
    const mkv = made("a.mkv", "-c:v", "libx264");
    await expect(probe.probe(mkv)).rejects.toMatchObject({ code: "media_type_unsupported" });
  });
});

describe("hostile files", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`;
  test.each([
    ["nothing at all", ""],
    ["SVG", svg],
    ["SVG behind an XML head", `<?xml version="1.0"?>${svg}`],
    ["an HLS playlist", "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"],
    ["ffconcat", "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ["DASH", `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>`],
    ["GIF", "GIF89a\x01\x00\x01\x00\x80\x00\x00;"],
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

  test("pixel bombs are refused before they are unpacked", async () => {
    for (const side of [16_383, 30_000]) {
      const bomb = blackSquare(side);
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

test("a video that keeps its reader busy is given up, and those behind it are read", async () => {
  using impatient = openProbe({ videoLimitMs: 0.001 });
  await expect(impatient.probe(SAMPLES.clip.path)).rejects.toMatchObject({ code: "media_unreadable" });
  using patient = openProbe();
  const answers = await Promise.all(Array.from({ length: 5 }, () => patient.probe(SAMPLES.clip.path)));
  expect(answers.every((answer) => answer.width === 1280)).toBe(true);
});

test.skipIf(!openFfmpeg().available)(
  "a second reader is asked, but never about a file that is cut",
  async () => {
    using second = openProbe({ videoLimitMs: 0.001, secondOpinion: openFfmpeg().secondOpinion });
    expect(await second.probe(SAMPLES.clip.path)).toMatchObject({ width: 1280, durationMs: 3000 });
    using both = openProbe({ secondOpinion: openFfmpeg().secondOpinion });
    const cut = join(dir, "cut");
    await Bun.write(cut, clip.subarray(0, clip.length * 0.7));
    await expect(both.probe(cut)).rejects.toMatchObject({ code: "media_unreadable" });
  },
);

/** A PNG of one bit a pixel, as small as it is wide. */
function blackSquare(side: number) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1));
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function chunk(type: string, content: Buffer) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(Bun.hash.crc32(body), body.length + 4);
  return framed;
}

/** Mulberry32: the same damage in every run. */
function random(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

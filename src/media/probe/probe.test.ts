// The probe: right about good files, short and clear about bad ones.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { blank, openMediaFixture, pngChunk } from "../../tests/support/media-fixture.ts";
import { scans } from "../../tests/support/hostile-videos.ts";
import { openTestProbe } from "../../tests/support/media-tools.ts";
import { openFfmpeg } from "../convert/ffmpeg.ts";
import type { Probe } from "./index.ts";
import { SAMPLES } from "../samples/index.ts";

const bench = openMediaFixture();
const { dir, video: made } = bench;
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
      await facts(Buffer.concat([png.subarray(0, 33), pngChunk("acTL", Buffer.alloc(8)), png.subarray(33)])),
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
      bitrate: Math.round((clip.length * 8) / 3),
      hdr: false,
      rotation: 0,
      animated: false,
      frames: null,
      alpha: false,
      colourSpace: null,
    });
  });

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

test("a video that keeps its reader busy is given up, and those behind it are read", async () => {
  using impatient = openTestProbe({ videoLimitMs: 0.001 });
  await expect(impatient.probe(SAMPLES.clip.path)).rejects.toMatchObject({ code: "media_unreadable" });
  using patient = openTestProbe();
  const answers = await Promise.all(Array.from({ length: 5 }, () => patient.probe(SAMPLES.clip.path)));
  expect(answers.every((answer) => answer.width === 1280)).toBe(true);
});

test.skipIf(!openFfmpeg().available)(
  "a second reader is asked, but never about a file that is cut",
  async () => {
    using second = openTestProbe({ videoLimitMs: 0.001, secondOpinion: openFfmpeg().secondOpinion });
    expect(await second.probe(SAMPLES.clip.path)).toMatchObject({ width: 1280, durationMs: 3000 });
    using both = openTestProbe({ secondOpinion: openFfmpeg().secondOpinion });
    const cut = join(dir, "cut");
    await Bun.write(cut, clip.subarray(0, clip.length * 0.7));
    await expect(both.probe(cut)).rejects.toMatchObject({ code: "media_unreadable" });
  },
);

describe("a caller with many files", () => {
  test("does not hold up the others", async () => {
    using fair = openTestProbe();
    const [heavy, light] = [join(dir, "heavy"), SAMPLES.photo.path];
    await Bun.write(heavy, scans(5400, 5400, 60));
    let done = 0;
    const many = Array.from({ length: 6 }, () => fair.probe(heavy, { owner: "a" }).then(() => done++));
    await fair.probe(light, { owner: "b" });
    expect(done).toBeLessThan(2);
    await Promise.all(many);
  });

  test("and leaves is not worked for any longer", async () => {
    using probe = openTestProbe();
    const heavy = join(dir, "heavy");
    await Bun.write(heavy, scans(5400, 5400, 100));
    const leaving = new AbortController();
    const many = Array.from({ length: 20 }, () => probe.probe(heavy, { owner: "a", signal: leaving.signal }));
    const settled = Promise.allSettled(many);
    await probe.probe(SAMPLES.photo.path, { owner: "b" });
    leaving.abort();
    expect((await settled).filter(({ status }) => status === "rejected").length).toBeGreaterThan(17);
    // The place is free at once.
    expect(await probe.probe(SAMPLES.photo.path, { owner: "a" })).toMatchObject({ width: 1600 });
  });
});

// ffmpeg's part: conversions that fit, posters, and playlists that open no door.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import type { Converter } from "./index.ts";
import { openMediaFixture, stream } from "../../tests/support/media-fixture.ts";
import { openTestConverter, openTestProbe } from "../../tests/support/media-tools.ts";
import { openFfmpeg } from "./ffmpeg.ts";
import { diskFiles, type Files } from "../storage/files.ts";
import { SAMPLES } from "../samples/index.ts";
import type { TargetFormat } from "../../domain/target-format.ts";

const bench = openMediaFixture();
const stopping = new AbortController().signal;
const { dir } = bench;
const probe = openTestProbe();
const ffmpeg = openFfmpeg({ temporary: join(dir, "scratch") });
let files: Files;
let converter: Converter;
beforeAll(async () => {
  files = await diskFiles(join(dir, "media"));
  converter = openTestConverter({ files, ffmpeg, stopping });
});
afterAll(() => {
  probe[Symbol.dispose]();
  bench.remove();
});
async function source(bytes: Uint8Array) {
  const { sha256 } = await files.write(stream(bytes), 1 << 30);
  const { mime } = await probe.probe((await files.local(sha256)).path);
  return { sha256, mime };
}

describe("videos", () => {
  const withFfmpeg = test.skipIf(!ffmpeg.available);
  const mp4: TargetFormat = { mime: "video/mp4", maxBytes: 50_000_000, maxPixels: null, maxSide: null };

  withFfmpeg("WebM becomes MP4 with H.264, and fits", async () => {
    const webm = join(dir, "a.webm");
    const input = ["-f", "lavfi", "-i", "testsrc2=s=641x361:d=3:r=25", "-f", "lavfi", "-i", "sine=d=3"];
    Bun.spawnSync(
      ["ffmpeg", "-v", "error", ...input, "-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus", webm],
      { stdin: "ignore" },
    );
    const made = await converter.convert(await source(await Bun.file(webm).bytes()), mp4);
    const facts = await probe.probe((await files.local(made.sha256)).path);
    expect(facts).toMatchObject({
      mime: "video/mp4",
      videoCodec: "h264",
      audioCodec: "aac",
      width: 640,
      height: 360,
    });
    expect(facts.durationMs).toBeGreaterThan(2900);
    const small = await converter.convert(await source(await Bun.file(webm).bytes()), {
      ...mp4,
      maxBytes: 150_000,
    });
    expect(small.size).toBeLessThanOrEqual(150_000);
  });

  withFfmpeg("H.264 that fits is copied: the index moves to the front, metadata goes", async () => {
    const clip = await Bun.file(SAMPLES.clip.path).bytes();
    const made = await converter.convert(await source(clip), mp4);
    expect(made).toMatchObject({ width: 1280, height: 720 });
    expect(Math.abs(made.size - clip.length)).toBeLessThan(5000);
    await expect(converter.convert(await source(clip), { ...mp4, maxBytes: 4000 })).rejects.toMatchObject({
      code: "media_too_large",
    });
  });

  withFfmpeg(
    "a poster is a JPEG, also past the end; ffprobe agrees with the probe; the version is known",
    async () => {
      for (const seconds of [1, 99]) {
        await using poster = await ffmpeg.poster(SAMPLES.clip.path, seconds);
        expect(await sharp(poster.path).metadata()).toMatchObject({
          format: "jpeg",
          width: 1280,
          height: 720,
        });
      }
      const second = await ffmpeg.secondOpinion(SAMPLES.clip.path, "video/mp4");
      expect(second).not.toBeNull();
      expect(await probe.probe(SAMPLES.clip.path)).toMatchObject({ ...second });
    },
  );

  withFfmpeg("a playlist that calls itself MP4 opens no other file", async () => {
    const path = join(dir, "playlist.mp4");
    for (const text of [
      `#EXTM3U\n#EXTINF:3,\n${SAMPLES.clip.path}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile ${SAMPLES.clip.path}\n`,
    ]) {
      await Bun.write(path, text);
      expect(await ffmpeg.secondOpinion(path, "video/mp4")).toBeNull();
      expect(await ffmpeg.secondOpinion(path, "video/webm")).toBeNull();
      await expect(ffmpeg.poster(path, 0)).rejects.toMatchObject({ code: "media_type_unsupported" });
    }
  });

  withFfmpeg("nothing is left in the scratch folder", async () => {
    const left = [
      ...new Bun.Glob("crier-ffmpeg-*").scanSync({ cwd: join(dir, "scratch"), onlyFiles: false }),
    ];
    expect(left).toEqual([]);
  });

  test("without ffmpeg the answer says what to do", async () => {
    const without = openFfmpeg({ searchPath: "/nonexistent" });
    expect(without.available).toBe(false);
    await expect(without.poster(SAMPLES.clip.path, 0)).rejects.toThrow(/apt-get install ffmpeg/);
  });
});

// The probe against a corpus: pictures whose facts are known, and videos as ffprobe sees them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { atMost } from "../../at-most.ts";
import { openMediaFixture } from "../../tests/support/media-fixture.ts";
import { IMAGES } from "../../tests/support/sample-images.ts";
import { makeVideo, SOUNDS, VIDEOS } from "../../tests/support/sample-videos.ts";
import { openTestProbe } from "../../tests/support/media-tools.ts";
import type { Probe } from "./index.ts";

const bench = openMediaFixture();
let probe: Probe & Disposable;
beforeAll(() => {
  probe = openTestProbe({ videoLimitMs: 20_000 });
});
afterAll(() => {
  probe[Symbol.dispose]();
  bench.remove();
});

describe("pictures", () => {
  test.each(IMAGES)("$name", async ({ make, is }) => {
    const bytes = await make();
    const facts = { kind: "image", size: bytes.length, durationMs: null, videoCodec: null } as const;
    expect(await bench.facts(probe, bytes)).toMatchObject({ ...facts, ...is });
  });
});

const able = Bun.which("ffmpeg") !== null && Bun.which("ffprobe") !== null;
if (!able) console.warn("The videos of the corpus are left out: ffmpeg and ffprobe are not installed.");

describe.skipIf(!able)("videos", () => {
  const made = new Map<string, string | null>();
  beforeAll(async () => {
    const inTurn = atMost(3);
    const all = [...VIDEOS, ...SOUNDS];
    const paths = await Promise.all(all.map((video) => inTurn(() => makeVideo(video, bench.dir))));
    for (const [index, { name }] of all.entries()) made.set(name, paths[index] ?? null);
  });

  test("nearly all could be made here", () => {
    const missing = [...made].filter(([, path]) => path === null).map(([name]) => name);
    if (missing.length > 0) console.warn(`This ffmpeg can't make ${missing.join(", ")}.`);
    expect(made.size - missing.length + IMAGES.length).toBeGreaterThanOrEqual(60);
  });

  test.each(VIDEOS)("$name", async ({ name, varies = false, turn = 0 }) => {
    const path = made.get(name);
    if (!path) return;
    const [ours, theirs] = await Promise.all([probe.probe(path), reference(path)]);
    const { width, height, videoCodec, audioCodec, rotation, hdr } = ours;
    const { durationMs: length, frameRates, rotation: turned, ...same } = theirs;
    expect({ width, height, videoCodec, audioCodec, hdr }).toEqual(same);
    expect([rotation, turned]).toEqual([turn, turn]);
    expect(Math.abs((ours.durationMs ?? 0) - length)).toBeLessThanOrEqual(1000 / Math.min(...frameRates) + 1);
    const off = frameRates.map((rate) => Math.abs((ours.frameRate ?? 0) - rate));
    if (!varies) expect(Math.min(...off)).toBeLessThan(0.02);
    expect(ours.bitrate).toBe(Math.round((ours.size * 8000) / (ours.durationMs ?? 0)));
    expect(ours.alpha).toBe(name.includes("alpha"));
  });

  test.each(SOUNDS)("$name is no video", async ({ name }) => {
    const path = made.get(name);
    if (!path) return;
    await expect(probe.probe(path)).rejects.toMatchObject({
      code: "media_unreadable",
      detail: expect.stringContaining("no video"),
    });
  });
});

interface Stream {
  readonly [name: string]: string | number | undefined | readonly { readonly rotation?: number }[];
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

/** What ffprobe makes of a file, read apart from the program's own use of it. */
async function reference(path: string) {
  const cmd = ["ffprobe", "-v", "error", "-show_streams", "-show_format", "-of", "json", path];
  const onProgress = JSON.parse(await Bun.spawn(cmd, { stdin: "ignore" }).stdout.text()) as {
    streams: Stream[];
    format: { duration?: string };
  };
  const video = onProgress.streams.find((each) => each["codec_type"] === "video");
  if (!video) throw new Error(`ffprobe sees no video in ${path}`);
  const [across, down] = String(video["sample_aspect_ratio"] ?? "1:1")
    .split(":")
    .map(Number);
  const counterClockwise = video.side_data_list?.find((each) => each.rotation !== undefined)?.rotation ?? 0;
  const pixel = (across || 1) / (down || 1);
  // As browsers show it: the longer side of a pixel stretches the picture, the shorter one does not shrink it.
  const shape = [Number(video["width"]) * Math.max(1, pixel), Number(video["height"]) / Math.min(1, pixel)];
  if (Math.abs(counterClockwise) === 90) shape.reverse();
  const name = String(video["codec_name"]);
  const audio = onProgress.streams.find((each) => each["codec_type"] === "audio");
  return {
    width: Math.round(shape[0] ?? 0),
    height: Math.round(shape[1] ?? 0),
    videoCodec: name,
    audioCodec: audio ? String(audio["codec_name"]) : null,
    rotation: (360 - counterClockwise) % 360,
    hdr: ["smpte2084", "arib-std-b67"].includes(String(video["color_transfer"])),
    // Of a live recording it can't tell.
    durationMs: Number(onProgress.format.duration ?? 0.8) * 1000,
    // The average over the file is thrown off by the first fragment; the steady rate it guessed is not.
    frameRates: ["avg_frame_rate", "r_frame_rate"].map((name) => {
      const [frames, seconds] = String(video[name]).split("/").map(Number);
      return (frames ?? 0) / (seconds ?? 1);
    }),
  };
}

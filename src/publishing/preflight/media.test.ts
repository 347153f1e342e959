// Files against limits: each rule with both numbers, and a conversion only where nothing is lost but size.
import { describe, expect, test } from "bun:test";
import type { ImageRule, MediaRule, VideoRule } from "../../domain/rules.ts";
import { uncertainLimits, fit, type FitOptions } from "./media.ts";
import type { Media, MediaFacts } from "../../domain/media.ts";

const STILL: MediaFacts = {
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  bitrate: null,
  hdr: null,
  rotation: 0,
  animated: false,
  frames: null,
  alpha: false,
  colourSpace: "rgb",
};
const PHOTO: Media = {
  id: "p",
  profileId: "",
  sha256: "",
  filename: "p.png",
  kind: "image",
  mime: "image/png",
  size: 1000,
  width: 400,
  height: 300,
  durationMs: null,
  altText: null,
  createdAt: 0,
  parentId: null,
  posterMs: null,
  facts: STILL,
};
const CLIP: Media = {
  ...PHOTO,
  id: "v",
  filename: "v.mp4",
  kind: "video",
  mime: "video/mp4",
  durationMs: 10_000,
  facts: { ...STILL, videoCodec: "h264", audioCodec: "aac", frameRate: 30, bitrate: 800 },
};
const IMAGE: ImageRule = {
  mimes: ["image/png", "image/jpeg"],
  maxBytes: 2000,
  maxPixels: null,
  maxSide: null,
};
const VIDEO: VideoRule = { mimes: ["video/mp4"], maxBytes: 2000, maxDurationMs: null, maxPixels: null };

const rules = (image: Partial<ImageRule> | null, video: Partial<VideoRule> | null = {}): MediaRule => ({
  maxItems: 4,
  maxVideos: 1,
  mixed: false,
  altTextMax: null,
  image: image && { ...IMAGE, ...image },
  video: video && { ...VIDEO, ...video },
});
const PLAIN: FitOptions = { framing: null, unable: () => null };
const photo = (changes: Partial<Media>, rule: Partial<ImageRule>, means = PLAIN) =>
  fit({ ...PHOTO, ...changes }, rules(rule), means);
const clip = (
  changes: Partial<Media>,
  facts: Partial<MediaFacts>,
  rule: Partial<VideoRule>,
  means: FitOptions = PLAIN,
) => fit({ ...CLIP, ...changes, facts: CLIP.facts && { ...CLIP.facts, ...facts } }, rules({}, rule), means);

describe("an image", () => {
  test("that fits goes as it is; of another kind than any that is taken, not at all", () => {
    expect(photo({}, {})).toEqual({ kind: "asIs" });
    expect(fit(PHOTO, rules(null), PLAIN)).toMatchObject({
      problems: [{ rule: "media.kind", mediaId: "p" }],
    });
  });

  test.each([
    ["format", {}, { mimes: ["image/jpeg"] }, "image/jpeg", "The image is image/png; accepted: image/jpeg."],
    ["bytes", { size: 2001 }, {}, "image/jpeg", "The image has 2,001 bytes; the maximum is 2,000 bytes."],
    ["pixels", {}, { maxPixels: 119_999 }, "image/png", "120,000 pixels; the maximum is 119,999 pixels"],
    ["side", {}, { maxSide: 399 }, "image/png", "400 px; the maximum is 399 px"],
  ])("converted for its %s", (_, changes, rule, mime, because) => {
    const plan = photo(changes, rule);
    expect(plan).toMatchObject({ kind: "convert", targetFormat: { mime } });
    expect(plan.kind === "convert" && plan.because).toContain(because);
  });

  test.each([
    ["image.ratio", { maxRatio: 1.3 }, 1.3, 4 / 3, "an aspect ratio of 1.333:1; the maximum is 1.3:1"],
    ["image.ratio", { minRatio: 1.4 }, 1.4, 4 / 3, "the minimum is 1.4:1"],
    ["image.bytes", { minBytes: 1001 }, 1001, 1000, "1,000 bytes; the minimum is 1,001 bytes"],
    ["image.side", { minSide: 320 }, 320, 300, "300 px; the minimum is 320 px"],
    ["image.format", { mimes: ["image/gif"] }, "image/gif", "image/png", "accepted: image/gif"],
  ])("impossible for %s", (name, rule, limit, actual, message) => {
    const problem = { rule: name, limit, actual, mediaId: "p", message: expect.stringContaining(message) };
    expect(photo({}, rule)).toEqual({ kind: "impossible", problems: [problem] });
  });

  test("that moves is not made a still one", () => {
    const facts = { ...STILL, animated: true };
    expect(photo({ facts }, {})).toEqual({ kind: "asIs" });
    expect(photo({ facts }, { animated: false })).toMatchObject({ problems: [{ rule: "image.animated" }] });
    expect(photo({ facts, size: 2001 }, {})).toMatchObject({ problems: [{ rule: "image.animated" }] });
    const webp = { facts, mime: "image/webp" };
    expect(photo(webp, { mimes: ["image/webp"], maxSide: 100 })).toMatchObject({ kind: "convert" });
    expect(photo(webp, { mimes: ["image/jpeg"] })).toMatchObject({ problems: [{ rule: "image.animated" }] });
  });
});

describe("a video", () => {
  test.each([
    ["format", { mime: "video/webm" }, {}, {}, "The video is video/webm; accepted: video/mp4."],
    ["codec", {}, { videoCodec: "hevc" }, { codecs: ["h264"] }, "uses the codec hevc; accepted: h264"],
    [
      "sound",
      {},
      { audioCodec: "opus" },
      { audioCodecs: ["aac"] },
      "Its sound uses the codec opus; accepted: aac",
    ],
    [
      "frame rate",
      {},
      { frameRate: 240 },
      { maxFrameRate: 60 },
      "240 frames a second; the maximum is 60 frames",
    ],
    [
      "too few frames",
      {},
      { frameRate: 12 },
      { minFrameRate: 23 },
      "12 frames a second; the minimum is 23 frames",
    ],
    ["bitrate", {}, {}, { maxBitrate: 600 }, "800 bits a second; the maximum is 600 bits"],
    ["side", {}, {}, { maxSide: 300 }, "400 px; the maximum is 300 px"],
  ])("converted for its %s", (_, changes, facts, rule, because) => {
    const plan = clip(changes, facts, rule);
    expect(plan).toMatchObject({ kind: "convert", targetFormat: { mime: "video/mp4" } });
    expect(plan.kind === "convert" && plan.because).toContain(because);
  });

  test("says what the conversion must keep to", () => {
    const targetFormat = { maxSide: null, maxFrameRate: 20, maxBytes: 750 };
    expect(clip({}, {}, { maxFrameRate: 20, maxBitrate: 600 })).toMatchObject({ targetFormat });
    expect(clip({}, { frameRate: 15 }, { minFrameRate: 23 })).toMatchObject({
      targetFormat: { minFrameRate: 23 },
    });
  });

  test.each([
    [23.976, 24, 60],
    [59.94, 60, 60],
    [60.02, 23, 60],
  ])("%d frames a second are what everybody calls them", (frameRate, minFrameRate, maxFrameRate) => {
    expect(clip({}, { frameRate }, { minFrameRate, maxFrameRate })).toEqual({ kind: "asIs" });
  });

  test.each([
    ["video.duration", { maxDurationMs: 9500 }, 9500, 10_000, "lasts 10 s; the maximum is 9.5 s"],
    ["video.duration", { minDurationMs: 12_000 }, 12_000, 10_000, "the minimum is 12 s"],
    ["video.frames", { maxFrames: 299 }, 299, 300, "300 frames; the maximum is 299 frames"],
    ["video.ratio", { maxRatio: 1 }, 1, 4 / 3, "the maximum is 1:1"],
    ["video.format", { mimes: ["video/webm"] }, "video/webm", "video/mp4", "accepted: video/webm"],
  ])("impossible for %s", (name, rule, limit, actual, message) => {
    const problem = { rule: name, limit, actual, mediaId: "v", message: expect.stringContaining(message) };
    expect(clip({}, {}, rule)).toEqual({ kind: "impossible", problems: [problem] });
  });

  test("is refused for what can't be mended, all of it, though the rest could", () => {
    const plan = clip({ size: 3000 }, {}, { maxDurationMs: 1, maxFrames: 299 });
    expect(plan).toMatchObject({ problems: [{ rule: "video.duration" }, { rule: "video.frames" }] });
  });

  test("without sound has no wrong sound; of what is not known nothing is held against it", () => {
    expect(clip({}, { audioCodec: null }, { audioCodecs: ["aac"] })).toEqual({ kind: "asIs" });
    const unknown = { ...CLIP, width: null, height: null, durationMs: null, facts: null };
    const strict = {
      codecs: ["av1"],
      maxFrameRate: 1,
      minRatio: 9,
      minDurationMs: 1e9,
      maxPixels: 1,
      maxFrames: 1,
    };
    expect(fit(unknown, rules({}, strict), PLAIN)).toEqual({ kind: "asIs" });
  });
});

test("an unproven limit only warns: it neither refuses nor converts", () => {
  const unsure: MediaRule = {
    ...rules({ maxSide: 100, maxRatio: 1 }, { maxDurationMs: 1 }),
    unsure: ["image.side", "image.ratio", "video.duration"],
  };
  expect([fit(PHOTO, unsure, PLAIN), fit(CLIP, unsure, PLAIN)]).toEqual([{ kind: "asIs" }, { kind: "asIs" }]);
  expect(uncertainLimits(PHOTO, unsure).map(({ rule }) => rule)).toEqual(["image.side", "image.ratio"]);
  expect(uncertainLimits(CLIP, unsure)).toEqual([
    {
      rule: "video.duration",
      message: expect.stringMatching(/^v\.mp4: .* 10 s; the maximum is 0\.001 s\. .*exactly/),
    },
  ]);
  expect(uncertainLimits(PHOTO, rules({ maxSide: 100 }))).toEqual([]);
});

describe("a file too wide or too tall", () => {
  const WIDE = { width: 3000, height: 1000 };
  const asked = (framing: FitOptions["framing"]): FitOptions => ({ ...PLAIN, framing });

  test("is refused without being asked for, and says what can be asked for", () => {
    const problem = { rule: "image.ratio", limit: 1.91, actual: 3, mediaId: "p" };
    const message = expect.stringMatching(/3:1; the maximum is 1\.91:1\. Set `fit` to `crop` or `pad` in/);
    expect(photo(WIDE, { maxRatio: 1.91 })).toEqual({
      kind: "impossible",
      problems: [{ ...problem, message }],
    });
    expect(clip(WIDE, {}, { maxRatio: 1 })).toMatchObject({
      problems: [{ message: expect.stringContaining("`fit`") }],
    });
  });

  test.each([
    ["crop", WIDE, { maxRatio: 1.91 }, 1.91, "cropped from 3:1 to 1.91:1"],
    ["pad", WIDE, { maxRatio: 1.91 }, 1.91, "padded from 3:1 to 1.91:1"],
    ["crop", { width: 500, height: 1000 }, { minRatio: 0.8 }, 0.8, "cropped from 0.5:1 to 0.8:1"],
    ["pad", { width: 500, height: 1000 }, { minRatio: 0.8, maxRatio: 2 }, 0.8, "padded from 0.5:1 to 0.8:1"],
  ] as const)("%s: to the nearest shape that is taken", (by, shape, rule, ratio, does) => {
    const targetFormat = { mime: "image/png", frame: { by, ratio } };
    expect(photo(shape, rule, asked(by))).toMatchObject({ kind: "convert", targetFormat, does });
    expect(clip(shape, {}, rule, asked(by))).toMatchObject({
      kind: "convert",
      targetFormat: { frame: targetFormat.frame },
      does,
    });
  });

  test("what is asked for is done only where the shape is wrong, and said beside what else is done", () => {
    expect(photo({ width: 400, height: 300 }, { maxRatio: 1.91 }, asked("crop"))).toEqual({ kind: "asIs" });
    const plan = photo({ ...WIDE, size: 9000 }, { maxRatio: 1.91 }, asked("crop"));
    expect(plan).toMatchObject({ does: "converted to image/jpeg, cropped from 3:1 to 1.91:1" });
    // Padded it has 4.7 megapixels, cropped 1.91.
    const rule = { maxRatio: 1.91, maxPixels: 3_500_000 };
    expect(photo(WIDE, rule, asked("crop"))).toMatchObject({ does: "cropped from 3:1 to 1.91:1" });
    expect(photo(WIDE, rule, asked("pad"))).toMatchObject({
      does: "converted to image/png, padded from 3:1 to 1.91:1",
    });
  });

  test("is still refused where the rest would be too small, is too long, or would stand still", () => {
    const small = { problems: [{ rule: "image.side", actual: 500, limit: 600 }] };
    expect(photo(WIDE, { maxRatio: 0.5, minSide: 600 }, asked("crop"))).toMatchObject(small);
    expect(clip(WIDE, {}, { maxRatio: 1, maxDurationMs: 5 }, asked("pad"))).toMatchObject({
      problems: [{ rule: "video.duration" }],
    });
    const moving = photo({ ...WIDE, facts: { ...STILL, animated: true } }, { maxRatio: 1 }, asked("crop"));
    expect(moving).toMatchObject({ problems: [{ rule: "image.animated" }] });
  });
});

test("a conversion that this machine can't do is not planned, and nothing else is kept from going", () => {
  const without: FitOptions = {
    framing: null,
    unable: ({ kind }) => (kind === "video" ? "No ffmpeg here." : null),
  };
  expect(clip({}, {}, {}, without)).toEqual({ kind: "asIs" });
  expect(photo({ size: 2001 }, {}, without)).toMatchObject({ kind: "convert" });
  expect(clip({ mime: "video/webm" }, {}, {}, without)).toEqual({
    kind: "impossible",
    problems: [
      {
        rule: "video.conversion",
        limit: null,
        actual: "video/webm",
        mediaId: "v",
        message: "The video is video/webm; accepted: video/mp4. No ffmpeg here.",
      },
    ],
  });
});

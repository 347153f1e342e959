// Cropped and padded, with real bytes: the shape that was asked for, the middle of the picture, and bars where they belong.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import type { Converter } from "./index.ts";
import { openMediaFixture, stream } from "../../tests/support/media-fixture.ts";
import { openTestConverter, openTestProbe } from "../../tests/support/media-tools.ts";
import { openFfmpeg } from "./ffmpeg.ts";
import { diskFiles, type Files } from "../storage/files.ts";
import { cutToFrame, outline, shrinkage } from "../../domain/fitted-shape.ts";
import type { Frame, TargetFormat } from "../../domain/target-format.ts";

const bench = openMediaFixture();
const probe = openTestProbe();
let files: Files;
let converter: Converter;
beforeAll(async () => {
  files = await diskFiles(`${bench.dir}/media`);
  const ffmpeg = openFfmpeg({ temporary: bench.dir });
  converter = openTestConverter({ files, ffmpeg, stopping: new AbortController().signal });
});
afterAll(() => {
  probe[Symbol.dispose]();
  bench.remove();
});

const want = (frame: Frame, changes: Partial<TargetFormat> = {}): TargetFormat => ({
  mime: "image/png",
  maxBytes: 5_000_000,
  maxPixels: null,
  maxSide: null,
  frame,
  ...changes,
});

/** What the adapter says is what the file is. */
async function made(bytes: Uint8Array, format: TargetFormat) {
  const { sha256 } = await files.write(stream(bytes), 1 << 30);
  const { mime } = await probe.probe((await files.local(sha256)).path);
  const { width, height, ...out } = await converter.convert({ sha256, mime }, format);
  expect(await probe.probe((await files.local(out.sha256)).path)).toMatchObject({
    width,
    height,
    mime: format.mime,
  });
  return { width, height, path: (await files.local(out.sha256)).path };
}

/** Left red, middle green, right blue, each a third. */
async function flag(width: number, height: number) {
  const third = Math.floor(width / 3);
  const stripe = (background: string, left: number) => ({
    input: { create: { width: third, height, channels: 3 as const, background } },
    left,
    top: 0,
  });
  const base = sharp({ create: { width, height, channels: 3, background: "blue" } });
  return base.composite([stripe("red", 0), stripe("lime", third)]);
}
async function pixel(path: string, x: number, y: number) {
  const { data } = await sharp(path)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}
const [RED, GREEN, BLUE, WHITE] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
];

describe("a picture", () => {
  test("cropped: the middle of it, every pixel as it was", async () => {
    const wide = await (await flag(3000, 1000)).png().toBuffer();
    const { path, ...shape } = await made(wide, want({ by: "crop", ratio: 1.91 }));
    expect(shape).toEqual({ width: 1910, height: 1000 });
    expect([await pixel(path, 0, 500), await pixel(path, 955, 500), await pixel(path, 1909, 500)]).toEqual([
      RED,
      GREEN,
      BLUE,
    ]);
    // 545 px are gone on each side, so the first stripe is 455 wide.
    expect([await pixel(path, 454, 0), await pixel(path, 455, 0)]).toEqual([RED, GREEN]);
  });

  test("padded: all of it, between two white bars", async () => {
    const wide = await (await flag(300, 100)).png().toBuffer();
    const { path, ...shape } = await made(wide, want({ by: "pad", ratio: 1.5 }));
    expect(shape).toEqual({ width: 300, height: 200 });
    const column = [0, 49, 50, 149, 150, 199].map((y) => pixel(path, 0, y));
    expect(await Promise.all(column)).toEqual([WHITE, WHITE, RED, RED, WHITE, WHITE]);
    expect(await pixel(path, 299, 100)).toEqual(BLUE);
  });

  test("that is too tall, or lies on its side by EXIF, is measured as it is shown", async () => {
    const tall = await (await flag(400, 1000)).jpeg().toBuffer();
    const jpeg = { mime: "image/jpeg" };
    expect(await made(tall, want({ by: "crop", ratio: 0.8 }, jpeg))).toMatchObject({
      width: 400,
      height: 500,
    });
    expect(await made(tall, want({ by: "pad", ratio: 0.8 }, jpeg))).toMatchObject({
      width: 800,
      height: 1000,
    });
    const lying = await sharp(tall).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const shown = await made(lying, want({ by: "crop", ratio: 1.91 }, jpeg));
    expect(shown).toMatchObject({ width: 764, height: 400 });
  });

  test("with holes stands on the white of its bars; one that moves keeps all its frames", async () => {
    const holes = await sharp({
      create: { width: 300, height: 100, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { path } = await made(holes, want({ by: "pad", ratio: 1 }));
    expect(await pixel(path, 150, 150)).toEqual(WHITE);
    const pages = await Promise.all(
      ["red", "lime", "blue"].map((background) =>
        sharp({ create: { width: 120, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const webp = await sharp(pages, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100, 100] })
      .toBuffer();
    for (const by of ["crop", "pad"] as const) {
      const moving = await made(webp, want({ by, ratio: 1.5 }, { mime: "image/webp" }));
      expect(moving).toMatchObject(by === "crop" ? { width: 60, height: 40 } : { width: 120, height: 80 });
      const { pages: left } = await sharp(moving.path, { animated: true }).metadata();
      expect(left).toBe(3);
    }
  });

  test("made differently is kept apart: the choice is part of the question", async () => {
    const wide = await (await flag(300, 100)).png().toBuffer();
    const shapes = [];
    for (const frame of [
      { by: "crop", ratio: 1.5 },
      { by: "pad", ratio: 1.5 },
      { by: "crop", ratio: 2 },
    ] as const)
      shapes.push(await made(wide, want(frame)));
    expect(shapes).toMatchObject([
      { width: 150, height: 100 },
      { width: 300, height: 200 },
      { width: 200, height: 100 },
    ]);
  });
});

test("whole pixels never lead beyond a limit, whatever the shape, size and step", () => {
  let tried = 0;
  for (const ratio of [0.5, 9 / 16, 0.8, 1, 1.91, 16 / 9, 2.39])
    for (const [width, height] of [
      [3000, 1000],
      [999, 1001],
      [641, 359],
      [1, 4000],
      [4001, 3],
      [853, 480],
    ] as const)
      for (const by of ["crop", "pad"] as const)
        for (const step of [1, 2]) {
          const frame = { by, ratio };
          const limits = { maxPixels: 250_000, maxSide: 700 };
          const factor = shrinkage(cutToFrame({ width, height }, frame, step), limits);
          const out = outline({ width, height }, factor, frame, step);
          const [is, was] = [out.width / out.height, width / height];
          tried++;
          // A picture of one line can't become any shape.
          if (Math.min(out.width, out.height) <= step) continue;
          expect({ ...out, ok: was > ratio ? is <= ratio : is >= ratio }).toEqual({ ...out, ok: true });
          expect(Math.abs(is / ratio - 1)).toBeLessThan((step * 2) / Math.min(out.width, out.height));
          expect([out.width % step, out.height % step]).toEqual([0, 0]);
          expect(out.width * out.height).toBeLessThanOrEqual(limits.maxPixels);
          expect(Math.max(out.width, out.height)).toBeLessThanOrEqual(limits.maxSide);
        }
  expect(tried).toBe(168);
});

describe.skipIf(Bun.which("ffmpeg") === null)("a video", () => {
  /** Left red, middle green, right blue. */
  const striped = (name: string, ...args: string[]) => {
    const stripe = (colour: string) => `color=${colour}:s=160x180:d=1:r=10`;
    const inputs = ["red", "lime", "blue"].flatMap((colour) => ["-f", "lavfi", "-i", stripe(colour)]);
    const stacked = ["-filter_complex", "[1][2][3]hstack=3[v]", "-map", "[v]", "-pix_fmt", "yuv420p"];
    return bench.video(name, ...inputs, ...stacked, ...args);
  };
  const still = async (path: string) => {
    const { stdout } = Bun.spawnSync(
      ["ffmpeg", "-v", "error", "-i", path, "-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "-"],
      { stdin: "ignore" },
    );
    const png = `${bench.dir}/still.png`;
    await Bun.write(png, stdout);
    return png;
  };
  const like = (seen: number[], wished: number[]) =>
    seen.every((value, i) => Math.abs(value - (wished[i] ?? 0)) < 40);
  const BLACK = [0, 0, 0];

  test.each([
    ["crop", { width: 240, height: 180 }, [RED, GREEN, BLUE], GREEN],
    ["pad", { width: 480, height: 360 }, [RED, GREEN, BLUE], BLACK],
  ] as const)("%s to 4:3", async (by, shape, across, top) => {
    const wide = await Bun.file(striped(`${by}.mp4`, "-c:v", "libx264")).bytes();
    const { path, ...out } = await made(wide, want({ by, ratio: 4 / 3 }, { mime: "video/mp4" }));
    expect(out).toEqual(shape);
    const png = await still(path);
    const middle = shape.height / 2;
    const seen = await Promise.all([8, shape.width / 2, shape.width - 8].map((x) => pixel(png, x, middle)));
    seen.forEach((colour, i) => expect(like(colour, across[i] ?? [])).toBeTrue());
    expect(like(await pixel(png, shape.width / 2, 4), [...top])).toBeTrue();
  });
});

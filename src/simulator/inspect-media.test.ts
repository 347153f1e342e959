// What simulated networks recognize as an image or a video, and what Mastodon refuses.
import { expect, test } from "bun:test";
import sharp from "sharp";
import { shapeOf, videoOf } from "./inspect-media.ts";
import { wrongFile } from "./mastodon/media.ts";

const blank = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: "teal" } })
      .png()
      .toBuffer(),
  );
const clip = () => Bun.file(new URL("./fixture.mp4", import.meta.url)).bytes();

test("pictures and videos have a shape, whole or not at all", async () => {
  expect(await shapeOf(await blank(30, 20))).toEqual({ width: 30, height: 20 });
  expect(await shapeOf(await clip())).toMatchObject({ width: 540, height: 960 });
  const png = await blank(300, 200);
  for (const broken of [
    png.slice(0, 60),
    (await clip()).slice(0, 400),
    new TextEncoder().encode("\x89PNG no"),
  ])
    expect(await shapeOf(broken)).toBeNull();
});

test("of a video is seen how it is made, and a picture is none", async () => {
  const seen = { width: 540, height: 960, durationMs: 5000, frameRate: 30, codec: "avc", sound: "aac" };
  expect(await videoOf(await clip())).toEqual(seen);
  expect(await videoOf(await blank(30, 20))).toBeNull();
});

test("Mastodon refuses what is too large, has too many pixels or can't be read", async () => {
  expect(await wrongFile(await blank(30, 20), "image/png")).toBeNull();
  expect(await wrongFile(await clip(), "video/mp4")).toBeNull();
  expect(await wrongFile(await blank(8000, 5000), "image/png")).toBe("8000x5000 images are not supported");
  expect(await wrongFile(new Uint8Array(16_777_217), "image/png")).toContain("less than 16 MB");
  expect(await wrongFile(new Uint8Array(103_809_025), "video/mp4")).toContain("less than 99 MB");
  expect(await wrongFile((await blank(30, 20)).slice(0, 50), "image/png")).toContain("reported to be");
});

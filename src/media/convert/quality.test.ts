// How much a conversion may change what is seen: structural similarity (SSIM) with the source, at the size it came out in.
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { noisy, openMediaFixture, stream } from "../../tests/support/media-fixture.ts";
import { openTestConverter } from "../../tests/support/media-tools.ts";
import { openFfmpeg } from "./ffmpeg.ts";
import { diskFiles } from "../storage/files.ts";
import { SAMPLES } from "../samples/index.ts";

const bench = openMediaFixture();
afterAll(() => bench.remove());

const WINDOW = 8;
/** The constants of the method for 8 bits: (0.01 × 255)² and (0.03 × 255)². */
const [C1, C2] = [6.5025, 58.5225];

/** Mean SSIM of the brightness in windows of 8 × 8; 1 is the same picture. */
async function similarity(a: Uint8Array, b: Uint8Array, width: number, height: number): Promise<number> {
  const grey = (bytes: Uint8Array) =>
    sharp(bytes)
      .autoOrient()
      .resize(width, height, { fit: "fill" })
      .flatten({ background: "white" })
      .greyscale()
      .raw()
      .toBuffer();
  const [x, y] = [await grey(a), await grey(b)];
  let [sum, windows] = [0, 0];
  for (let top = 0; top + WINDOW <= height; top += WINDOW)
    for (let left = 0; left + WINDOW <= width; left += WINDOW, windows++)
      sum += inWindow(x, y, width, top, left);
  return sum / windows;
}

function inWindow(x: Buffer, y: Buffer, width: number, top: number, left: number): number {
  let [sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0];
  for (let row = 0; row < WINDOW; row++)
    for (let column = 0; column < WINDOW; column++) {
      const at = (top + row) * width + left + column;
      const [p, q] = [x[at] ?? 0, y[at] ?? 0];
      sx += p;
      sy += q;
      sxx += p * p;
      syy += q * q;
      sxy += p * q;
    }
  const n = WINDOW * WINDOW;
  const [mx, my] = [sx / n, sy / n];
  const [vx, vy, cov] = [sxx / n - mx * mx, syy / n - my * my, sxy / n - mx * my];
  return ((2 * mx * my + C1) * (2 * cov + C2)) / ((mx * mx + my * my + C1) * (vx + vy + C2));
}

/** A photo with a grain, as a camera's sensor leaves it: without, any conversion looks alike. */
async function grained(width: number, height: number): Promise<Buffer> {
  const grain = await noisy(500, 375, 6).png({ compressionLevel: 0 }).toBuffer();
  return await sharp(await Bun.file(SAMPLES.photo.path).bytes())
    .resize(width, height)
    .composite([{ input: grain, blend: "soft-light", tile: true }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

test("the measure knows the same from another", async () => {
  const photo = await grained(1000, 750);
  const poor = await sharp(photo).jpeg({ quality: 5 }).toBuffer();
  const blurred = await sharp(photo).blur(3).png().toBuffer();
  expect(await similarity(photo, photo, 1000, 750)).toBeCloseTo(1, 6);
  for (const worse of [poor, blurred]) expect(await similarity(photo, worse, 1000, 750)).toBeLessThan(0.95);
});

test("a 12-megapixel PNG made to fit each network's limits looks like it: SSIM at least 0.95", async () => {
  const files = await diskFiles(join(bench.dir, "media"));
  const ffmpeg = openFfmpeg({ temporary: bench.dir });
  const converter = openTestConverter({ files, ffmpeg, stopping: new AbortController().signal });
  const png = await grained(4000, 3000);
  const { sha256 } = await files.write(stream(png), 1 << 30);
  const jpeg = { mime: "image/jpeg", maxPixels: null, maxSide: null };
  for (const format of [
    { ...jpeg, maxBytes: 16_777_216 },
    { ...jpeg, maxBytes: 976_560 },
    { ...jpeg, mime: "image/webp", maxBytes: 2_000_000 },
  ]) {
    const made = await converter.convert({ sha256, mime: "image/png" }, format);
    const { width, height } = made;
    const ssim = await similarity(png, await files.bytes(made.sha256), width, height);
    expect({ format, width, ssim, ok: ssim >= 0.95 }).toMatchObject({ ok: true });
  }
});

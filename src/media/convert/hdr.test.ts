// HDR that becomes H.264: what was grey stays grey, white stays bright, and the file says what it is.
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { convert, openMediaFixture } from "../../tests/support/media-fixture.ts";
import { openFfmpeg } from "./ffmpeg.ts";

const bench = openMediaFixture();
afterAll(() => bench.remove());
const lists = (what: string, name: string) =>
  Bun.which("ffmpeg") !== null &&
  Bun.spawnSync(["ffmpeg", "-hide_banner", what], { stdin: "ignore" }).stdout.includes(` ${name} `);
const canMake = lists("-encoders", "libx265");
const hasZscale = lists("-filters", "zscale");

/** Signals of black, 18 % grey, and the white of things (203 cd/m²) in each curve (BT.2408, tables 1 and 3). */
const CURVES = [
  ["PQ", "smpte2084", [0, 0.38, 0.58]],
  ["HLG", "arib-std-b67", [0, 0.38, 0.75]],
] as const;
/** The same three as SDR: black, the 26 cd/m² of the grey where white is 203, and white with room above it for lights. */
const WISHED = [
  [0, 0.01],
  [0.38, 0.46],
  [0.8, 0.9],
] as const;

function clip(name: string, curve: string, levels: readonly number[]): string {
  const [first = 0, second = 0, third = 0] = levels.map((level) => Math.round(level * 1023));
  const level = `if(lt(X,100),${first},if(lt(X,200),${second},${third}))`;
  const source = `color=s=300x180:d=1:r=10,format=gbrp10le,geq=r='${level}':g='${level}':b='${level}'`;
  return encoded(name, curve, source);
}

/** @param source colours of BT.2020, as signals of the curve */
function encoded(name: string, curve: string, source: string): string {
  const path = join(bench.dir, name);
  const { success } = Bun.spawnSync(
    [
      "ffmpeg",
      "-v",
      "error",
      "-y",
      "-f",
      "lavfi",
      "-i",
      source,
      "-vf",
      "scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10le",
      "-c:v",
      "libx265",
      "-x265-params",
      "log-level=none",
      "-color_primaries",
      "bt2020",
      "-color_trc",
      curve,
      "-colorspace",
      "bt2020nc",
      "-color_range",
      "tv",
      path,
    ],
    { stdin: "ignore" },
  );
  if (!success) throw new Error("ffmpeg could not make an HDR clip");
  return path;
}

/** Luma in the middle of each third, 0 (black) to 1 (white), as a player that knows no HDR shows it. */
function lumas(path: string): number[] {
  const frame = ["-frames:v", "1", "-vf", "format=yuv420p,extractplanes=y", "-f", "rawvideo", "-"];
  const { stdout } = Bun.spawnSync(["ffmpeg", "-v", "error", "-i", path, ...frame], { stdin: "ignore" });
  return [50, 150, 250].map((x) => ((stdout[90 * 300 + x] ?? 0) - 16) / 219);
}

describe.skipIf(!canMake)("an HDR video becomes SDR", () => {
  test.each(CURVES)("%s", async (_, curve, levels) => {
    const path = clip(`${curve}.mp4`, curve, levels);
    const format = { mime: "video/mp4", maxBytes: 5_000_000, maxPixels: null, maxSide: null };
    await using made = await convert(openFfmpeg({ temporary: bench.dir }), path, format);
    const asked = "stream=codec_name,pix_fmt,color_range,color_space,color_transfer,color_primaries";
    const { stdout } = Bun.spawnSync([
      "ffprobe",
      "-v",
      "error",
      "-show_entries",
      asked,
      "-of",
      "json",
      made.path,
    ]);
    const [stream] = (JSON.parse(stdout.toString()) as { streams: Record<string, string>[] }).streams;
    expect(stream).toEqual({
      codec_name: "h264",
      pix_fmt: "yuv420p",
      color_range: "tv",
      color_space: "bt709",
      color_transfer: "bt709",
      color_primaries: "bt709",
    });
    lumas(made.path).forEach((luma, i) => {
      const [least, most] = WISHED[i] ?? [0, 0];
      expect(luma).toBeGreaterThanOrEqual(least - 0.01);
      expect(luma).toBeLessThanOrEqual(most);
    });
    // Only read as SDR, its white would be far from white.
    expect(lumas(path)[2]).toBeLessThan(0.78);
    // The picture that people see of it beforehand.
    await using poster = await openFfmpeg({ temporary: bench.dir }).poster(path, 0);
    const { data } = await sharp(poster.path).greyscale().raw().toBuffer({ resolveWithObject: true });
    [50, 150, 250].forEach((x, i) => {
      const [least, most] = WISHED[i] ?? [0, 0];
      expect((data[90 * 300 + x] ?? 0) / 255).toBeWithin(least - 0.02, most + 0.02);
    });
  });

  test.skipIf(!hasZscale).each(CURVES)("%s: colours as ffmpeg's own filters make them", async (_, curve) => {
    const path = encoded(`colours-${curve}.mp4`, curve, "testsrc2=s=300x180:d=1:r=5,format=gbrp10le");
    const format = { mime: "video/mp4", maxBytes: 5_000_000, maxPixels: null, maxSide: null };
    await using made = await convert(openFfmpeg({ temporary: bench.dir }), path, format);
    const reference = [
      "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:peak=4.926:desat=0",
      // zscale's own step from these colours to YUV is wrong in some versions of its library.
      "zscale=t=bt709,format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
    ].join(",");
    const filter = `[0:v]${reference}[a];[1:v]format=yuv420p[b];[a][b]psnr`;
    const inputs = ["-i", path, "-i", made.path];
    const { stderr } = Bun.spawnSync(
      ["ffmpeg", "-hide_banner", ...inputs, "-filter_complex", filter, "-f", "null", "-"],
      { stdin: "ignore", stdout: "ignore", stderr: "pipe" },
    );
    const [, decibels] = /average:([\d.]+)/.exec(stderr.toString()) ?? [];
    expect(Number(decibels)).toBeGreaterThan(28);
  });
});

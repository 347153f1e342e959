// Tests which files arrive at every simulated network, checked by the networks' own rules and ffprobe.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { noisy, openMediaFixture } from "../support/media-fixture.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { networks } from "../../app/networks.ts";
import type { Json } from "../../networks/network.ts";
import { optionsOf } from "../../networks/options.ts";
import type { Framing } from "../../domain/target-format.ts";
import type { ImageRule, VideoRule } from "../../domain/rules.ts";
import { limitsOf } from "../../publishing/preflight/limits.ts";
import { shapeOf, videoOf } from "../../simulator/inspect-media.ts";
import { sniff } from "../../simulator/network.ts";
import { lookAt } from "../support/owner.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

const bench = openMediaFixture();
let world: World;
beforeAll(async () => {
  world = await openWorld();
  for (const { id } of networks.list) await world.account(id, "ok");
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  bench.remove();
});

type Kind = "image" | "video";

interface Arrived {
  readonly platform: string;
  readonly rule: ImageRule & Partial<VideoRule>;
  readonly bytes: Uint8Array;
  readonly mime: string;
}

/** Published wherever such a file is taken. */
async function publish(
  path: string,
  filename: string,
  kind: Kind,
  framing: Framing = "pad",
): Promise<Arrived[]> {
  const { id } = await world.appliance.ingest.take({
    ...{ profileId: world.profileId, actor: "cli", filename, declaredMime: "", altText: "Hills" },
    ...{ stream: Bun.file(path).stream(), limitBytes: 1 << 29 },
  });
  const taking = await takersOf(id, filename, kind, framing);
  const accounts = taking.map(({ platform }) => platform);
  const options = Object.fromEntries(taking.map((each) => [each.platform, each.options]));
  const post = await world.post({ caption: filename, schedule: "now", media: [id], accounts, options });
  // In small steps: what is uploaded takes real time, and must not run out of the time that passes only here.
  const { targets } = await world.until(post.id, isSettled, 60);
  expect(targets.map(({ platform, status, error }) => ({ platform, status, error }))).toEqual(
    targets.map(({ platform }) => ({ platform, status: "posted", error: undefined })),
  );
  return await Promise.all(
    taking.map(async ({ platform, rule }) => {
      const file = world.published(platform).find(({ text }) => text.includes(filename))?.media[0];
      const answer = await lookAt(world, `/simulator/media/${platform}/${file?.id}`);
      expect(answer.headers.get("content-type")).toBe(file?.mime ?? "");
      return { platform, rule, bytes: await answer.bytes(), mime: file?.mime ?? "" };
    }),
  );
}

/** The networks whose limits of this very post let in such a file, with what must be chosen there. */
async function takersOf(id: string, text: string, kind: Kind, framing: Framing) {
  const media = await world.appliance.store.media.one(id);
  if (!media) throw new Error("not there");
  return networks.pairs.flatMap(({ network, simulated: { sample } }) => {
    const form = optionsOf(network, network.rules);
    const options: Record<string, Json> = { ...sample, ...("fit" in form.properties && { fit: framing }) };
    const { rules } = limitsOf(network, network.rules, { text, media: [media], options });
    const rule = rules.media[kind];
    const isTaken = rule !== null && !(kind === "image" && rules.requires === "video");
    if (!isTaken) return [];
    // An unproven size only causes a warning.
    const isUnsure = rules.media.unsure?.includes(`${kind}.bytes`) ?? false;
    return [{ platform: network.id, rule: isUnsure ? { ...rule, maxBytes: Infinity } : rule, options }];
  });
}

/** Is what it says, is whole, keeps to every limit, and has bars only where its shape was none that is taken. */
async function judge({ platform, rule, bytes, mime }: Arrived, sent: number) {
  const shape = await shapeOf(new Uint8Array(bytes));
  if (!shape) throw new Error(`${platform} can't see it`);
  const { width, height } = shape;
  const nearest = Math.min(rule.maxRatio ?? Infinity, Math.max(rule.minRatio ?? 0, sent));
  expect({
    platform,
    mime: sniff(bytes) === mime && rule.mimes.includes(mime),
    bytes: bytes.byteLength <= rule.maxBytes && bytes.byteLength >= (rule.minBytes ?? 0),
    pixels: width * height <= (rule.maxPixels ?? Infinity),
    longest: Math.max(width, height) <= (rule.maxSide ?? Infinity),
    shortest: Math.min(width, height) >= (rule.minSide ?? 0),
    shape: Math.abs(width / height - nearest) < 0.01,
  }).toEqual({
    ...{ platform, mime: true, bytes: true, pixels: true, longest: true, shortest: true, shape: true },
  });
  return shape;
}

test("a 12-megapixel PNG arrives as each network demands, with all the pixels that it takes", async () => {
  const png = join(bench.dir, "hills.png");
  await sharp(await Bun.file(SAMPLES.photo.path).bytes())
    .resize(4000, 3000)
    .composite([{ input: await noisy(1000, 750, 2).png().toBuffer(), blend: "soft-light", tile: true }])
    .withExif({ IFD0: { Make: "SecretCam" } })
    .png({ compressionLevel: 3 })
    .toFile(png);
  const { size } = Bun.file(png);
  expect([size > 2_000_000, size < 16_777_216]).toEqual([true, true]);
  const pixels = async (of: Uint8Array | string) => Bun.hash(await sharp(of).raw().toBuffer());
  const before = await pixels(png);
  const arrived = await publish(png, "hills.png", "image");
  expect(arrived.map(({ platform }) => platform)).toEqual(expect.arrayContaining(["bluesky", "mastodon"]));
  for (const one of arrived) {
    const { width, height } = await judge(one, 4 / 3);
    const { mimes, maxBytes, maxPixels, maxSide } = one.rule;
    expect(Buffer.from(one.bytes).includes("Secret")).toBeFalse();
    const isAllowed = 12_000_000 <= (maxPixels ?? Infinity) && 4000 <= (maxSide ?? Infinity);
    const isAsItWas = isAllowed && width === 4000 && height === 3000 && mimes.includes("image/png");
    if (size > maxBytes) expect(sniff(one.bytes)).toBe("image/jpeg");
    else if (isAsItWas) expect(await pixels(one.bytes)).toBe(before);
    // Not smaller than it must be: one of the limits is all but reached, or all of it is there.
    const used = Math.max(
      (width * height) / (maxPixels ?? Infinity),
      Math.max(width, height) / (maxSide ?? Infinity),
    );
    expect(used > 0.97 || width === 4000 || one.bytes.byteLength > maxBytes * 0.6).toBeTrue();
  }
});

test.each(["crop", "pad"] as const)(
  "a picture far too wide arrives after %s in the nearest shape",
  async (framing) => {
    const wide = join(bench.dir, "wide.jpg");
    await noisy(3000, 700, 10).jpeg().toFile(wide);
    const arrived = await publish(wide, `wide, ${framing}`, "image", framing);
    const shapes = await Promise.all(arrived.map((one) => judge(one, 30 / 7)));
    // Somewhere it is too wide, and somewhere it is not.
    const ratios = shapes.map(({ width, height }) => width / height);
    expect([Math.min(...ratios) < 2, Math.max(...ratios) > 4]).toEqual([true, true]);
  },
);

describe.skipIf(Bun.which("ffmpeg") === null)("with ffmpeg", () => {
  interface Report {
    readonly streams: readonly { readonly codec_name: string }[];
    readonly format: { readonly duration: string };
  }
  async function probed(bytes: Uint8Array): Promise<Report> {
    const path = join(bench.dir, "arrived");
    await Bun.write(path, bytes);
    const probeArguments = ["-show_entries", "format=duration:stream=codec_name", "-of", "json"];
    return JSON.parse(
      Bun.spawnSync(["ffprobe", "-v", "error", ...probeArguments, path]).stdout.toString(),
    ) as Report;
  }

  const lavfi = (source: string) => ["-f", "lavfi", "-i", source];
  function made(name: string, options: string[]): string {
    const path = join(bench.dir, name);
    Bun.spawnSync(["ffmpeg", "-v", "error", ...options, path], { stdin: "ignore" });
    return path;
  }

  test("a WebM arrives as each network demands, or as it was where that is taken", async () => {
    const vp8 = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2M"];
    const webm = made("clip.webm", [
      ...[...lavfi("testsrc2=s=640x360:d=4:r=25"), ...lavfi("sine=d=4")],
      ...[...vp8, "-c:a", "libopus"],
    ]);
    const before = await Bun.file(webm).bytes();
    const arrived = await publish(webm, "clip.webm", "video");
    expect(arrived.map(({ platform }) => platform)).toEqual(expect.arrayContaining(["bluesky", "mastodon"]));
    for (const one of arrived) {
      const { width } = await judge(one, 16 / 9);
      const { streams, format } = await probed(one.bytes);
      expect(Math.abs(Number(format.duration) - 4)).toBeLessThan(0.2);
      const { mimes, codecs, audioCodecs, maxBytes, maxSide } = one.rule;
      const isCoded = (codecs ?? ["vp8"]).includes("vp8") && (audioCodecs ?? ["opus"]).includes("opus");
      const takesIt = mimes.includes("video/webm") && isCoded && before.length <= maxBytes;
      if (takesIt) expect(Buffer.compare(one.bytes, before)).toBe(0);
      else {
        expect(one.mime).toBe("video/mp4");
        expect(streams.map((stream) => stream.codec_name)).toEqual(["h264", "aac"]);
        expect(width).toBeGreaterThanOrEqual(Math.min(640, maxSide ?? 640));
      }
    }
  });

  // The simulated networks refuse by the frames they count and the codecs they see.
  test.each([
    ["a silent recording of a screen, 12 frames a second", 12, ["-c:v", "libx264"]],
    [
      "HEVC with MP3, 66 frames a second",
      66,
      [...lavfi("sine=d=4"), "-c:v", "libx265", "-x265-params", "log-level=error", "-c:a", "libmp3lame"],
    ],
  ] as const)("%s arrives as each network demands, with all that it shows", async (name, rate, options) => {
    const upright = [...lavfi(`testsrc=s=540x960:d=4:r=${rate}`), ...options, "-preset", "ultrafast"];
    const path = made(`${rate}.mp4`, upright);
    const arrived = await publish(path, name, "video");
    expect(arrived.map(({ platform }) => platform)).toEqual(
      expect.arrayContaining(["instagram", "facebook", "tiktok", "threads", "x", "mastodon"]),
    );
    for (const one of arrived) {
      await judge(one, 9 / 16);
      const video = await videoOf(new Uint8Array(one.bytes));
      const { minFrameRate = 0, maxFrameRate = 120 } = one.rule;
      expect(video?.frameRate).toBeWithin(minFrameRate, maxFrameRate + 1);
      expect(Math.abs((video?.durationMs ?? 0) - 4000)).toBeLessThan(200);
      if (minFrameRate <= rate && rate <= maxFrameRate) expect(video?.frameRate).toBe(rate);
    }
  });
});

// What arrives at the simulated networks, judged by other eyes than ours: sharp and ffprobe, on the very bytes they keep.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { SAMPLES } from "../media/samples/index.ts";
import { noisy, openBench } from "../media/bench.ts";
import { openWorld, settled, type World } from "./world.ts";

const bench = openBench();
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.account("bluesky", "ok");
  await world.account("mastodon", "ok");
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  bench.remove();
});

/** Published everywhere. @returns the bytes that each network keeps */
async function arrived(path: string, filename: string): Promise<Record<string, Uint8Array>> {
  const { intake } = world.appliance;
  const { id } = await intake.take({
    ...{ profileId: world.profileId, filename, declaredMime: "", altText: "Hills" },
    ...{ stream: Bun.file(path).stream(), limitBytes: 1 << 29 },
  });
  const post = await world.post({ caption: filename, schedule: "now", media: [id] });
  const { targets } = await world.until(post.id, settled);
  expect(targets.map(({ status, error }) => ({ status, error }))).toEqual(
    targets.map(() => ({ status: "posted", error: undefined })),
  );
  const kept = ["bluesky", "mastodon"].map(async (network) => {
    const file = world.published(network).find(({ text }) => text === filename)?.media[0];
    const answer = await fetch(`${world.url}/simulator/media/${network}/${file?.id}`);
    expect(answer.headers.get("content-type")).toBe(file?.mime ?? "");
    return [network, await answer.bytes()] as const;
  });
  return Object.fromEntries(await Promise.all(kept));
}

test("a 12-megapixel PNG: a JPEG of at most 2 MB for Bluesky, itself for Mastodon", async () => {
  const png = join(bench.dir, "hills.png");
  await sharp(await Bun.file(SAMPLES.photo.path).bytes())
    .resize(4000, 3000)
    .composite([{ input: await noisy(1000, 750, 2).png().toBuffer(), blend: "soft-light", tile: true }])
    .withExif({ IFD0: { Make: "SecretCam" } })
    .png({ compressionLevel: 3 })
    .toFile(png);
  const { size } = Bun.file(png);
  expect([size > 2_000_000, size < 16_777_216]).toEqual([true, true]);
  const { bluesky = new Uint8Array(), mastodon = new Uint8Array() } = await arrived(png, "hills.png");
  expect(await sharp(bluesky).metadata()).toMatchObject({ format: "jpeg", width: 4000, height: 3000 });
  expect(bluesky.byteLength).toBeLessThanOrEqual(2_000_000);
  expect(await sharp(mastodon).metadata()).toMatchObject({ format: "png", width: 4000, height: 3000 });
  const pixels = async (of: Uint8Array | string) => Bun.hash(await sharp(of).raw().toBuffer());
  expect(await pixels(mastodon)).toBe(await pixels(png));
  for (const bytes of [bluesky, mastodon]) expect(Buffer.from(bytes).includes("Secret")).toBeFalse();
}, 60_000);

describe.skipIf(Bun.which("ffmpeg") === null)("with ffmpeg", () => {
  const probed = async (bytes: Uint8Array) => {
    const path = join(bench.dir, "arrived");
    await Bun.write(path, bytes);
    const asked = [
      "-show_entries",
      "format=format_name,duration:stream=codec_name,width,height",
      "-of",
      "json",
    ];
    const { stdout } = Bun.spawnSync(["ffprobe", "-v", "error", ...asked, path]);
    return JSON.parse(stdout.toString()) as {
      streams: { codec_name: string; width?: number; height?: number }[];
      format: { format_name: string; duration: string };
    };
  };

  test("a WebM: H.264 in MP4 for Bluesky, itself for Mastodon", async () => {
    const sound = ["-f", "lavfi", "-i", "sine=d=2", "-c:a", "libopus"];
    const webm = bench.video("clip.webm", ...sound, "-c:v", "libvpx", "-b:v", "400k");
    const { bluesky = new Uint8Array(), mastodon = new Uint8Array() } = await arrived(webm, "clip.webm");
    const there = await probed(bluesky);
    expect(there.format.format_name).toContain("mp4");
    expect(there.streams).toMatchObject([
      { codec_name: "h264", width: 320, height: 180 },
      { codec_name: "aac" },
    ]);
    expect(Math.abs(Number(there.format.duration) - 2)).toBeLessThan(0.2);
    expect((await probed(mastodon)).format.format_name).toContain("webm");
    expect(Buffer.compare(mastodon, await Bun.file(webm).bytes())).toBe(0);
  }, 60_000);
});

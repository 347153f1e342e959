// Tests that place and camera reach a network only when the profile allows it (D33): real EXIF, real location.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { noisy, openMediaFixture } from "../support/media-fixture.ts";
import { lookAt } from "../support/owner.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";
import { editProfile } from "../../admin/profiles.ts";

const bench = openMediaFixture();
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

async function keep(keepMetadata: boolean) {
  await editProfile("cli", world.profileId, { keepMetadata }, world.appliance);
}

/** Published on both. @returns the bytes that each keeps */
async function arrived(path: string, caption: string): Promise<Record<string, Uint8Array>> {
  const { id } = await world.appliance.ingest.take({
    ...{ profileId: world.profileId, actor: "cli", filename: "a", declaredMime: "", altText: null },
    ...{ stream: Bun.file(path).stream(), limitBytes: 1 << 29 },
  });
  const post = await world.post({ caption, schedule: "now", media: [id] });
  expect((await world.until(post.id, isSettled)).status).toBe("posted");
  const kept = ["bluesky", "mastodon"].map(async (network) => {
    const file = world.published(network).find(({ text }) => text === caption)?.media[0];
    const answer = await lookAt(world, `/simulator/media/${network}/${file?.id}`);
    return [network, await answer.bytes()] as const;
  });
  return Object.fromEntries(await Promise.all(kept));
}

/** Berlin, in an ifd of its own as cameras write it. */
const EXIF = {
  IFD0: { Make: "SecretCam" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1", GPSLongitudeRef: "E" },
};
/** GPSLatitude's tag with three fractions, as it stands in a big or little endian file. */
const hasPlace = (exif: Buffer | undefined) =>
  exif !== undefined &&
  (exif.includes(Buffer.from([0x02, 0, 0x05, 0, 3, 0, 0, 0])) ||
    exif.includes(Buffer.from([0, 0x02, 0, 0x05, 0, 0, 0, 3])));

describe("a photo", () => {
  let photo = "";
  beforeAll(async () => {
    photo = join(bench.dir, "photo.jpg");
    // Over Bluesky's 2 MB: converted for one, as it is for the other.
    await noisy(1600, 1200, 60).withExif(EXIF).jpeg({ quality: 98 }).toFile(photo);
    expect(Bun.file(photo).size).toBeGreaterThan(2_000_000);
    expect(hasPlace((await sharp(photo).metadata()).exif)).toBeTrue();
  });

  test("loses them, converted and as it is", async () => {
    for (const bytes of Object.values(await arrived(photo, "taken out"))) {
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
      expect(Buffer.from(bytes).includes("Secret")).toBeFalse();
    }
  });

  test("keeps them where the profile says so, although the other form is there already", async () => {
    await keep(true);
    const { bluesky = new Uint8Array(), mastodon = new Uint8Array() } = await arrived(photo, "kept");
    expect(bluesky.byteLength).toBeLessThanOrEqual(2_000_000);
    expect(Buffer.compare(mastodon, await Bun.file(photo).bytes())).toBe(0);
    for (const bytes of [bluesky, mastodon]) {
      expect(hasPlace((await sharp(bytes).metadata()).exif)).toBeTrue();
      expect(Buffer.from(bytes).includes("SecretCam")).toBeTrue();
    }
    await keep(false);
    for (const bytes of Object.values(await arrived(photo, "taken out again")))
      expect(Buffer.from(bytes).includes("Secret")).toBeFalse();
  });

  test("that lies on its side stands up, converted, and says so no more", async () => {
    await keep(true);
    const turnedFile = join(bench.dir, "lying.jpg");
    await sharp(photo).keepExif().withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toFile(turnedFile);
    const { bluesky = new Uint8Array() } = await arrived(turnedFile, "lying");
    const { width, height, orientation = 1, exif } = await sharp(bluesky).metadata();
    expect([width < height, orientation, hasPlace(exif)]).toEqual([true, 1, true]);
    await keep(false);
  });
});

describe.skipIf(Bun.which("ffmpeg") === null)("a video", () => {
  const tags = async (bytes: Uint8Array) => {
    const path = join(bench.dir, "arrived");
    await Bun.write(path, bytes);
    const probeArguments = ["-show_entries", "format_tags", "-of", "json"];
    return Bun.spawnSync(["ffprobe", "-v", "error", ...probeArguments, path]).stdout.toString();
  };
  const PLACE = "+52.5200+013.4050/";

  test.each([
    ["as it is", "mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p"]],
    ["converted", "mov", ["-c:v", "mpeg4"]],
  ])("%s: its place stays only where the profile says so", async (how, box, codec) => {
    const place = ["-metadata", `location=${PLACE}`, "-metadata", "make=SecretCam"];
    const clip = bench.video(`tagged.${box}`, ...codec, ...place);
    for (const keeps of [false, true]) {
      await keep(keeps);
      const { bluesky = new Uint8Array() } = await arrived(clip, `${how} ${keeps}`);
      expect((await tags(bluesky)).includes(PLACE)).toBe(keeps);
    }
    await keep(false);
  });
});

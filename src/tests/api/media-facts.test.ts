// Tests that the content of a file decides what is reported before publishing, from upload to dry run.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IMAGES } from "../support/sample-images.ts";
import { convert } from "../support/media-fixture.ts";
import { makeVideo } from "../support/sample-videos.ts";
import { openFfmpeg } from "../../media/convert/ffmpeg.ts";
import { openWorld, type World } from "../support/world.ts";
import { openTestProbe } from "../support/media-tools.ts";

let world: World;
const folder = mkdtempSync(join(tmpdir(), "crier-facts-"));
beforeAll(async () => {
  world = await openWorld();
  for (const network of ["bluesky", "mastodon"]) await world.account(network, "ok");
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function upload(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([bytes]), name);
  form.set("altText", "A test");
  const { status, json } = await world.ask("POST", "/media", form);
  expect({ status, json }).toMatchObject({ status: 201 });
  return (json["media"] as { id: string }).id;
}

async function dryRun(media: string, account: string) {
  const body = { caption: "Hello", accounts: [account], media: [media], dryRun: true };
  const { status, json } = await world.ask("POST", "/posts", body);
  expect({ status, json }).toMatchObject({ status: 200 });
  const [target] = json["targets"] as {
    media: { adaptation: string | null }[];
    warnings: { rule: string }[];
  }[];
  return { adaptation: target?.media[0]?.adaptation, warnings: target?.warnings };
}

test("an uncertain limit is a warning of the dry run, and stops nothing", async () => {
  const moving = new Uint8Array((await IMAGES.find(({ name }) => name === "animated WebP")?.make()) ?? []);
  const id = await upload(moving, "moving.webp");
  expect(await dryRun(id, "bluesky")).toEqual({
    adaptation: null,
    warnings: [
      { rule: "image.animated", message: expect.stringMatching(/^moving\.webp: .*exactly/) },
    ] as never,
  });
  expect(await dryRun(id, "mastodon")).toEqual({ adaptation: null, warnings: [] });
});

test("a file from before its facts were kept is valid, and nothing is held against it", async () => {
  const still = new Uint8Array((await IMAGES.find(({ name }) => name === "animated WebP")?.make()) ?? []);
  const id = await upload(still, "old.webp");
  await world.database.run("UPDATE media SET facts = NULL WHERE id = $id", { id });
  expect(await dryRun(id, "bluesky")).toEqual({ adaptation: null, warnings: [] });
  const post = await world.post({ caption: "Old", accounts: ["bluesky"], media: [id], schedule: "now" });
  expect((await world.until(post.id, ({ status }) => status === "posted")).status).toBe("posted");
});

test.skipIf(!openFfmpeg().available)("a video with too many frames a second is given fewer", async () => {
  const video = {
    name: "fast.mp4",
    args: ["-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.5:r=150", "-c:v", "libx264"],
  };
  const path = (await makeVideo(video, folder)) ?? "";
  const id = await upload(await Bun.file(path).bytes(), "fast.mp4");
  const { adaptation } = await dryRun(id, "mastodon");
  expect(adaptation).toBe(
    "converted to video/mp4: The video shows 150 frames a second; the maximum is 120 frames a second.",
  );
  using probe = openTestProbe();
  const format = { mime: "video/mp4", maxBytes: 5_000_000, maxPixels: null, maxSide: null, maxFrameRate: 30 };
  await using made = await convert(openFfmpeg({ temporary: folder }), path, format);
  expect(await probe.probe(made.path)).toMatchObject({ frameRate: 30, width: 64, height: 48 });
});

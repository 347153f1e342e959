// Tests that a deleted profile's files leave the disk, except those that another profile also has.
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathOf } from "../../media/storage/folder.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { crier } from "../support/command-line.ts";
import { makeOwner, signIn } from "../support/owner.ts";
import { openWorld, type World } from "../support/world.ts";
import { onPostgres } from "../support/postgres.ts";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";

const samples = await Promise.all(
  [SAMPLES.photo, SAMPLES.clip].map(async ({ path }) => {
    const bytes = await Bun.file(path).bytes();
    return { bytes, sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex") };
  }),
);
const [photo, clip] = samples;

async function profileWith(world: World, name: string, files: readonly Uint8Array<ArrayBuffer>[]) {
  const { appliance } = world;
  const { id } = await createProfile("cli", { name }, appliance);
  const request = { profileId: id, name, scopes: ["write"] as const, expiresAt: null };
  const authorization = { authorization: `Bearer ${(await createKey("cli", request, appliance)).key}` };
  for (const bytes of files) {
    const form = new FormData();
    form.set("file", new Blob([bytes]), "a");
    expect((await world.ask("POST", "/media", form, authorization)).status).toBe(201);
  }
  return { id, authorization };
}

const isThere = (world: World, sha256 = "") => Bun.file(pathOf(join(world.folder, "media"), sha256)).exists();

test("by the admin API: files, thumbnails and what has come of an upload", async () => {
  await using world = await openWorld();
  await makeOwner(world);
  const { ask } = await signIn(world);
  if (!photo || !clip) throw new Error("no samples");
  await profileWith(world, "other", [clip.bytes]);
  const { id, authorization } = await profileWith(world, "leaving", [photo.bytes, clip.bytes]);
  const request = { filename: "a.mp4", contentType: "video/mp4", size: clip.bytes.byteLength };
  const upload = await world.ask("POST", "/media/presign", request, authorization);
  const headers = { "content-type": "video/mp4" };
  await fetch(String(upload.json["uploadUrl"]), { method: "PUT", headers, body: clip.bytes });

  expect((await ask("DELETE", `/profiles/${id}`)).status).toBe(204);
  expect(await isThere(world, photo.sha256)).toBe(false);
  expect(await isThere(world, clip.sha256)).toBe(true);
  expect(readdirSync(join(world.folder, "media", "uploads"))).toEqual([]);
});

test.skipIf(onPostgres)("at the command line", async () => {
  await using world = await openWorld();
  if (!photo) throw new Error("no samples");
  await profileWith(world, "leaving", [photo.bytes]);
  const { code } = await crier(["profile", "delete", "leaving", "--yes"], world.settings);
  expect(code).toBe(0);
  expect(await isThere(world, photo.sha256)).toBe(false);
});

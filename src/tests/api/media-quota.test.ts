// Tests the media quota of a profile: no way around it, also for parallel uploads, and room after deletions.
import { expect, test } from "bun:test";
import sharp from "sharp";
import { SAMPLES } from "../../media/samples/index.ts";
import { MAX_OPEN_UPLOADS } from "../../media/upload/problems.ts";
import { create, HOUR } from "../support/posting.ts";
import { openWorld, type Answer, type World } from "../support/world.ts";
import { createProfile } from "../../admin/profiles.ts";
import { ENTRY } from "../support/audit-entry.ts";

const MB = 1_000_000;
let count = 0;
/** Noise, which no format makes small. */
async function picture(side: number) {
  const raw = { width: side, height: side, channels: 3 } as const;
  const noise = Buffer.from(Array.from({ length: side * side * 3 }, (_, i) => (i * 7919 + count) % 251));
  count++;
  return Uint8Array.from(await sharp(noise, { raw }).png().toBuffer());
}

async function take(world: World, bytes: Uint8Array<ArrayBuffer>): Promise<Answer> {
  const form = new FormData();
  form.set("file", new Blob([bytes]), "a.png");
  return await world.ask("POST", "/media", form);
}
const idOf = ({ json }: Answer) => (json["media"] as { id: string }).id;
const presign = (world: World, size: number) =>
  world.ask("POST", "/media/presign", { filename: "a.mp4", contentType: "video/mp4", size });
const counted = (world: World) =>
  world.database.get<{ counted: number; summed: number }>(
    `SELECT media_bytes AS counted, (SELECT coalesce(sum(size), 0) FROM media WHERE profile_id = profile.id
       AND deleted_at IS NULL) AS summed FROM profile`,
  );

test("a profile with a quota takes what fits, and says what does not and why", async () => {
  await using world = await openWorld({ CRIER_MEDIA_QUOTA_MB: "1" });
  const bytes = await Bun.file(SAMPLES.photo.path).bytes();
  const { byteLength: size } = bytes;
  const fits = Math.floor(MB / size);
  const answers = await Promise.all(Array.from({ length: fits + 15 }, () => take(world, bytes)));
  const taken = answers.filter(({ status }) => status === 201);
  expect(taken).toHaveLength(fits);
  for (const { status, json } of answers.filter((each) => !taken.includes(each)))
    expect({ status, json }).toMatchObject({
      status: 409,
      json: { code: "media_quota_exceeded", limit: MB, size },
    });
  expect(await counted(world)).toEqual({ counted: fits * size, summed: fits * size });

  const left = MB - fits * size;
  expect((await presign(world, left)).status).toBe(201);
  expect(await presign(world, left + 1)).toMatchObject({ json: { code: "media_quota_exceeded" } });
  const [first] = taken;
  if (first) await world.ask("DELETE", `/media/${idOf(first)}`);
  // What is prepared counts as if it were here.
  expect(await presign(world, size + 1)).toMatchObject({ json: { code: "media_quota_exceeded" } });
  expect((await take(world, bytes)).status).toBe(201);
  expect(await take(world, bytes)).toMatchObject({ json: { code: "media_quota_exceeded" } });
  expect(await counted(world)).toEqual({ counted: fits * size, summed: fits * size });
});

test("of large uploads asked for at once, only those are prepared that fit, and all of these are completed", async () => {
  await using world = await openWorld({ CRIER_MEDIA_QUOTA_MB: "1" });
  const clip = await Bun.file(SAMPLES.clip.path).bytes();
  const fits = Math.floor(MB / clip.byteLength);
  const answers = await Promise.all(Array.from({ length: fits + 5 }, () => presign(world, clip.byteLength)));
  const uploads = answers.filter(({ status }) => status === 201).map(({ json }) => json);
  expect(uploads).toHaveLength(fits);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    json: { code: "media_quota_exceeded" },
  });
  for (const { uploadUrl, headers } of uploads)
    await fetch(String(uploadUrl), { method: "PUT", headers: headers as Record<string, string>, body: clip });
  const complete = ({ uploadId }: Record<string, unknown>) =>
    world.ask("POST", "/media/complete", { uploadId });
  const completed = await Promise.all(uploads.map(complete));
  expect(completed.map(({ status }) => status)).toEqual(uploads.map(() => 200));
  expect((await counted(world))?.counted).toBe(fits * clip.byteLength);
  // Room again.
  const [first] = completed;
  if (first) await world.ask("DELETE", `/media/${idOf(first)}`);
  expect((await presign(world, clip.byteLength)).status).toBe(201);
});

test("a profile has so many uploads open and no more, until one is completed or its time is over", async () => {
  await using world = await openWorld();
  const clip = await Bun.file(SAMPLES.clip.path).bytes();
  const answers = await Promise.all(
    Array.from({ length: MAX_OPEN_UPLOADS + 5 }, () => presign(world, clip.byteLength)),
  );
  const [first] = answers.filter(({ status }) => status === 201);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_OPEN_UPLOADS);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    json: { code: "too_many_uploads" },
  });
  const { uploadUrl, headers, uploadId } = first?.json ?? {};
  await fetch(String(uploadUrl), { method: "PUT", headers: headers as Record<string, string>, body: clip });
  expect(await presign(world, 1)).toMatchObject({ json: { code: "too_many_uploads" } });
  await world.ask("POST", "/media/complete", { uploadId });
  expect((await presign(world, 1)).status).toBe(201);
  world.clock.set(world.clock.now() + HOUR + 1000);
  expect((await presign(world, 1)).status).toBe(201);
});

test("what a post keeps only in its record is not counted, nor what went with its profile; other profiles have their own", async () => {
  await using world = await openWorld({ CRIER_MEDIA_QUOTA_MB: "1" });
  await world.account("bluesky", "ok");
  const bytes = await picture(64);
  const id = idOf(await take(world, bytes));
  const { json } = await create(world, { media: [id], schedule: "now" });
  await world.until(String(json["id"]), ({ status }) => status === "posted");
  expect((await world.ask("DELETE", `/media/${id}`)).status).toBe(204);
  expect(await counted(world)).toEqual({ counted: 0, summed: 0 });
  expect(await world.database.all("SELECT id FROM media")).toHaveLength(1);
  await world.ask("DELETE", `/posts/${String(json["id"])}`);
  expect(await counted(world)).toEqual({ counted: 0, summed: 0 });

  const { appliance } = world;
  const other = await createProfile("cli", { name: "other" }, appliance);
  await take(world, bytes);
  expect((await appliance.store.media.total(other.id)).bytes).toBe(0);
  await appliance.store.profiles.remove(world.profileId, ENTRY);
  expect((await appliance.store.media.total(world.profileId)).bytes).toBe(0);
  expect(await world.database.all("SELECT id FROM media")).toEqual([]);
});

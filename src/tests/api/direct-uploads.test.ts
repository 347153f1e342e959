// Tests large uploads straight into a bucket: the declared file only, checked here, with nothing left behind.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { systemClock } from "../../clock.ts";
import { openBucket, type Bucket } from "../../media/storage/s3.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { DAY, HOUR } from "../support/posting.ts";
import { startFaultProxy } from "../real/fault-proxy.ts";
import type { Swift } from "../real/swift.ts";
import { bucket as storage, settingsOf } from "../support/storages.ts";
import { turnUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

interface Upload {
  readonly uploadId: string;
  readonly uploadUrl: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

describe.skipIf(storage.skipped !== null)(storage.name, () => {
  const closing = new AsyncDisposableStack();
  let swift: Swift;
  let world: World;
  let objects: Bucket;
  let clip: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    swift = closing.use(await storage.start());
    world = closing.use(await openWorld(settingsOf(swift)));
    // The storage knows no other time.
    world.clock.set(Date.now());
    objects = openBucket({ ...swift, prefix: "crier" }, systemClock, new AbortController().signal);
    clip = await Bun.file(SAMPLES.clip.path).bytes();
  });
  afterAll(() => closing.disposeAsync());

  const presign = async (size = clip.byteLength, contentType = "video/mp4") => {
    const request = { filename: "a.mp4", contentType, size };
    const { status, json } = await world.ask("POST", "/media/presign", request);
    expect(status).toBe(201);
    return json as unknown as Upload;
  };
  const put = async ({ uploadUrl, headers }: Upload, body = clip, more: Record<string, string> = {}) => {
    const answer = await fetch(uploadUrl, { method: "PUT", headers: { ...headers, ...more }, body });
    await answer.text();
    return answer.status;
  };
  const complete = (uploadId: string) => world.ask("POST", "/media/complete", { uploadId });
  const mediaOf = (json: Record<string, unknown>) =>
    json["media"] as { id: string; url: string; size: number };
  const names = async () => (await objects.list("", "")).map(({ name }) => name);
  const incoming = async () => (await names()).filter((name) => name.startsWith("incoming/"));
  const state = async (id: string) =>
    (await world.database.get<{ state: string }>("SELECT state FROM upload WHERE id = $id", { id }))?.state;
  const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

  test("the address takes these bytes as this type, for this upload, and nothing else (D31)", async () => {
    const upload = await presign();
    const { origin, pathname, searchParams } = new URL(upload.uploadUrl);
    expect([origin, pathname]).toEqual([swift.endpoint, `/media/crier/incoming/${upload.uploadId}`]);
    expect(Number(searchParams.get("X-Amz-Expires"))).toBeWithin(3590, 3602);
    expect(upload).toMatchObject({ method: "PUT", headers: { "Content-Type": "video/mp4" } });
    expect(upload.uploadUrl).not.toContain(swift.secretKey);

    expect(await put(upload, clip.slice(1))).toBe(403);
    expect(await put(upload, clip, { "content-type": "image/png" })).toBe(403);
    const other = { ...upload, uploadUrl: upload.uploadUrl.replace(upload.uploadId, crypto.randomUUID()) };
    expect(await put(other)).toBe(403);
    expect((await fetch(upload.uploadUrl)).status).toBe(403);
    expect(await incoming()).toEqual([]);
    expect(await put(upload)).toBe(200);
    expect(await put(upload)).toBe(200);
  });

  test("complete gives media that are in the bucket under their hash, and served from here (contract 4.7)", async () => {
    const upload = await presign();
    expect(await complete(upload.uploadId)).toMatchObject({
      status: 409,
      json: { code: "upload_incomplete", offset: 0 },
    });
    await put(upload);
    const first = await complete(upload.uploadId);
    expect(first).toMatchObject({ status: 200, json: { media: { size: clip.byteLength, kind: "video" } } });
    expect(await state(upload.uploadId)).toBe("completed");
    expect(await incoming()).not.toContain(`incoming/${upload.uploadId}`);
    expect(await objects.look(sha256(clip))).toEqual({ size: clip.byteLength, mime: "video/mp4" });
    expect(await objects.bytes(sha256(clip), 0)).toEqual(clip);
    const { id, url } = mediaOf(first.json);
    expect(url).toStartWith(world.url);
    expect(await (await fetch(url)).bytes()).toEqual(clip);
    expect(mediaOf((await complete(upload.uploadId)).json).id).toBe(id);
  });

  test("twenty completions at once are one media, and twenty uploads of the same bytes one object", async () => {
    const upload = await presign();
    await put(upload);
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(upload.uploadId)));
    expect(new Set(answers.map(({ json }) => mediaOf(json).id)).size).toBe(1);
    const uploads = await Promise.all(Array.from({ length: 20 }, () => presign()));
    await Promise.all(uploads.map((each) => put(each)));
    const media = await Promise.all(uploads.map(({ uploadId }) => complete(uploadId)));
    expect(new Set(media.map(({ json }) => mediaOf(json).id)).size).toBe(20);
    expect((await names()).filter((name) => name === sha256(clip))).toHaveLength(1);
  });

  test("bytes that are something else are refused, and another PUT may replace them (D30)", async () => {
    const text = new TextEncoder().encode("x".repeat(clip.byteLength));
    const upload = await presign();
    await put(upload, text);
    const refused = { status: 422, json: { code: "media_type_unsupported" } };
    expect(await complete(upload.uploadId)).toMatchObject(refused);
    expect(await complete(upload.uploadId)).toMatchObject(refused);
    expect(await objects.look(sha256(text))).toBeNull();
    expect(await incoming()).not.toContain(`incoming/${upload.uploadId}`);
    await put(upload);
    expect((await complete(upload.uploadId)).status).toBe(200);
  });

  test("a size or type that the storage let through all the same is refused here and removed", async () => {
    const upload = await presign();
    const path = SAMPLES.photo.path;
    await objects.put(`incoming/${upload.uploadId}`, Bun.file(path), "video/mp4");
    expect(await complete(upload.uploadId)).toMatchObject({ status: 400, json: { code: "upload_mismatch" } });
    expect(await objects.look(`incoming/${upload.uploadId}`)).toBeNull();
    await objects.put(`incoming/${upload.uploadId}`, Bun.file(SAMPLES.clip.path), "image/png");
    expect(await complete(upload.uploadId)).toMatchObject({ status: 400, json: { code: "upload_mismatch" } });
    expect(await objects.look(`incoming/${upload.uploadId}`)).toBeNull();
    expect(await complete(upload.uploadId)).toMatchObject({ status: 409 });
  });

  test("a storage that can't be reached is 503, loses nothing, and complete goes on when it can", async () => {
    let isDown = false;
    await using proxy = await startFaultProxy(swift.endpoint, () => (isDown ? "drop-before" : null));
    await using own = await openWorld({
      ...settingsOf({ ...swift, endpoint: proxy.url }),
      CRIER_S3_PREFIX: "down",
    });
    own.clock.set(Date.now());
    const input = { filename: "a.mp4", contentType: "video/mp4", size: clip.byteLength };
    const upload = (await own.ask("POST", "/media/presign", input)).json as unknown as Upload;
    expect(await put(upload)).toBe(200);
    isDown = true;
    const answer = own.ask("POST", "/media/complete", { uploadId: upload.uploadId });
    expect(await turning(own, answer)).toMatchObject({ status: 503, json: { code: "storage_unavailable" } });
    isDown = false;
    const { status, json } = await own.ask("POST", "/media/complete", { uploadId: upload.uploadId });
    expect(status).toBe(200);
    expect(await (await fetch(mediaOf(json).url)).bytes()).toEqual(clip);
  });

  test("a post whose file can't be had now waits, and goes out once when it can", async () => {
    let isDown = false;
    await using proxy = await startFaultProxy(swift.endpoint, () => (isDown ? "drop-before" : null));
    await using own = await openWorld({
      ...settingsOf({ ...swift, endpoint: proxy.url }),
      ...{ CRIER_S3_PREFIX: "waits", CRIER_S3_CACHE_MB: "0" },
    });
    await own.account("mastodon", "ok");
    const form = new FormData();
    form.set("file", Bun.file(SAMPLES.photo.path), "a.jpg");
    const { id, url } = mediaOf((await own.ask("POST", "/media", form)).json);
    isDown = true;
    const post = await own.post({ caption: "Later", media: [id], schedule: "now" });
    await own.until(post.id, ({ targets }) => targets[0]?.status === "retrying");
    const { json } = await own.ask("GET", `/posts/${post.id}/events`);
    expect(JSON.stringify(json)).toContain("The media storage is unavailable");
    expect((await turning(own, fetch(url))).status).toBe(503);
    isDown = false;
    const { status } = await own.until(post.id, ({ status }) => status === "posted");
    expect(status).toBe("posted");
    expect(own.published("mastodon").filter(({ text }) => text.includes("Later"))).toHaveLength(1);
  });

  test("expired: what was sent goes, what is whole waits a day for its word, what is completed stays", async () => {
    await using own = await openWorld({ ...settingsOf(swift), CRIER_S3_PREFIX: "expiry" });
    own.clock.set(Date.now());
    const mine = openBucket({ ...swift, prefix: "expiry" }, systemClock, new AbortController().signal);
    const landed = async () => (await mine.list("incoming/", "")).length;
    const made = async () => {
      const declared = { filename: "a.mp4", contentType: "video/mp4", size: clip.byteLength };
      const upload = (await own.ask("POST", "/media/presign", declared)).json as unknown as Upload;
      await put(upload);
      return upload.uploadId;
    };
    const done = (uploadId: string) => own.ask("POST", "/media/complete", { uploadId });
    const [late, forgotten, completed] = [await made(), await made(), await made()];
    expect((await done(completed)).status).toBe(200);
    own.clock.turn(2 * HOUR);
    expect((await done(late)).status).toBe(200);
    // Sent once more after it was completed.
    await mine.put(`incoming/${completed}`, Bun.file(SAMPLES.clip.path), "video/mp4");
    await turnUntil(own, async () => (await landed()) === 1, HOUR / 6);
    own.clock.turn(DAY);
    await turnUntil(own, async () => (await landed()) === 0, HOUR / 6);
    expect(await done(forgotten)).toMatchObject({ status: 410, json: { code: "upload_expired" } });
    expect(await mine.look(sha256(clip))).not.toBeNull();
  });

  test("deleted with its last use", async () => {
    const photo = await Bun.file(SAMPLES.photo.path).bytes();
    const take = async () => {
      const form = new FormData();
      form.set("file", new Blob([photo]), "a.jpg");
      return mediaOf((await world.ask("POST", "/media", form)).json).id;
    };
    const ids = [await take(), await take()];
    await world.ask("DELETE", `/media/${ids[0] ?? ""}`);
    expect(await objects.look(sha256(photo))).not.toBeNull();
    await world.ask("DELETE", `/media/${ids[1] ?? ""}`);
    expect(await objects.look(sha256(photo))).toBeNull();
  });

  test("a post goes out with a file of which nothing is left on this disk", async () => {
    await using own = await openWorld({
      ...settingsOf(swift),
      CRIER_S3_PREFIX: "post",
      CRIER_S3_CACHE_MB: "0",
    });
    own.clock.set(Date.now());
    await own.account("mastodon", "ok");
    const form = new FormData();
    form.set("file", Bun.file(SAMPLES.photo.path), "a.jpg");
    const { id } = mediaOf((await own.ask("POST", "/media", form)).json);
    const post = await own.post({ caption: "From far away", media: [id], schedule: "now" });
    expect((await own.until(post.id, ({ status }) => status !== "publishing")).status).toBe("posted");
  });
});

/** Turns the clock until the result is there, so that no time passes between two tries. */
async function turning<T>(world: World, coming: Promise<T>): Promise<T> {
  const isOver = { yet: false };
  const done = coming.finally(() => (isOver.yet = true));
  while (!isOver.yet) {
    world.clock.turn(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await done;
}

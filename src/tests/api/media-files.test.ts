// Tests media files over HTTP: ranges, caches, names, half a gigabyte in little memory, and thumbnails.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { systemClock } from "../../clock.ts";
import { openBucket } from "../../media/storage/s3.ts";
import { pathOf } from "../../media/storage/folder.ts";
import { digestOf } from "../../media/storage/staging.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { upload } from "../support/posting.ts";
import type { Swift } from "../real/swift.ts";
import { settingsOf, STORAGES } from "../support/storages.ts";
import { openWorld, type World } from "../support/world.ts";

interface Shown {
  readonly id: string;
  readonly url: string;
  readonly thumbnailUrl: string | null;
}
for (const storage of STORAGES) {
  describe.skipIf(storage.skipped !== null)(storage.name, () => {
    const closing = new AsyncDisposableStack();
    let world: World;
    let swift: Swift | null;
    beforeAll(async () => {
      swift = await storage.start();
      if (swift) closing.use(swift);
      // No copies: everything is read from the bucket.
      world = closing.use(
        await openWorld({ ...settingsOf(swift), ...(swift && { CRIER_S3_CACHE_MB: "0" }) }),
      );
    });
    afterAll(() => closing.disposeAsync());

    const shown = async (id: string, at = world) =>
      (await at.ask("GET", `/media/${id}`)).json["media"] as Shown;

    /** A file of zeros, which costs a disk nothing. @returns its hash */
    async function zeros(size: number): Promise<string> {
      const path = join(world.folder, "zeros");
      writeFileSync(path, "");
      truncateSync(path, size);
      const sha256 = await digestOf(path);
      const final = pathOf(join(world.folder, "media"), sha256);
      mkdirSync(dirname(final), { recursive: true });
      if (swift)
        await openBucket({ ...swift, prefix: "crier" }, systemClock, new AbortController().signal).put(
          sha256,
          Bun.file(path),
          "video/mp4",
        );
      else renameSync(path, final);
      return sha256;
    }

    async function take(bytes: Uint8Array, name: string): Promise<Shown> {
      const form = new FormData();
      form.set("file", new Blob([Uint8Array.from(bytes)]), name);
      const { status, json } = await world.ask("POST", "/media", form);
      expect(status).toBe(201);
      return json["media"] as Shown;
    }

    describe("a file", () => {
      let url = "";
      let whole: Uint8Array;
      beforeAll(async () => {
        url = (await shown(await upload(world, "clip"))).url;
        whole = await Bun.file(SAMPLES.clip.path).bytes();
      });
      const part = (range: string, more: Record<string, string> = {}) =>
        fetch(url, { headers: { range, ...more } });

      test("comes whole, with what a browser must know", async () => {
        const answer = await fetch(url);
        expect(answer.status).toBe(200);
        expect(await answer.bytes()).toEqual(whole);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          "content-type": "video/mp4",
          "content-length": String(whole.byteLength),
          "x-content-type-options": "nosniff",
          "accept-ranges": "bytes",
          "cache-control": "private, max-age=3600",
          "content-disposition": `inline; filename="a-clip.mp4"; filename*=UTF-8''a-clip.mp4`,
          etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
          "x-request-id": expect.any(String),
        });
      });

      test("HEAD says the same and sends nothing", async () => {
        const [head, get] = [await fetch(url, { method: "HEAD" }), await fetch(url)];
        expect(head.status).toBe(200);
        expect((await head.bytes()).byteLength).toBe(0);
        for (const name of ["content-type", "content-length", "etag", "content-disposition", "accept-ranges"])
          expect({ name, is: head.headers.get(name) }).toEqual({ name, is: get.headers.get(name) });
      });

      test("comes in parts", async () => {
        const size = whole.byteLength;
        for (const [range, start, end] of [
          ["bytes=0-0", 0, 1],
          ["bytes=100-199", 100, 200],
          ["bytes=100-", 100, size],
          ["bytes=-7", size - 7, size],
        ] as const) {
          const answer = await part(range);
          expect({ range, status: answer.status, contentRange: answer.headers.get("content-range") }).toEqual(
            {
              range,
              status: 206,
              contentRange: `bytes ${start}-${end - 1}/${size}`,
            },
          );
          expect(answer.headers.get("content-length")).toBe(String(end - start));
          expect(await answer.bytes()).toEqual(whole.slice(start, end));
        }
      });

      test("several parts at once are answered with all of it", async () => {
        const answer = await part("bytes=0-1,5-6");
        expect([answer.status, (await answer.bytes()).byteLength]).toEqual([200, whole.byteLength]);
      });

      test("a part beyond its end is 416", async () => {
        const answer = await part(`bytes=${whole.byteLength}-`);
        expect(answer.status).toBe(416);
        expect(answer.headers.get("content-range")).toBe(`bytes */${whole.byteLength}`);
      });

      test("is not sent again to a browser that has it", async () => {
        const etag = (await fetch(url)).headers.get("etag") ?? "";
        for (const header of [etag, `"x", W/${etag}`, "*"]) {
          const again = await fetch(url, { headers: { "if-none-match": header } });
          expect([again.status, (await again.bytes()).byteLength]).toEqual([304, 0]);
        }
        expect((await fetch(url, { headers: { "if-none-match": '"x"' } })).status).toBe(200);
        expect((await part("bytes=0-1", { "if-range": etag })).status).toBe(206);
        expect((await part("bytes=0-1", { "if-range": '"x"' })).status).toBe(200);
      });

      test("needs neither key nor cookie, and no other method works", async () => {
        const answer = await fetch(url, { method: "POST" });
        expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      });

      test("any name is safe in a header", async () => {
        const { id } = await shown(await upload(world));
        for (const filename of ['a"; x="b.jpg', "Hügel ☀️.jpg", "a\\b%0d.jpg", "'(*).jpg", "\ud800.jpg"]) {
          await world.ask("PATCH", `/media/${id}`, { filename });
          const header = (await fetch((await shown(id)).url)).headers.get("content-disposition") ?? "";
          expect(header).toMatch(/^inline; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.%!#$&+^`|~-]+$/);
          expect(header.match(/"/g)).toHaveLength(2);
        }
      });

      test("its name ends in what its bytes are, whatever its sender called it", async () => {
        const { id } = await shown(await upload(world));
        for (const [filename, is] of [
          ["x.html", "x.jpg"],
          ["x.svg", "x.jpg"],
          ["x", "x.jpg"],
          ["x.JPEG", "x.JPEG"],
          ["x.php.jpg", "x.php.jpg"],
          [".html", ".jpg"],
        ] as const) {
          await world.ask("PATCH", `/media/${id}`, { filename });
          const header = (await fetch((await shown(id)).url)).headers.get("content-disposition");
          expect(header).toBe(`inline; filename="${is}"; filename*=UTF-8''${is}`);
        }
      });

      test("half a gigabyte is sent without holding it", async () => {
        const size = swift ? 100_000_000 : 500_000_000;
        const sha256 = await zeros(size);
        const { profileId, appliance } = world;
        const id = appliance.newId();
        const shape = { kind: "video", mime: "video/mp4", width: 1, height: 1, durationMs: 1 } as const;
        await appliance.store.media.add(
          {
            ...{ id, profileId, sha256, filename: "long.mp4", size, ...shape },
            ...{ altText: null, facts: null, createdAt: world.clock.now(), parentId: null, posterMs: null },
          },
          Infinity,
          "cli",
        );
        const { url: long } = await shown(id);
        const before = process.memoryUsage.rss();
        let [bytes, most] = [0, 0];
        const { body } = await fetch(long);
        for await (const chunk of body ?? []) {
          bytes += chunk.byteLength;
          most = Math.max(most, process.memoryUsage.rss() - before);
        }
        expect(bytes).toBe(size);
        // Sender and receiver share this process.
        expect(most).toBeLessThan(150e6);
      });
    });

    describe("a thumbnail", () => {
      const made = () => [...new Bun.Glob("*/*").scanSync(join(world.folder, "media", "adapted"))].length;

      test("is a small WebP, upright, without metadata, made once", async () => {
        const turned = await sharp({ create: { width: 1200, height: 600, channels: 3, background: "#246" } })
          .withMetadata({
            orientation: 6,
            exif: { IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } },
          })
          .jpeg()
          .toBuffer();
        const { thumbnailUrl } = await take(turned, "turned.jpg");
        const before = made();
        const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(thumbnailUrl ?? "")));
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
        expect(made()).toBe(before + 1);
        expect(answers[0]?.headers.get("content-type")).toBe("image/webp");
        expect(answers[0]?.headers.get("content-disposition")).toContain('filename="turned.webp"');
        const { format, width, height, exif } = await sharp(await answers[0]?.bytes()).metadata();
        expect({ format, width, height, exif }).toEqual({
          ...{ format: "webp", width: 240, height: 480 },
          exif: undefined,
        });
      });

      test("never enlarges", async () => {
        const dot = await sharp({ create: { width: 9, height: 5, channels: 3, background: "red" } })
          .png()
          .toBuffer();
        const { thumbnailUrl } = await take(dot, "dot.png");
        const { width, height } = await sharp(await (await fetch(thumbnailUrl ?? "")).bytes()).metadata();
        expect([width, height]).toEqual([9, 5]);
      });

      test("of a video is a picture from it, where there is ffmpeg", async () => {
        const { thumbnailUrl } = await shown(await upload(world, "clip"));
        if (Bun.which("ffmpeg") === null) return expect(thumbnailUrl).toBeNull();
        const { format, width, height } = await sharp(
          await (await fetch(thumbnailUrl ?? "")).bytes(),
        ).metadata();
        expect({ format, width, height }).toEqual({ format: "webp", width: 480, height: 270 });
      });
    });

    test("a network can fetch what was made of a file for a day, and nothing else by that address", async () => {
      const { id } = await shown(await upload(world));
      const found = await world.appliance.store.media.one(id);
      if (!found) throw new Error("not there");
      const format = { mime: "image/png", maxBytes: 50_000_000, maxPixels: 10_000, maxSide: null };
      const made = await world.appliance.publishing.files.fitted(found, format);
      const address = made.publicUrl();
      expect(address).toMatch(/\/[0-9a-f]{64}\.png\?/);
      world.clock.turn(23 * 3_600_000);
      const answer = await fetch(address);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect(await answer.bytes()).toEqual(await made.bytes());
      expect((await fetch(address.replace(/[0-9a-f]{64}/, found.sha256))).status).toBe(403);
      world.clock.turn(3 * 3_600_000);
      expect((await fetch(address)).status).toBe(403);
    });
  });
}

test("the canary is answered by this appliance and by no other", async () => {
  await using world = await openWorld();
  await using other = await openWorld();
  const { url, isAnswer } = world.appliance.links.canary();
  const text = await (await fetch(url)).text();
  expect(isAnswer(text)).toBeTrue();
  expect(world.appliance.links.canary().isAnswer(text)).toBeFalse();
  expect((await fetch(url.replace(world.url, other.url))).status).toBe(403);
  const { links } = other.appliance;
  expect(isAnswer(links.proof(new URL(url).pathname.split("/")[2] ?? ""))).toBeFalse();
  expect(await world.appliance.reachable()).toMatchObject({ kind: "no_address", detail: expect.any(String) });
});

test("a file that is deleted after its response was made and before it is sent is answered with 404", async () => {
  let remove = () => {};
  await using world = await openWorld({ CRIER_LOG: "debug" }, undefined, null, (line) => {
    if (line.includes("/thumbnail")) remove();
  });
  const { json } = await world.ask("GET", `/media/${await upload(world)}`);
  const { thumbnailUrl } = json["media"] as Shown;
  expect((await fetch(thumbnailUrl ?? "")).status).toBe(200);
  remove = () => rmSync(join(world.folder, "media"), { recursive: true });
  const answer = await fetch(thumbnailUrl ?? "");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: "not_found" });
});

test("a thumbnail that is asked for while its file is deleted is sent or is 404, never 500", async () => {
  await using world = await openWorld();
  const clip = await Bun.file(SAMPLES.clip.path).bytes();
  const codes: number[] = [];
  for (let n = 0; n < 10; n++) {
    const form = new FormData();
    // An MP4 may end with a box of anything, which makes it another file.
    const box = new Uint8Array([0, 0, 0, 12, ...new TextEncoder().encode("free"), 0, 0, 0, n]);
    form.set("file", new Blob([clip, box], { type: "video/mp4" }), `${n}.mp4`);
    const { id, thumbnailUrl } = (await world.ask("POST", "/media", form)).json["media"] as Shown;
    const ask = async () => codes.push((await fetch(thumbnailUrl ?? "")).status);
    if (n % 2 === 0) await ask();
    const asked = ask();
    await Promise.all([asked, ask(), world.ask("DELETE", `/media/${id}`), ask()]);
  }
  expect(codes.filter((code) => code !== 200 && code !== 404)).toEqual([]);
});

// Images are made in a separate process: whatever happens to it, the caller gets an answer, and no file is left behind.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { noisy, openMediaFixture } from "../../tests/support/media-fixture.ts";
import { mediaProcesses, processorTicks } from "../../tests/support/media-process.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { openMediaProcesses } from "../process/processes.ts";
import type { ImageRequest } from "../process/tasks.ts";
import { SAMPLES } from "../samples/index.ts";
import { openImages, type MakeImage } from "./images.ts";

const fixture = openMediaFixture();
const processes = openMediaProcesses();
const temporary = join(fixture.dir, "tmp");
const stop = new AbortController();
let makeImage: MakeImage;
/** Takes many seconds: it has to be encoded again and again until it fits. */
let long: ImageRequest;
const short: ImageRequest = { kind: "shrink", path: SAMPLES.photo.path, side: 64, quality: 80 };

beforeAll(async () => {
  mkdirSync(temporary);
  makeImage = openImages({ processes, temporary, stopping: stop.signal });
  const path = join(fixture.dir, "noise.png");
  await noisy(4000, 3000).png({ compressionLevel: 0 }).toFile(path);
  const targetFormat = { mime: "image/webp", maxBytes: 1_500_000, maxPixels: null, maxSide: null };
  long = { kind: "convert", path, mime: "image/png", targetFormat };
});
afterAll(() => {
  processes[Symbol.dispose]();
  fixture.remove();
});

test("what was made is there until it is disposed", async () => {
  {
    await using made = await makeImage(short);
    expect(made).toMatchObject({ mime: "image/webp", width: 64, height: 48 });
    const bytes = readFileSync(made.path);
    expect(new Bun.CryptoHasher("sha256").update(bytes).digest("hex")).toBe(made.sha256);
  }
  expect(readdirSync(temporary)).toEqual([]);
});

test("a file that is not an image is refused as unreadable", async () => {
  const path = join(fixture.dir, "text");
  await Bun.write(path, "no image");
  await expect(makeImage({ ...short, path })).rejects.toMatchObject({ code: "media_unreadable" });
  expect(readdirSync(temporary)).toEqual([]);
});

test.skipIf(process.platform !== "linux")("when the process dies, the image can be made again", async () => {
  await (await makeImage(short))[Symbol.asyncDispose]();
  const [pid = 0] = mediaProcesses();
  const before = processorTicks(pid);
  const made = makeImage(long);
  const ended = Promise.allSettled([made]);
  await waitUntil(() => processorTicks(pid) > before + 20);
  process.kill(pid, "SIGKILL");
  await ended;
  await expect(made).rejects.toMatchObject({ code: "temporarily_unavailable" });
  expect(readdirSync(temporary)).toEqual([]);
  await using again = await makeImage(short);
  expect(again.width).toBe(64);
});

test.skipIf(process.platform !== "linux")("a process that dies while it is idle is replaced", async () => {
  await (await makeImage(short))[Symbol.asyncDispose]();
  const [pid = 0] = mediaProcesses();
  process.kill(pid, "SIGKILL");
  // Only then has this process heard of it.
  await waitUntil(() => !existsSync(`/proc/${pid}`));
  await using made = await makeImage(short);
  expect(made.width).toBe(64);
});

test("an image is given up when the appliance stops", async () => {
  const made = makeImage(long);
  const ended = Promise.allSettled([made]);
  await waitUntil(() => readdirSync(temporary).length > 0);
  stop.abort();
  await ended;
  await expect(made).rejects.toMatchObject({ code: "stopping" });
  expect(readdirSync(temporary)).toEqual([]);
});

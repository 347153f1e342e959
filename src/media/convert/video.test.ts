// Conversions of videos: one at a time, told how far they are, and ended when the appliance stops.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openMediaFixture, stream } from "../../tests/support/media-fixture.ts";
import { openTestConverter } from "../../tests/support/media-tools.ts";
import { openFfmpeg, type Ffmpeg } from "./ffmpeg.ts";
import { diskFiles, type Files } from "../storage/files.ts";

const bench = openMediaFixture();
let files: Files;
beforeAll(async () => {
  files = await diskFiles(join(bench.dir, "media"));
});
afterAll(() => bench.remove());

/** It has to become smaller, so every frame is encoded anew. */
const small = { mime: "video/mp4", maxBytes: 50_000_000, maxPixels: 30_000, maxSide: null };
async function clip(name: string, seconds: number) {
  const again = ["-vf", `loop=-1:50,trim=duration=${seconds}`, "-c:v", "libx264", "-preset", "ultrafast"];
  const path = bench.video(name, ...again);
  const { sha256 } = await files.write(stream(await Bun.file(path).bytes()), 1 << 30);
  return { sha256, mime: "video/mp4" };
}

/** ffmpeg, and how often it has worked. */
function counting(temporary: string): { ffmpeg: Ffmpeg; runs: () => number } {
  const real = openFfmpeg({ temporary: join(bench.dir, temporary) });
  let runs = 0;
  return { ffmpeg: { ...real, run: (...args) => (runs++, real.run(...args)) }, runs: () => runs };
}

describe.skipIf(Bun.which("ffmpeg") === null)("a video", () => {
  test("is encoded once for all whose limits it fits, and again only for less room than it takes", async () => {
    const { ffmpeg, runs } = counting("shared");
    const parts = { files, ffmpeg, stopping: new AbortController().signal };
    const source = await clip("shared.mp4", 3);
    const converter = openTestConverter(parts);
    const sized = (maxBytes: number, by = converter) => by.convert(source, { ...small, maxBytes });
    const [first, ...others] = await Promise.all(
      [50_000_000, 200_000_000, 4_000_000_000].map((maxBytes) => sized(maxBytes)),
    );
    if (!first) throw new Error("none");
    expect(others).toEqual([first, first]);
    expect(runs()).toBe(1);
    // Little room, for which alone it would have been made smaller; but it fits.
    expect(await sized(first.size)).toEqual(first);
    expect(runs()).toBe(1);
    const less = await sized(first.size - 1);
    expect(less.size).toBeLessThan(first.size);
    expect(runs()).toBeGreaterThan(1);
    const before = runs();
    expect(await sized(300_000_000, openTestConverter(parts))).toEqual(first);
    expect(runs()).toBe(before);
  });

  test("is converted one at a time, once for all who want it, and everybody hears how far it is", async () => {
    const real = openFfmpeg({ temporary: join(bench.dir, "tmp") });
    let [running, most, runs] = [0, 0, 0];
    const ffmpeg: Ffmpeg = {
      ...real,
      async run(...args) {
        runs++;
        most = Math.max(most, ++running);
        return await real.run(...args).finally(() => running--);
      },
    };
    const adapter = openTestConverter({ files, ffmpeg, stopping: new AbortController().signal });
    const [one, two] = [await clip("one.mp4", 30), await clip("two.mp4", 2)];
    const shares: number[][] = [[], []];
    const listen = (index: number) => ({
      owner: "a",
      onProgress: (share: number) => void shares[index]?.push(share),
    });
    const made = await Promise.all([
      adapter.convert(one, small, listen(0)),
      adapter.convert(one, small, listen(1)),
      adapter.convert(two, small),
    ]);
    expect([most, runs]).toEqual([1, 2]);
    expect(made[0]).toEqual(made[1]);
    expect(shares[0]?.length).toBeGreaterThan(0);
    expect(shares[0]).toEqual(shares[1] ?? []);
    expect(shares.flat().every((share) => share >= 0 && share <= 1)).toBeTrue();
    expect(shares[0]).toEqual((shares[0] ?? []).toSorted((a, b) => a - b));
  });

  test("is given up when the appliance stops, and leaves no process and no file", async () => {
    const temporary = join(bench.dir, "stopped");
    const stop = new AbortController();
    const adapter = openTestConverter({
      files,
      ffmpeg: openFfmpeg({ temporary }),
      stopping: stop.signal,
    });
    const start = Promise.withResolvers<void>();
    const [long, next] = [await clip("long.mp4", 90), await clip("next.mp4", 1)];
    const both = Promise.allSettled([
      adapter.convert(long, small, { owner: "a", onProgress: () => start.resolve() }),
      adapter.convert(next, small),
    ]);
    await start.promise;
    stop.abort();
    const given = { status: "rejected", reason: { code: "stopping" } };
    expect(await both).toMatchObject([given, given]);
    expect(readdirSync(temporary)).toEqual([]);
    const left = Bun.spawnSync(["pgrep", "-f", temporary]).stdout.toString().trim();
    expect(left).toBe("");
  });
});

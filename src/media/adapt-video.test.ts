// Conversions of videos: one at a time, told how far they are, and ended when the appliance stops.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openAdapter } from "./adapt.ts";
import { openBench, stream } from "./bench.ts";
import { openFfmpeg, type Ffmpeg } from "./ffmpeg.ts";
import { diskFiles, type Files } from "./files.ts";

const bench = openBench();
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

describe.skipIf(Bun.which("ffmpeg") === null)("a video", () => {
  test("is converted one at a time, once for all who want it, and everybody hears how far it is", async () => {
    const real = openFfmpeg({ scratch: join(bench.dir, "tmp") });
    let [running, most, runs] = [0, 0, 0];
    const ffmpeg: Ffmpeg = {
      ...real,
      async toMp4(...args) {
        runs++;
        most = Math.max(most, ++running);
        return await real.toMp4(...args).finally(() => running--);
      },
    };
    const adapter = openAdapter({ files, ffmpeg, stopping: new AbortController().signal });
    const [one, two] = [await clip("one.mp4", 30), await clip("two.mp4", 2)];
    const heard: number[][] = [[], []];
    const listen = (index: number) => ({
      owner: "a",
      told: (share: number) => void heard[index]?.push(share),
    });
    const made = await Promise.all([
      adapter.adapt(one, small, listen(0)),
      adapter.adapt(one, small, listen(1)),
      adapter.adapt(two, small),
    ]);
    expect([most, runs]).toEqual([1, 2]);
    expect(made[0]).toEqual(made[1]);
    expect(heard[0]?.length).toBeGreaterThan(0);
    expect(heard[0]).toEqual(heard[1] ?? []);
    expect(heard.flat().every((share) => share >= 0 && share <= 1)).toBeTrue();
    expect(heard[0]).toEqual((heard[0] ?? []).toSorted((a, b) => a - b));
  }, 60_000);

  test("is given up when the appliance stops, and leaves no process and no file", async () => {
    const scratch = join(bench.dir, "stopped");
    const stop = new AbortController();
    const adapter = openAdapter({ files, ffmpeg: openFfmpeg({ scratch }), stopping: stop.signal });
    const begun = Promise.withResolvers<void>();
    const [long, next] = [await clip("long.mp4", 90), await clip("next.mp4", 1)];
    const both = Promise.allSettled([
      adapter.adapt(long, small, { owner: "a", told: () => begun.resolve() }),
      adapter.adapt(next, small),
    ]);
    await begun.promise;
    stop.abort();
    const given = { status: "rejected", reason: { code: "stopping" } };
    expect(await both).toMatchObject([given, given]);
    expect(readdirSync(scratch)).toEqual([]);
    const left = Bun.spawnSync(["pgrep", "-f", scratch]).stdout.toString().trim();
    expect(left).toBe("");
  }, 60_000);
});

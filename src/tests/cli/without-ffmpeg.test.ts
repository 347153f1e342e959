// Tests a machine without ffmpeg: what requires it is refused early, with what to install; the rest works.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openMediaFixture } from "../support/media-fixture.ts";
import { movingGif } from "../support/gif-fixture.ts";
import { CRIER } from "../support/program.ts";
import { SAMPLES } from "../../media/samples/index.ts";

const bench = openMediaFixture();
const empty = join(bench.dir, "bin");
beforeAll(async () => {
  mkdirSync(empty);
  await crier("profile", "create", "me");
  await crier("account", "connect", "bluesky", "--profile", "me", "--simulated", "--handle", "ok");
});
afterAll(bench.remove);

/** The program itself, which finds no program but what is in the folder `empty`. */
async function crier(...args: string[]) {
  const ran = Bun.spawn([...CRIER, ...args, "--data", join(bench.dir, "data")], {
    env: { PATH: empty, HOME: bench.dir },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([ran.stdout.text(), ran.stderr.text(), ran.exited]);
  return { out, err, code };
}
const post = (media: string, ...more: string[]) =>
  crier("post", "create", "Hello", "--profile", "me", "--media", media, "--dry-run", ...more);

test.skipIf(Bun.which("ffmpeg") === null)(
  "a video that must be converted is refused, and what helps is said",
  async () => {
    const webm = bench.video("clip.webm", "-c:v", "libvpx", "-b:v", "400k");
    const { err, code } = await post(webm);
    expect(code).not.toBe(0);
    expect(err).toContain("accepted: video/mp4. This needs ffmpeg, which is not installed here.");
    expect(err).toContain("apt-get install ffmpeg");
    expect(err).toContain("or send the file as H.264/AAC MP4");
    // A program of that name that can do nothing is no ffmpeg.
    for (const name of ["ffmpeg", "ffprobe"]) symlinkSync("/bin/true", join(empty, name));
    expect((await post(webm)).err).toContain("apt-get install ffmpeg");
  },
);

test("a video that is taken as it is goes", async () => {
  const { out, err, code } = await post(SAMPLES.clip.path, "--json");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(out)).toMatchObject({ targets: [{ media: [{ adaptation: null }] }] });
});

test("a moving GIF is refused where it would have to become a video", async () => {
  const path = join(bench.dir, "moving.gif");
  await Bun.write(path, await movingGif());
  const { err, code } = await post(path);
  expect(code).not.toBe(0);
  expect(err).toContain("An animated GIF is converted to a video for this network. This needs ffmpeg");
});

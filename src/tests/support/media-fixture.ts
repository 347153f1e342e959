// Provides a folder and generated files for media tests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import type { Ffmpeg, MadeFile } from "../../media/convert/ffmpeg.ts";
import type { Probe } from "../../media/probe/index.ts";
import type { TargetFormat } from "../../domain/target-format.ts";

/** A folder of this test's own; call `remove` at the end. */
export function openMediaFixture() {
  const dir = mkdtempSync(join(tmpdir(), "crier-media-"));
  let files = 0;
  return {
    dir,
    remove: () => rmSync(dir, { recursive: true, force: true }),
    /** Puts bytes on the disk under a name that says nothing, and asks. */
    async facts(probe: Probe, bytes: Uint8Array | string) {
      const path = join(dir, String(files++));
      await Bun.write(path, bytes);
      return probe.probe(path);
    },
    /** Two seconds of a test picture, as ffmpeg makes it with these arguments. */
    video(name: string, ...args: string[]) {
      const out = join(dir, name);
      const input = ["-f", "lavfi", "-i", "testsrc2=s=320x180:d=2:r=25"];
      const { success } = Bun.spawnSync(["ffmpeg", "-v", "error", "-y", ...input, ...args, out], {
        stdin: "ignore",
      });
      if (!success) throw new Error(`ffmpeg could not make ${name}`);
      return out;
    },
  };
}

/** By the first recipe that makes something. */
export async function convert(ffmpeg: Ffmpeg, path: string, format: TargetFormat): Promise<MadeFile> {
  const recipe = (await ffmpeg.recipes(path, format)).find(({ onlyIfKnown }) => !onlyIfKnown);
  if (!recipe) throw new Error("there is no way");
  return await ffmpeg.run(path, recipe);
}

export const blank = (width: number, height: number, background = "teal") =>
  sharp({ create: { width, height, channels: 3, background } });

/** As hard to compress as a camera's noise. */
export const noisy = (width: number, height: number, sigma = 40) =>
  sharp({
    create: { width, height, channels: 3, background: "gray", noise: { type: "gaussian", mean: 128, sigma } },
  });

export async function* stream(bytes: Uint8Array) {
  yield bytes;
}

/** A piece of a PNG file. */
export function pngChunk(type: string, content: Buffer) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(Bun.hash.crc32(body), body.length + 4);
  return framed;
}

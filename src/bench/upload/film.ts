// Makes videos of any size: the sample clip, followed by a box full of random bytes that players skip.
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";

export interface Film {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

const CLIP = join(import.meta.dir, "../../media/samples/clip.mp4");
const BOX_HEADER_BYTES = 16;
const CHUNK_BYTES = 1 << 20;

/** @param seed another one makes other bytes */
export async function makeFilm(path: string, size: number, seed: number): Promise<Film> {
  const clip = await Bun.file(CLIP).bytes();
  const header = Buffer.alloc(BOX_HEADER_BYTES);
  header.writeUInt32BE(1, 0);
  header.write("free", 4, "latin1");
  header.writeBigUInt64BE(BigInt(size - clip.byteLength), 8);
  const noise = noiseOf(seed);
  const hash = createHash("sha256");
  await using file = await open(path, "w");
  let at = 0;
  for (const part of [clip, header, noise]) {
    for (let left = part === noise ? size - at : part.byteLength; left > 0;) {
      const chunk = part.subarray(0, Math.min(part.byteLength, left));
      // The same random chunk again and again would be one for a disk that folds equal blocks.
      if (part === noise) new DataView(noise.buffer).setUint32(0, at);
      hash.update(chunk);
      await file.write(chunk);
      at += chunk.byteLength;
      left -= chunk.byteLength;
    }
  }
  await file.sync();
  return { path, size, sha256: hash.digest("hex") };
}

function noiseOf(seed: number): Uint8Array {
  const bytes = new Uint8Array(CHUNK_BYTES);
  const words = new Uint32Array(bytes.buffer);
  let state = seed + 1;
  for (let i = 0; i < words.length; i++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    words[i] = state;
  }
  return bytes;
}

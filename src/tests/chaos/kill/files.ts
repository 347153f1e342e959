// Provides the files of the bench's posts to networks, also while the server is dead.
import { join } from "node:path";
import sharp from "sharp";

/** Small ones: what counts is that they are uploaded. */
export const PHOTO = { filename: "photo.jpg", declaredMime: "image/jpeg", altText: "Grey" };
export const VIDEO = { filename: "clip.mp4", declaredMime: "video/mp4", altText: "Test bars" };

export function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 480, height: 360, channels: 3, background: "#777" } as const;
  return sharp({ create })
    .jpeg()
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes));
}

export function video(): Promise<Uint8Array<ArrayBuffer>> {
  return Bun.file(join(import.meta.dir, "../../../simulator/fixture.mp4")).bytes();
}

/** Most appliances here have no HTTP door to fetch from; every post has one of the two files. */
export async function fetchFile(url: string) {
  return new URL(url).pathname.endsWith(".mp4")
    ? { bytes: await video(), mime: "video/mp4" }
    : { bytes: await photo(), mime: "image/jpeg" };
}

// Inspects uploaded bytes as a network would: by content, not by the declared type.
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTemporaryFolder } from "../media/convert/temporary-folder.ts";
import { openMediaProcesses } from "../media/process/processes.ts";
import { sniff } from "./network.ts";

export interface Shape {
  /** px */
  readonly width: number;
  readonly height: number;
}

/** As displayed; null when no picture or video can be made of the bytes. The readers are loaded with the first file. */
export async function shapeOf(bytes: Uint8Array<ArrayBuffer>): Promise<Shape | null> {
  try {
    const mime = sniff(bytes);
    if (mime === "image/gif") return ofGif(bytes);
    const image = IMAGES.find((known) => known === mime);
    return image ? await ofImage(bytes, image) : await ofVideo(bytes);
  } catch {
    return null;
  }
}

export interface Video extends Shape {
  readonly durationMs: number;
  /** Frames a second, as they are on average: 23.98 is 24. */
  readonly frameRate: number;
  /** `avc`, `hevc`, `vp9` … */
  readonly codec: string | null;
  /** Null when it is silent. */
  readonly sound: string | null;
}

/** Null when no video can be made of the bytes. */
export async function videoOf(bytes: Uint8Array<ArrayBuffer>): Promise<Video | null> {
  if (sniff(bytes)?.startsWith("video/") !== true) return null;
  try {
    return await ofVideo(bytes);
  } catch {
    return null;
  }
}

const processes = openMediaProcesses();
const IMAGES = ["image/jpeg", "image/png", "image/webp"] as const;
const LIMITS = { limitMs: 20_000, memoryBytes: 512e6 };

async function ofImage(bytes: Uint8Array, mime: (typeof IMAGES)[number]): Promise<Shape> {
  await using folder = await openTemporaryFolder(tmpdir());
  const path = join(folder.path, "image");
  await writeFile(path, bytes);
  const { width, height } = await processes.run({ kind: "read", path, mime }, LIMITS);
  return { width, height };
}

/** By its header and its end: inside an appliance, GIFs are not read by the library that would see all of it. */
function ofGif(bytes: Uint8Array<ArrayBuffer>): Shape | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const isWhole = bytes.at(-1) === 0x3b;
  return isWhole ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : null;
}

async function ofVideo(bytes: Uint8Array<ArrayBuffer>): Promise<Video | null> {
  const { ALL_FORMATS, BufferSource, Input } = await import("mediabunny");
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const [track, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!track) return null;
  const { averagePacketRate } = await track.computePacketStats();
  return {
    width: track.displayWidth,
    height: track.displayHeight,
    codec: track.codec,
    durationMs: Math.round((await input.computeDuration()) * 1000),
    frameRate: Math.round(averagePacketRate),
    // An unknown audio codec still counts as sound.
    sound: sound && (sound.codec ?? "unknown"),
  };
}

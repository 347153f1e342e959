// Why the simulated Instagram refuses a fetched file (networks/instagram.facts.md 4), or null.
import { shapeOf, videoOf } from "../inspect-media.ts";
import { sniff, type File } from "../network.ts";

export interface Refusal {
  readonly code: number;
  readonly subcode: number;
  readonly message: string;
}
const MB = 1024 * 1024;

export async function wrongImage({ bytes }: File, isStory: boolean): Promise<Refusal | null> {
  if (bytes.byteLength > 8 * MB)
    return { code: 36_000, subcode: 2_207_004, message: "The image size is too large." };
  const shape = sniff(bytes) === "image/jpeg" && !isMultiPicture(bytes) ? await shapeOf(bytes) : null;
  if (!shape) return { code: 36_001, subcode: 2_207_005, message: "The image format is not supported." };
  const ratio = shape.width / shape.height;
  if (!isStory && (ratio < 0.795 || ratio > 1.915))
    return { code: 36_003, subcode: 2_207_009, message: "The submitted image has an invalid aspect ratio." };
  return null;
}

/** MPO: several pictures in one JPEG, announced at its start. */
function isMultiPicture(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 65_536)).includes("MPF\0");
}

export async function wrongVideo({ bytes }: File, isStory: boolean): Promise<Refusal | null> {
  const wrong = (message: string): Refusal => ({ code: 352, subcode: 2_207_026, message });
  if (!["video/mp4", "video/quicktime"].includes(sniff(bytes) ?? ""))
    return wrong("The video format is not supported.");
  if (bytes.byteLength > (isStory ? 100 : 300) * MB) return wrong("The video is too large.");
  const video = await videoOf(bytes);
  if (!video) return wrong("The video could not be read.");
  const { width, height, durationMs, frameRate, codec, sound } = video;
  if (durationMs < 2950 || durationMs > (isStory ? 60_000 : 900_000))
    return wrong(`The video lasts ${durationMs / 1000} seconds.`);
  if (width > 1920) return wrong("The video is too wide.");
  if (frameRate < 23 || frameRate > 60) return wrong(`The video has ${frameRate} frames a second.`);
  if (!["avc", "hevc"].includes(codec ?? "") || !["aac", null].includes(sound))
    return wrong("The codec is not supported.");
  const ratio = width / height;
  return ratio < (isStory ? 0.1 : 0.01) || ratio > 10 ? wrong("The aspect ratio is not supported.") : null;
}

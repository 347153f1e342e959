// Why a simulated Mastodon server refuses a file (networks/mastodon.facts.md 4; the default limits).
import { shapeOf, videoOf } from "../inspect-media.ts";

const IMAGE = { bytes: 16_777_216, pixels: 33_177_600, size: "16 MB", plural: "images" };
const VIDEO = { bytes: 103_809_024, pixels: 8_294_400, size: "99 MB", plural: "videos" };

const MAX_FRAME_RATE = 120;

/** Why, in the server's words; null when it is taken. @param mime by the bytes */
export async function wrongFile(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<string | null> {
  const limit = mime.startsWith("video/") ? VIDEO : IMAGE;
  if (bytes.byteLength > limit.bytes) return `File file size must be less than ${limit.size}`;
  const video = await videoOf(bytes);
  const shape = video ?? (await shapeOf(bytes));
  if (!shape) return "File has contents that are not what they are reported to be";
  const { width, height } = shape;
  if (width * height > limit.pixels) return `${width}x${height} ${limit.plural} are not supported`;
  const frameRate = video?.frameRate ?? 0;
  return frameRate > MAX_FRAME_RATE ? `${frameRate}fps videos are not supported` : null;
}

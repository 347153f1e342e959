// Restricts what ffmpeg and ffprobe read: only the given file, only as the format that its bytes have.
import type { Mime } from "./sniff.ts";
import { MAX_VIDEO_PIXELS } from "./video-facts.ts";

/**
 * A playlist named x.mp4 makes ffmpeg read other files of this machine, even with the protocols limited to `file`
 * (delivery.facts.md 3.2). With the demuxer pinned (`-f`) and the formats limited it doesn't. Each thread of a decoder holds
 * pictures of its own, and a file may hold larger ones than it says.
 */
export const PINNED = [
  "-protocol_whitelist",
  "file",
  "-format_whitelist",
  "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,gif",
  "-threads",
  "1",
  "-max_pixels",
  String(MAX_VIDEO_PIXELS),
] as const;

export function demuxerOf(mime: Mime): "mov" | "matroska" | "gif" {
  if (mime === "image/gif") return "gif";
  return mime === "video/webm" ? "matroska" : "mov";
}

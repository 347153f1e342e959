// Whether an MP4 can be played while it loads: its index (the box "moov") stands before the pictures ("mdat").
import type { DraftMedia } from "../network.ts";

/** A file starts with a few small boxes; a file with more of them is unusual. */
const BOXES = 16;
const HEADER = 16;

/** Reads a few bytes only. A file that can't be read as boxes is not streamable. */
export async function isStreamable(file: Pick<DraftMedia, "size" | "bytes">): Promise<boolean> {
  let at = 0;
  for (let n = 0; n < BOXES && at + HEADER <= file.size; n++) {
    const bytes = Buffer.from(await file.bytes(at, at + HEADER));
    if (bytes.byteLength < HEADER) return false;
    const type = bytes.toString("latin1", 4, 8);
    if (type === "moov") return true;
    const short = bytes.readUInt32BE(0);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(8)) : short;
    // 0: up to the end of the file.
    if (type === "mdat" || size < 8) return false;
    at += size;
  }
  return false;
}

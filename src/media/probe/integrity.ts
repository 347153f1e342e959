// Is a video file all there, and could its index be believed? Demuxers read the index and don't notice that the pictures
// it points at are missing.
import { openIndexCheck } from "./check-index.ts";
import type { Mime } from "./sniff.ts";
import { CUT, UnusableFileError } from "./unusable.ts";
import { openWindow, type Window } from "./file-window.ts";

/** An hour of half-second fragments is 14,400 boxes; more than this is not a video but an attack. */
const MAX_BOXES = 50_000;

/**
 * Throws UnusableFileError when the file ends inside one of its own parts, or names more than can be held in memory. Synchronous:
 * for the reader's own process.
 */
export function checkIntegrity(path: string, mime: Mime): void {
  using file = openWindow(path);
  if (mime === "video/webm") checkSegment((at) => file.read(at, 16), file.size);
  else checkBoxes(file);
}

type ReadAt = (at: number) => Buffer;

/** MP4 and QuickTime: boxes side by side, each with its length. */
function checkBoxes(file: Window) {
  const { size } = file;
  const index = openIndexCheck(file);
  for (let at = 0, boxes = 0; at < size; boxes++) {
    if (boxes > MAX_BOXES) throw new UnusableFileError("too many boxes");
    const header = file.read(at, 16);
    if (header.length < 8) return; // a few bytes of padding at the end do no harm
    const length = boxLength(header, size - at);
    // Padding that does not form a box: harmless after the real content, and the demuxer decides about the rest.
    if (length === null) return;
    if (at + length > size) {
      if (isNamed(header)) throw new UnusableFileError(CUT);
      return;
    }
    index.box(header.toString("latin1", 4, 8), at, at + length);
    at += length;
  }
}

const isNamed = (header: Buffer) => /^[\w \xa9-]{4}$/.test(header.toString("latin1", 4, 8));

function boxLength(header: Buffer, rest: number): number | null {
  const length = header.readUInt32BE(0);
  if (length === 0) return rest;
  if (length === 1) return header.length < 16 ? null : Number(header.readBigUInt64BE(8));
  return length < 8 ? null : length;
}

/** WebM: a header element, then one segment whose length is known unless the file was streamed. */
function checkSegment(read: ReadAt, size: number) {
  const header = element(read(0));
  const at = header.start + (header.length ?? 0);
  const segment = element(read(at));
  if (segment.length !== null && at + segment.start + segment.length > size) throw new UnusableFileError(CUT);
}

/** Id and length are numbers of 1 to 8 bytes: as many as the first byte has leading zeros, and one more. */
function element(bytes: Buffer): { start: number; length: number | null } {
  const idBytes = Math.clz32(bytes[0] ?? 0) - 23;
  const first = bytes[idBytes] ?? 0;
  const lengthBytes = Math.clz32(first) - 23;
  if (idBytes > 4 || lengthBytes > 8 || bytes.length < idBytes + lengthBytes)
    throw new UnusableFileError(CUT);
  let length = BigInt(first & (0xff >> lengthBytes));
  for (let i = 1; i < lengthBytes; i++) length = (length << 8n) | BigInt(bytes[idBytes + i] ?? 0);
  const unknown = length === (1n << BigInt(7 * lengthBytes)) - 1n;
  return { start: idBytes + lengthBytes, length: unknown ? null : Number(length) };
}

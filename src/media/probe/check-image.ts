// Computes what an image would cost to decode from its structure, before anything is decoded.
import type { Mime } from "./sniff.ts";
import { UnusableFileError } from "./unusable.ts";
import { openWindow, type Window } from "./file-window.ts";

/** A picture that comes in several passes is held whole while it is decoded, up to 8 bytes a pixel. */
const MAX_HELD_PIXELS = 30_000_000;
/** Each scan is a walk over all pixels, however little it brings. Encoders write ten, optimising ones some twenty. */
const MAX_SCANS = 100;
/** A JPEG of a camera has some 20 parts; one with the largest colour profile 300. */
const MAX_SEGMENTS = 10_000;
/** A PNG of 50 megapixels has some 10,000 parts of the usual size; an animation some for each of its pictures. */
const MAX_CHUNKS = 100_000;

/** A GIF is not looked at here: gif.ts reads all of its blocks anyway. Throws UnusableFileError when decoding would take more memory or time than any picture of people does. */
export function checkImage(path: string, mime: Mime): void {
  using file = openWindow(path);
  if (mime === "image/jpeg") checkJpeg(file);
  else if (mime === "image/png") checkPng(file);
  else if (mime === "image/webp") checkWebp(file);
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
/** Has no length, and may stand among coded pixels. */
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Starts of a frame: C0 to CF save the tables of DHT, JPG and DAC. */
const isFrame = (marker: number) => (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker);
const isProgressive = (marker: number) => [0xc2, 0xc6, 0xca, 0xce].includes(marker);

/** As libjpeg reads it: anything but a marker is skipped, and what follows the end is not looked at. */
function checkJpeg(file: Window): void {
  let scans = 0;
  let pixels = 0;
  let isHeld = false;
  for (let at = 2, segments = 0; ; segments++) {
    if (segments > MAX_SEGMENTS) throw new UnusableFileError(`it has more than ${MAX_SEGMENTS} parts`);
    at = nextMarker(file, at);
    if (at < 0) return;
    const segment = file.read(at, 10);
    const marker = segment[1] ?? EOI;
    if (marker === EOI) return;
    if (marker === SOI || marker === 0x01) {
      at += 2;
      continue;
    }
    if (segment.length < 4) return;
    if (isFrame(marker) && segment.length >= 9) {
      pixels = segment.readUInt16BE(5) * segment.readUInt16BE(7);
      isHeld = isProgressive(marker);
    }
    if (marker === SOS && ++scans > MAX_SCANS)
      throw new UnusableFileError(`it has more than ${MAX_SCANS} scans; save it as an ordinary JPEG`);
    // Pixels that come in several scans are put together in memory, progressive or not.
    if (isHeld || scans > 1) checkHeld(pixels, "a progressive JPEG");
    at += 2 + segment.readUInt16BE(2);
  }
}

/** A marker is an FF that neither a zero, nor a restart, nor another FF follows. */
function nextMarker(file: Window, from: number): number {
  for (let at = file.find(0xff, from); at >= 0; at = file.find(0xff, at + 1)) {
    const marker = file.read(at, 2)[1] ?? EOI;
    if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return at;
  }
  return -1;
}

function checkPng(file: Window): void {
  const header = file.read(0, 29);
  if (header.length === 29 && header[28] === 1)
    checkHeld(header.readUInt32BE(16) * header.readUInt32BE(20), "an interlaced PNG");
  for (let at = 8, chunks = 0; at + 12 <= file.size; chunks++) {
    if (chunks > MAX_CHUNKS) throw new UnusableFileError(`it has more than ${MAX_CHUNKS} parts`);
    const chunk = file.read(at, 8);
    if (chunk.toString("latin1", 4, 8) === "IEND") return;
    at += chunk.readUInt32BE(0) + 12;
  }
}

function checkWebp(file: Window): void {
  for (let at = 12, chunks = 0; at + 8 <= file.size; chunks++) {
    if (chunks > MAX_CHUNKS) throw new UnusableFileError(`it has more than ${MAX_CHUNKS} parts`);
    const size = file.read(at, 8).readUInt32LE(4);
    at += 8 + size + (size % 2);
  }
}

function checkHeld(pixels: number, what: string): void {
  if (pixels <= MAX_HELD_PIXELS) return;
  const [has, most] = [pixels, MAX_HELD_PIXELS].map((count) => Math.round(count / 1e6));
  throw new UnusableFileError(
    `${what} can have up to ${most} megapixels, and this has ${has}; save it without that, or smaller`,
  );
}

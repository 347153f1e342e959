// Removes metadata from an image without decoding it, so that every pixel stays the same.
import { stripGifMetadata } from "../probe/gif.ts";
import { stripJpegMetadata } from "./strip-jpeg-metadata.ts";

/** Null when the file is not laid out as its format says; then it has to be decoded and encoded again. */
export function stripImageMetadata(bytes: Uint8Array, mime: string): Uint8Array | null {
  switch (mime) {
    case "image/jpeg":
      return stripJpegMetadata(bytes);
    case "image/png":
      return barePng(bytes);
    case "image/webp":
      return bareWebp(bytes);
    case "image/gif":
      return stripGifMetadata(bytes);
    default:
      return null;
  }
}

/** What a PNG needs to look the same. Anything else may say who, where and with what: EXIF, texts, times, previews. */
const PNG_KEEPS = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "cHRM",
  "gAMA",
  "iCCP",
  "sBIT",
  "sRGB",
  "cICP",
  "mDCV",
  "cLLI",
  "bKGD",
  "pHYs",
  "acTL",
  "fcTL",
  "fdAT",
]);

function barePng(bytes: Uint8Array): Uint8Array | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = [view.subarray(0, 8)];
  for (let at = 8; at + 12 <= view.length;) {
    const end = at + 12 + view.readUInt32BE(at);
    const type = view.toString("latin1", at + 4, at + 8);
    if (end > view.length) return null;
    if (PNG_KEEPS.has(type)) chunks.push(view.subarray(at, end));
    // What follows the end is not the picture.
    if (type === "IEND") return Buffer.concat(chunks);
    at = end;
  }
  return null;
}

const WEBP_KEEPS = new Set(["VP8X", "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L"]);
/** Flags of VP8X that say that EXIF and XMP follow. */
const WEBP_TOLD = 0x08 | 0x04;

function bareWebp(bytes: Uint8Array): Uint8Array | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = Math.min(view.length, 8 + view.readUInt32LE(4));
  const chunks = [Buffer.from(view.subarray(0, 12))];
  for (let at = 12; at < whole;) {
    if (at + 8 > whole) return null;
    const size = view.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > whole) return null;
    const type = view.toString("latin1", at, at + 4);
    const chunk = Buffer.from(view.subarray(at, end));
    if (type === "VP8X") chunk[8] = (chunk[8] ?? 0) & ~WEBP_TOLD;
    if (WEBP_KEEPS.has(type)) chunks.push(chunk);
    at = end;
  }
  const made = Buffer.concat(chunks);
  made.writeUInt32LE(made.length - 8, 4);
  return made;
}

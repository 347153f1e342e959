// Converts an image to another format or size: quality is reduced first, then the dimensions, no further than needed.
import type { Sharp } from "sharp";
import { Problem } from "../../errors.ts";
import { stripImageMetadata } from "./strip-image-metadata.ts";
import { conversionFault, openImage } from "./sharp.ts";
import { cutToFrame, outline, shrinkage, type Shape } from "../../domain/fitted-shape.ts";
import type { TargetFormat } from "../../domain/target-format.ts";

export interface EncodedImage extends Shape {
  readonly bytes: Uint8Array;
}

/** Best first. Below 70 blocks and rings show: fewer pixels look better then. */
const QUALITIES = [96, 92, 88, 84, 80, 76, 73, 70] as const;
export const FORMATS = ["image/jpeg", "image/png", "image/webp"] as const;
export type Format = (typeof FORMATS)[number];
/** Each round comes within a few percent of the limit, so this many are needed only where nothing fits. */
const MAX_ROUNDS = 8;

/** Throws Problem media_unreadable, media_type_unsupported, media_too_large when no size fits, temporarily_unavailable. */
export async function convertImage(
  path: string,
  mime: string,
  targetFormat: TargetFormat,
): Promise<EncodedImage> {
  try {
    const original = await asItIs(path, mime, targetFormat);
    if (original) return original;
    const format = FORMATS.find((known) => known === targetFormat.mime);
    if (!format) throw new Problem("media_type_unsupported", `Crier can't make ${targetFormat.mime} files.`);
    return await remade(path, format, targetFormat);
  } catch (cause) {
    throw conversionFault(cause);
  }
}

/** No camera's picture is larger. */
const MAX_COPIED = 64 << 20;

/** A picture that already fits and stands upright loses its metadata and nothing else. */
async function asItIs(path: string, mime: string, targetFormat: TargetFormat): Promise<EncodedImage | null> {
  if (mime !== targetFormat.mime || targetFormat.frame) return null;
  const { width, height, orientation = 1, space } = await (await openImage(path)).metadata();
  const { size } = Bun.file(path);
  // A larger one is encoded again, piece by piece: to copy it, all of it would have to be in memory.
  const fits =
    size <= Math.min(targetFormat.maxBytes, MAX_COPIED) && shrinkage({ width, height }, targetFormat) === 1;
  // CMYK has to become sRGB: half of the world's programs show it inverted.
  if (!fits || orientation !== 1 || space === "cmyk") return null;
  const whole = await Bun.file(path).bytes();
  const bytes = targetFormat.keepsMetadata ? whole : stripImageMetadata(whole, mime);
  return bytes && { bytes, width, height };
}

async function remade(path: string, format: Format, targetFormat: TargetFormat): Promise<EncodedImage> {
  const full = await uprightShape(path);
  let factor = shrinkage(cutToFrame(full, targetFormat.frame), targetFormat);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const shape = outline(full, factor, targetFormat.frame);
    const best = await bestQuality(
      (quality) => encode(path, format, shape, quality, targetFormat),
      format,
      targetFormat.maxBytes,
    );
    if (best.bytes.byteLength <= targetFormat.maxBytes) return { bytes: best.bytes, ...best.shape };
    if (shape.width === 1 && shape.height === 1) break;
    factor *= Math.min(0.95, Math.sqrt(targetFormat.maxBytes / best.bytes.byteLength) * 0.98);
  }
  const limit = targetFormat.maxBytes.toLocaleString("en");
  throw new Problem("media_too_large", `This image cannot be reduced to ${limit} bytes.`);
}

async function uprightShape(path: string): Promise<Shape> {
  const { width, height, orientation = 1 } = await (await openImage(path)).metadata();
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

type Encoded = { readonly bytes: Uint8Array; readonly shape: Shape };

/**
 * The highest quality that fits, or the lowest one when none does. Asks for the two ends and then halves what is
 * between: five encodings instead of eight.
 */
async function bestQuality(encoded: (quality: number) => Promise<Encoded>, format: Format, maxBytes: number) {
  const fits = ({ bytes }: Encoded) => bytes.byteLength <= maxBytes;
  const at = (index: number) => encoded(QUALITIES[index] ?? 70);
  const top = await at(0);
  // PNG has no quality: it is the same at any.
  if (fits(top) || format === "image/png") return top;
  let high = 0;
  let low = QUALITIES.length - 1;
  let best = await at(low);
  if (!fits(best)) return best;
  while (low - high > 1) {
    const middle = Math.floor((low + high) / 2);
    const tried = await at(middle);
    if (fits(tried)) [best, low] = [tried, middle];
    else high = middle;
  }
  return best;
}

async function encode(
  path: string,
  format: Format,
  shape: Shape,
  quality: number,
  { frame, keepsMetadata }: TargetFormat,
): Promise<Encoded> {
  const image = (await openImage(path, { animated: format === "image/webp" }))
    .autoOrient()
    .resize({ ...shape, fit: FITS[frame?.by ?? "none"], background: "white", withoutEnlargement: true });
  // A picture with holes stands on the same white as its bars.
  if (frame?.by === "pad") image.flatten({ background: "white" });
  // Metadata goes and colours become sRGB where nothing asks sharp to keep them.
  if (keepsMetadata) image.keepExif().keepXmp();
  const { data, info } = await inFormat(image, format, quality).toBuffer({ resolveWithObject: true });
  return { bytes: data, shape: { width: info.width, height: info.pageHeight ?? info.height } };
}
/** As sharp calls them: stretched by less than a pixel, the middle of it, or all of it between bars. */
const FITS = { none: "fill", crop: "cover", pad: "contain" } as const;

/** Where transparency is not possible, it becomes white. */
export function inFormat(image: Sharp, format: Format, quality: number) {
  switch (format) {
    case "image/jpeg":
      return image.flatten({ background: "white" }).jpeg({ quality });
    case "image/png":
      return image.png({ compressionLevel: 9 });
    case "image/webp":
      return image.webp({ quality });
  }
}

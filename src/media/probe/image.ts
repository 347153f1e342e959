// Reads an image's properties by decoding all of it.
import { open } from "node:fs/promises";
import { MAX_GIF_PIXELS, readGif } from "./gif.ts";
import { openImage } from "../convert/sharp.ts";
import type { Mime } from "./sniff.ts";
import { CUT, UnusableFileError } from "./unusable.ts";
import type { Rotation } from "./video-facts.ts";

export interface ImageFacts {
  /** px as displayed: EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
  /** More than one frame: a GIF, WebP or PNG that moves. */
  readonly animated: boolean;
  /** How many frames a GIF has; null: not counted. */
  readonly frames: number | null;
  /** Of one round of a moving GIF. */
  readonly durationMs: number | null;
  /** Degrees clockwise by which the stored picture is turned to be shown. */
  readonly rotation: Rotation;
  /** May be transparent somewhere. */
  readonly alpha: boolean;
  readonly colourSpace: "rgb" | "grey" | "cmyk";
}

/** Decodes a JPEG, PNG, WebP or GIF. Throws an Error with the reason, or sharp's own, when a byte of it can't be used. */
export async function readImage(path: string, mime: Mime): Promise<ImageFacts> {
  // Before sharp sees it: what is too much of a GIF is not decoded.
  const gif = mime === "image/gif" ? await readGif(path) : null;
  const {
    width,
    height,
    space,
    hasAlpha,
    orientation = 1,
    pages = 1,
  } = await (await openImage(path)).metadata();
  const moves = pages > 1 || (mime === "image/png" && (await isAnimatedPng(path)));
  await decode(path, gif !== null && moves);
  const sideways = orientation >= 5;
  return {
    width: sideways ? height : width,
    height: sideways ? width : height,
    animated: moves,
    frames: gif && gif.frames,
    durationMs: gif && moves ? gif.durationMs : null,
    rotation: TURNS[orientation - 1] ?? 0,
    alpha: hasAlpha,
    colourSpace: space === "cmyk" ? "cmyk" : GREY.includes(space) ? "grey" : "rgb",
  };
}

/** Of EXIF orientations 1 to 8; that some of them also mirror is ignored. */
const TURNS = [0, 0, 180, 180, 270, 90, 90, 270] as const;
/** As libvips names them. */
const GREY = ["b-w", "grey16"];

/**
 * Reads to the last line without holding the picture: 50 megapixels would be 200 MB, a 16 px thumbnail is nothing.
 * Of a GIF that is every frame, of another animation the first one; that the file is whole is known from its length.
 */
async function decode(path: string, all: boolean) {
  const image = await openImage(path, all ? { animated: true, maxPixels: MAX_GIF_PIXELS } : {});
  await image.resize(16, 16, { fit: "fill" }).raw().toBuffer();
  await checkRiff(path);
}

async function checkRiff(path: string) {
  await using file = await open(path, "r");
  const head = Buffer.alloc(8);
  await file.read(head, 0, 8, 0);
  if (head.toString("latin1", 0, 4) !== "RIFF") return;
  const { size } = await file.stat();
  if (head.readUInt32LE(4) + 8 > size) throw new UnusableFileError(CUT);
}

/**
 * sharp neither knows animated PNG, which has an acTL chunk before the first IDAT, nor misses the frames behind the
 * first one. Throws when the last chunk is not there.
 */
async function isAnimatedPng(path: string): Promise<boolean> {
  await using file = await open(path, "r");
  const header = Buffer.alloc(8);
  let animated = false;
  let hasPixels = false;
  for (let at = 8; ;) {
    const { bytesRead } = await file.read(header, 0, 8, at);
    if (bytesRead < 8) break;
    const type = header.toString("latin1", 4, 8);
    at += header.readUInt32BE(0) + 12;
    if (type === "acTL" && !hasPixels) animated = true;
    if (type === "IDAT") hasPixels = true;
    if (type === "IEND" && at <= (await file.stat()).size) return animated;
  }
  throw new UnusableFileError(CUT);
}

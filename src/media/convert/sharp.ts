// sharp with Crier's limits: four formats, 50 megapixels, and errors instead of guesses.
import type library from "sharp";
import type { Sharp } from "sharp";
import { messageOf, Problem } from "../../errors.ts";

const MAX_PIXELS = 50_000_000;
/** A picture of 12 megapixels takes a second or two; on a small machine that does other things as well, half a minute. */
const LIMIT_S = 120;

let loaded: Promise<typeof library> | null = null;

/** Opens a picture. Nothing is decoded before output is asked for. */
export async function openImage(
  path: string,
  options: { animated?: boolean; maxPixels?: number } = {},
): Promise<Sharp> {
  loaded ??= load();
  const sharp = await loaded;
  return sharp(path, {
    limitInputPixels: options.maxPixels ?? MAX_PIXELS,
    failOn: "warning",
    sequentialRead: true,
    animated: options.animated ?? false,
  }).timeout({ seconds: LIMIT_S });
}

/**
 * What to say when sharp could not make a picture of another one: Problem media_unreadable, or temporarily_unavailable when
 * there was nothing wrong but that it took too long (sharp's message then begins with "timeout").
 */
export function conversionFault(cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  if (messageOf(cause).startsWith("timeout"))
    return new Problem("temporarily_unavailable", TOO_SLOW, {}, { cause });
  return new Problem("media_unreadable", "This image cannot be decoded.", {}, { cause });
}

const TOO_SLOW = `Converting this image took longer than ${LIMIT_S} s: the machine has too much to do. Try again later.`;

/** With the first image, in the process that decodes it: loading it takes 20 ms and 20 MB. */
async function load(): Promise<typeof library> {
  const { default: sharp } = await import("sharp");
  // Everything sharp could load beyond what we accept is a parser that untrusted files could reach (SVG, PDF, TIFF, …).
  sharp.block({ operation: ["VipsForeignLoad"] });
  const loaders = ["Jpeg", "Png", "Webp", "Nsgif"].map((format) => `VipsForeignLoad${format}`);
  sharp.unblock({ operation: loaders });
  // The cache keeps files open and megabytes held for pictures we look at once.
  sharp.cache(false);
  return sharp;
}

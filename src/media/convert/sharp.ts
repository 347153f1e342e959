// sharp with Crier's limits: four formats, 50 megapixels, and errors instead of guesses.
import type library from "sharp";
import type { Sharp } from "sharp";

const MAX_PIXELS = 50_000_000;

let loaded: Promise<typeof library> | null = null;

/** Opens a picture by its path, or from memory. Nothing is decoded before output is asked for. */
export async function openImage(
  picture: string | Uint8Array,
  options: { animated?: boolean; maxPixels?: number } = {},
): Promise<Sharp> {
  loaded ??= load();
  const sharp = await loaded;
  return sharp(picture, {
    limitInputPixels: options.maxPixels ?? MAX_PIXELS,
    failOn: "warning",
    sequentialRead: true,
    animated: options.animated ?? false,
  }).timeout({ seconds: 20 });
}

/** With the first picture: most commands and many servers never see one, and it costs 20 ms and 20 MB. */
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

// sharp with our limits: three loaders, 50 megapixels, and a fault instead of a guess.
import sharp from "sharp";

// Everything sharp could load beyond what we accept is a parser that strangers could reach (SVG, PDF, TIFF, …).
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
// The cache keeps files open and megabytes held for pictures we look at once.
sharp.cache(false);

const MAX_PIXELS = 50_000_000;

/** Opens a picture by its path. Nothing is decoded before output is asked for. */
export function openImage(path: string, options: { animated?: boolean } = {}) {
  return sharp(path, {
    limitInputPixels: MAX_PIXELS,
    failOn: "warning",
    sequentialRead: true,
    animated: options.animated ?? false,
  }).timeout({ seconds: 20 });
}

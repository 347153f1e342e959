// Makes a small picture of an image.
import type { EncodedImage } from "./image.ts";
import { conversionFault, openImage } from "./sharp.ts";

/**
 * A WebP, upright, at most `side` px wide and high, never enlarged, without metadata.
 * @throws Problem media_unreadable, temporarily_unavailable when it takes too long
 */
export async function shrinkImage(
  path: string,
  side: number,
  quality: number,
): Promise<EncodedImage & { readonly mime: string }> {
  try {
    const image = (await openImage(path)).autoOrient();
    image.resize(side, side, { fit: "inside", withoutEnlargement: true }).webp({ quality });
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, mime: "image/webp" };
  } catch (cause) {
    throw conversionFault(cause);
  }
}

// Cuts a part out of a picture and turns it.
import { FORMATS, inFormat, type EncodedImage } from "./image.ts";
import { conversionFault, openImage } from "./sharp.ts";

/** A part of a picture, in px as it is displayed, and by how many degrees it is then turned clockwise. */
export interface Cut {
  /** Null: all of it. */
  readonly crop: Area | null;
  readonly rotate: 0 | 90 | 180 | 270;
}
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Near lossless: the result is encoded again for networks that need something else. */
const QUALITY = 92;

/**
 * The part, in the format of the picture; a GIF becomes a PNG. Metadata goes and colours become sRGB.
 * @throws Problem media_unreadable, temporarily_unavailable when it takes too long
 */
export async function cutImage(
  path: string,
  mime: string,
  { crop, rotate }: Cut,
): Promise<EncodedImage & { readonly mime: string }> {
  const format = FORMATS.find((known) => known === mime) ?? "image/png";
  try {
    const image = (await openImage(path)).autoOrient();
    if (crop) image.extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height });
    if (rotate !== 0) image.rotate(rotate);
    const { data, info } = await inFormat(image, format, QUALITY).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, mime: format };
  } catch (cause) {
    throw conversionFault(cause);
  }
}

// Reads the media of a pin: images in the request itself, or a video that was uploaded before.
import { shapeOf, type Shape } from "../inspect-media.ts";
import { isObject, sniff, textIn, type File, type Json, type Reply } from "../network.ts";
import { fail, type Fields } from "./answers.ts";
import type { VideoRoom } from "./media.ts";

export interface Source {
  readonly type: "image" | "multiple_images" | "video";
  readonly files: readonly File[];
}

const LARGEST_IMAGE = 20_000_000;
/** Standard base64 without a prefix or line breaks (SPEC). */
const BASE64 = /^[a-zA-Z0-9+/]+={0,2}$/;

export async function sourceOf(
  owner: string,
  wished: Json | undefined,
  videos: VideoRoom,
): Promise<Source | Reply> {
  const source = isObject(wished) ? wished : {};
  switch (source["source_type"]) {
    case "image_base64": {
      const image = await imageOf(source);
      return "status" in image ? image : { type: "image", files: [image.file] };
    }
    case "multiple_image_base64":
      return await carouselOf(source);
    case "video_id":
      return videoOf(owner, source, videos);
    default:
      return invalid("media_source: is required, with a known source_type.");
  }
}

async function carouselOf({ items }: Fields): Promise<Source | Reply> {
  if (!Array.isArray(items) || items.length < 2) return invalid("items: constraint: minItems=2");
  if (items.length > 5) return invalid("items: constraint: maxItems=5");
  const files: File[] = [];
  const ratios: number[] = [];
  for (const item of items) {
    const image = await imageOf(isObject(item) ? item : {});
    if ("status" in image) return image;
    files.push(image.file);
    ratios.push(image.shape.width / image.shape.height);
  }
  if (Math.max(...ratios) / Math.min(...ratios) > 1.02)
    return invalid("All images of a carousel must have the same aspect ratio.");
  return { type: "multiple_images", files };
}

async function imageOf({ content_type: type, data }: Fields): Promise<{ file: File; shape: Shape } | Reply> {
  if (type !== "image/jpeg" && type !== "image/png")
    return invalid("content_type: must be image/jpeg or image/png.");
  if (!BASE64.test(textIn(data))) return invalid("data: does not match '^[a-zA-Z0-9+/=]+$'");
  const bytes = new Uint8Array(Buffer.from(textIn(data), "base64"));
  if (bytes.byteLength > LARGEST_IMAGE) return fail(413, 1, "The image is too large.");
  const shape = sniff(bytes) === type ? await shapeOf(bytes) : null;
  return shape ? { file: { bytes, mime: type }, shape } : invalid("The image is invalid or broken.");
}

function videoOf(owner: string, source: Fields, videos: VideoRoom): Source | Reply {
  const video = videos.find(textIn(source["media_id"]));
  if (video?.owner !== owner || !video.file) return invalid("media_id: media upload not found.");
  if (videos.stateOf(video) !== "succeeded") return invalid("media_id: the video is not ready.");
  const second = source["cover_image_key_frame_time"];
  const cover = source["cover_image_url"] ?? source["cover_image_data"] ?? second;
  if (cover === undefined) return invalid("A cover image is needed.");
  if (second !== undefined && (!Number.isInteger(second) || Number(second) < 0))
    return invalid("cover_image_key_frame_time: constraint: minimum=0");
  return { type: "video", files: [video.file] };
}

export function invalid(message: string): Reply {
  return fail(400, 1, message);
}

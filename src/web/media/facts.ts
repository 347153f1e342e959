// What is said about a file, in the words and numbers that people use.
import type { LibraryMedia } from "./queries.ts";
import { bytes } from "../bytes.ts";
import { mediaWords as words } from "../words/media.ts";

/** Such as `0:42`, `1:02:03`; with `exact` also tenths of a second. @param ms a length or a moment */
export function playTime(ms: number, exact = false): string {
  const tenths = exact ? Math.floor(ms / 100) : Math.round(ms / 1000) * 10;
  const seconds = Math.floor(tenths / 10);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const clock = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  return exact ? `${clock}.${tenths % 10}` : clock;
}

/** Such as `JPEG`. */
export const typeOf = ({ mime }: Pick<LibraryMedia, "mime">): string => TYPES[mime] ?? mime;
const TYPES: Readonly<Record<string, string>> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "image/gif": "GIF",
  "video/mp4": "MP4",
  "video/quicktime": "MOV",
  "video/webm": "WebM",
};

/** With the names that people know types by, such as PNG for image/png. */
export const withTypeNames = (text: string): string =>
  text.replaceAll(/\b(?:image|video)\/[\w.+-]*\w/g, (mime) => typeOf({ mime }));

export const kindOf = ({ kind, animated }: LibraryMedia): string =>
  words.kindOf[animated ? "animated" : kind];

/** Null where they are not known. */
export const pixelsOf = ({ width, height }: LibraryMedia): string | null =>
  width === null || height === null ? null : `${width} × ${height}`;

/** What can be cropped: images that don't move. */
export const canCrop = ({ kind, animated, url }: LibraryMedia): boolean =>
  kind === "image" && !animated && url !== null;

type Fact = readonly [name: string, value: string];

/** What the sheet lists. */
export function factsOf(media: LibraryMedia): readonly Fact[] {
  const { size, durationMs, facts } = media;
  const { fact } = words;
  const list: readonly (readonly [string, string | null])[] = [
    [fact.type, `${typeOf(media)} ${kindOf(media).toLowerCase()}`],
    [fact.size, bytes(size)],
    [fact.pixels, pixelsOf(media)],
    [fact.length, durationMs === null ? null : playTime(durationMs)],
    ...(facts === null ? [] : technical(media.kind, facts)),
  ];
  return list.flatMap(([name, value]): readonly Fact[] => (value === null ? [] : [[name, value]]));
}

function technical(
  kind: LibraryMedia["kind"],
  facts: NonNullable<LibraryMedia["facts"]>,
): readonly (readonly [string, string | null])[] {
  const { videoCodec, audioCodec, frameRate, bitrate, hdr, rotation, frames, colourSpace, alpha } = facts;
  const { fact } = words;
  return [
    [fact.video, videoCodec],
    [fact.audio, audioCodec ?? (kind === "video" ? fact.silent : null)],
    [fact.rate, frameRate === null ? null : String(Math.round(frameRate * 100) / 100)],
    [fact.bitrate, bitrate === null ? null : `${(bitrate / 1_000_000).toFixed(1)} Mbit/s`],
    [fact.hdr, hdr === true ? fact.hdrYes : null],
    [fact.rotation, rotation === 0 ? null : `${rotation}°`],
    [fact.frames, frames === null || frames < 2 ? null : String(frames)],
    [fact.colours, colourSpace === null || colourSpace === "rgb" ? null : colourSpace],
    [fact.alpha, alpha ? fact.alphaYes : null],
  ];
}

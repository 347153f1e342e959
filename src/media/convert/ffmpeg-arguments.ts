// ffmpeg arguments: input restrictions and encoding plans.
import type { Mime } from "../probe/sniff.ts";
import type { Probed } from "../probe/ffprobe.ts";
import { MAX_VIDEO_PIXELS } from "../probe/video-facts.ts";
import { framed, outline, shrinkage, type Shape } from "./target-format.ts";
import type { Frame, TargetFormat } from "../../domain/target-format.ts";

/**
 * A playlist named x.mp4 makes ffmpeg read other files of this machine, even with the protocols limited to `file`
 * (delivery.facts.md 3.2). With the demuxer pinned (`-f`) and the formats limited it doesn't. Each thread of a decoder holds
 * pictures of its own, and a file may hold larger ones than it says.
 */
export const PINNED = [
  ...["-protocol_whitelist", "file"],
  ...["-format_whitelist", "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,gif"],
  ...["-threads", "1", "-max_pixels", String(MAX_VIDEO_PIXELS)],
] as const;

export function demuxerOf(mime: Mime): "mov" | "matroska" | "gif" {
  if (mime === "image/gif") return "gif";
  return mime === "video/webm" ? "matroska" : "mov";
}

export interface Recipe {
  /** Two recipes with the same options make the same of a file. */
  readonly options: readonly string[];
  /** px */
  readonly width: number;
  readonly height: number;
  readonly source: Pick<VideoSource, "durationMs" | "curve">;
  /** Would hardly fit; where it was made for somebody else and does, it is the best. */
  readonly onlyIfKnown?: true;
}

type VideoSource = Probed & { readonly size: number };

/** kbit/s of sound. */
const SOUND = 128;
/** Bits for each pixel of each frame below which H.264 falls apart; then fewer pixels look better. */
const POOR = 0.045;
const MIN_KBITS = 120;
/** More than hardly any picture takes; and the same for all networks that have the room, so that one result serves all. */
const MAX_KBITS = 30_000;

/** What to try, best first. The next one is for a result that came out too large. Empty when nothing can fit. */
export function planMp4(source: VideoSource, wanted: TargetFormat): Recipe[] {
  const copy = copies(source, wanted);
  const roomy = encoding(source, { ...wanted, maxBytes: Number.POSITIVE_INFINITY }, 1);
  const encodings = [0.94, 0.8, 0.6].map((share) => encoding(source, wanted, share));
  return [copy, roomy && { ...roomy, onlyIfKnown: true as const }, ...encodings].filter(
    (recipe) => recipe !== null,
  );
}

/** The same pictures and sounds in another box: nothing is lost and it takes no time. */
function copies(source: VideoSource, wanted: TargetFormat): Recipe | null {
  const fits = source.size <= wanted.maxBytes && shrinkage(source, wanted) === 1 && !wanted.frame;
  const plays = source.videoCodec === "h264" && (source.audioCodec ?? "aac") === "aac" && !source.curve;
  if (!fits || !plays || rateOf(source, wanted) !== null) return null;
  const { width, height } = source;
  return { width, height, source, options: [...STREAMS, "-c", "copy", ...box(wanted)] };
}

/** A phone's 60 frames a second are 60.02 at times. */
const NEARLY = 1.002;

/** Frames a second, where they have to become others: fewer, or each of them several times. Null: as they are. */
function rateOf(
  { frameRate }: VideoSource,
  { minFrameRate = 0, maxFrameRate = Number.POSITIVE_INFINITY }: TargetFormat,
): number | null {
  if (frameRate === null) return null;
  if (frameRate > maxFrameRate * NEARLY) return maxFrameRate;
  if (frameRate >= minFrameRate) return null;
  return Math.min(frameRate * Math.ceil(minFrameRate / frameRate), maxFrameRate);
}

function encoding(source: VideoSource, wanted: TargetFormat, share: number): Recipe | null {
  const sound = source.audioCodec === null ? 0 : SOUND;
  const affords = Math.floor((wanted.maxBytes * 8 * share) / source.durationMs) - sound;
  const kbits = Math.min(affords, MAX_KBITS);
  if (kbits < MIN_KBITS) return null;
  const affordable = (kbits * 1000) / (POOR * Math.min(source.frameRate ?? 30, 30));
  const maxPixels = Math.min(wanted.maxPixels ?? Number.POSITIVE_INFINITY, affordable);
  const limits = { maxPixels, maxSide: wanted.maxSide };
  const shape = outline(source, shrinkage(framed(source, wanted.frame, 2), limits), wanted.frame, 2);
  return {
    ...shape,
    source,
    options: [
      ...[...STREAMS, "-vf", filters(source, wanted, shape).join(",")],
      ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "21"],
      ...["-maxrate", `${kbits}k`, "-bufsize", `${kbits}k`],
      ...["-c:a", "aac", "-b:a", `${SOUND}k`, "-ac", "2"],
      ...(source.curve ? AS_BT709 : []),
      ...box(wanted),
    ],
  };
}

/** Smaller pictures first, after those that are too many: what follows then has less to do. */
function filters(source: VideoSource, wanted: TargetFormat, shape: Shape): string[] {
  // Pictures of a GIF are shown for as long as each of them says; without a steady rate the last one would flash by.
  const steady = isGif(source) ? source.frameRate : null;
  const rate = rateOf(source, wanted) ?? steady;
  return [
    ...(rate === null ? [] : [`fps=${rate.toFixed(3)}`]),
    ...inShape(source, wanted.frame, shape),
    ...(isGif(source) && source.alpha ? onWhite(shape, rate ?? GIF_RATE) : []),
    ...(source.curve ? TONE_MAPPING : []),
    "format=yuv420p",
  ];
}

const isGif = ({ videoCodec }: VideoSource) => videoCodec === "gif";
const GIF_RATE = 25;

/** What can be seen through is white, as where a picture becomes a JPEG; ffmpeg alone would make it black. */
function onWhite({ width, height }: Shape, rate: number): string[] {
  const white = `color=c=white:s=${width}x${height}:r=${rate.toFixed(3)}[white]`;
  return [`null[moving];${white};[white][moving]overlay=shortest=1:format=rgb`, "setsar=1"];
}

function inShape(source: Shape, frame: Frame | undefined, { width, height }: Shape): string[] {
  const square = (w: number, h: number) => [`scale=${w}:${h}`, "setsar=1"];
  if (!frame) return square(width, height);
  const [across, down] = [width / source.width, height / source.height];
  const even = (length: number) => Math.max(2, Math.round(length / 2) * 2);
  if (frame.by === "crop") {
    const factor = Math.max(across, down);
    const [w, h] = [
      Math.max(width, even(source.width * factor)),
      Math.max(height, even(source.height * factor)),
    ];
    return [...square(w, h), `crop=${width}:${height}`];
  }
  const factor = Math.min(across, down);
  const [w, h] = [
    Math.min(width, even(source.width * factor)),
    Math.min(height, even(source.height * factor)),
  ];
  return [...square(w, h), `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:black`];
}

/** Where a recipe finds the table of colours (tone-map.ts), beside what it makes. */
export const TONE_TABLE = "tone.cube";

/** HDR into what every screen shows: only read as SDR, it would be grey and washed out. */
export const TONE_MAPPING = [
  "scale=in_color_matrix=bt2020",
  "format=gbrp10le",
  `lut3d=file=${TONE_TABLE}:interp=tetrahedral`,
  "scale=out_color_matrix=bt709:out_range=tv",
  "format=yuv420p",
  "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709",
  // How bright the HDR was mastered.
  "sidedata=mode=delete",
];
const AS_BT709 = [
  ...["-color_primaries", "bt709", "-color_trc", "bt709"],
  ...["-colorspace", "bt709", "-color_range", "tv"],
];

/** The first video and the first sound, nothing else: no subtitles, covers, data or chapters. */
const STREAMS = ["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn"];

/** Index in front, so that it plays while it loads; where and by whom it was filmed is not told unless it is to be. */
function box({ keepsMetadata }: TargetFormat): string[] {
  const [from, flags] = keepsMetadata ? ["0", "+faststart+use_metadata_tags"] : ["-1", "+faststart"];
  return ["-map_metadata", from, "-map_chapters", "-1", "-movflags", flags, "-f", "mp4"];
}

// Plans how ffmpeg makes an MP4 that fits: what it copies, what it encodes, and with which arguments.
import type { Probed } from "../probe/ffprobe.ts";
import { cutToFrame, outline, shrinkage, type Shape } from "../../domain/fitted-shape.ts";
import type { Frame, TargetFormat } from "../../domain/target-format.ts";

export interface Recipe {
  /** Two recipes with the same options make the same of a file. */
  readonly options: readonly string[];
  /** px */
  readonly width: number;
  readonly height: number;
  readonly source: Pick<VideoSource, "durationMs" | "curve">;
  /** Will probably be too large; but if it exists already, made for another target, and fits, it is the best. */
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
export function planMp4(source: VideoSource, targetFormat: TargetFormat): Recipe[] {
  const copy = copies(source, targetFormat);
  const roomy = encoding(source, { ...targetFormat, maxBytes: Number.POSITIVE_INFINITY }, 1);
  const encodings = [0.94, 0.8, 0.6].map((share) => encoding(source, targetFormat, share));
  return [copy, roomy && { ...roomy, onlyIfKnown: true as const }, ...encodings].filter(
    (recipe) => recipe !== null,
  );
}

/** The same pictures and sounds in another box: nothing is lost and it is fast. */
function copies(source: VideoSource, targetFormat: TargetFormat): Recipe | null {
  const fits =
    source.size <= targetFormat.maxBytes && shrinkage(source, targetFormat) === 1 && !targetFormat.frame;
  const plays = source.videoCodec === "h264" && (source.audioCodec ?? "aac") === "aac" && !source.curve;
  if (!fits || !plays || rateOf(source, targetFormat) !== null) return null;
  const { width, height } = source;
  return { width, height, source, options: [...STREAMS, "-c", "copy", ...box(targetFormat)] };
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

function encoding(source: VideoSource, targetFormat: TargetFormat, share: number): Recipe | null {
  const sound = source.audioCodec === null ? 0 : SOUND;
  const affords = Math.floor((targetFormat.maxBytes * 8 * share) / source.durationMs) - sound;
  const kbits = Math.min(affords, MAX_KBITS);
  if (kbits < MIN_KBITS) return null;
  const affordable = (kbits * 1000) / (POOR * Math.min(source.frameRate ?? 30, 30));
  const maxPixels = Math.min(targetFormat.maxPixels ?? Number.POSITIVE_INFINITY, affordable);
  const limits = { maxPixels, maxSide: targetFormat.maxSide };
  const shape = outline(
    source,
    shrinkage(cutToFrame(source, targetFormat.frame, 2), limits),
    targetFormat.frame,
    2,
  );
  return {
    ...shape,
    source,
    options: [
      ...STREAMS,
      "-vf",
      filters(source, targetFormat, shape).join(","),
      ...H264,
      "-maxrate",
      `${kbits}k`,
      "-bufsize",
      `${kbits}k`,
      ...AAC,
      ...(source.curve ? AS_BT709 : []),
      ...box(targetFormat),
    ],
  };
}

/** Smaller pictures first, after those that are too many: what follows then has less to do. */
function filters(source: VideoSource, targetFormat: TargetFormat, shape: Shape): string[] {
  // Pictures of a GIF are shown for as long as each of them says; without a steady rate the last one would flash by.
  const steady = isGif(source) ? source.frameRate : null;
  const rate = rateOf(source, targetFormat) ?? steady;
  return [
    ...(rate === null ? [] : [`fps=${rate.toFixed(3)}`]),
    ...inShape(source, targetFormat.frame, shape),
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
const AS_BT709 = ["color_primaries", "color_trc", "colorspace"]
  .flatMap((name) => [`-${name}`, "bt709"])
  .concat("-color_range", "tv");

const H264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "21"];
const AAC = ["-c:a", "aac", "-b:a", `${SOUND}k`, "-ac", "2"];

/** The first video and the first sound, nothing else: no subtitles, covers, data or chapters. */
const STREAMS = ["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn"];

/** Index in front, so that it plays while it loads; location and camera are removed unless the profile keeps them. */
function box({ keepsMetadata }: TargetFormat): string[] {
  const [from, flags] = keepsMetadata ? ["0", "+faststart+use_metadata_tags"] : ["-1", "+faststart"];
  return ["-map_metadata", from, "-map_chapters", "-1", "-movflags", flags, "-f", "mp4"];
}

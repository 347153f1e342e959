// How ffmpeg is asked: which doors stay shut while it reads, and what it is to cook.
import type { Mime } from "./sniff.ts";
import type { VideoFacts } from "./video-facts.ts";
import { scaled, shrinkage, type Wanted } from "./wanted.ts";

/**
 * A playlist named x.mp4 makes ffmpeg read other files of this machine, even with the protocols limited to `file`
 * (RELIABILITY 3.2). With the demuxer pinned (`-f`) and the formats limited it doesn't.
 */
export const PINNED = [
  ...["-protocol_whitelist", "file"],
  ...["-format_whitelist", "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm"],
] as const;

export function demuxerOf(mime: Mime): "mov" | "matroska" {
  return mime === "video/webm" ? "matroska" : "mov";
}

export interface Recipe {
  readonly name: string;
  readonly options: readonly string[];
  readonly width: number;
  readonly height: number;
}

type Source = VideoFacts & { readonly size: number };

/** kbit/s of sound. */
const SOUND = 128;
/** Bits for each pixel of each frame below which H.264 falls apart; then fewer pixels look better. */
const POOR = 0.045;
const MIN_KBITS = 120;

/** What to try, best first. The next one is for a result that came out too large. Empty when nothing can fit. */
export function planMp4(source: Source, wanted: Wanted): Recipe[] {
  const copy = copies(source, wanted);
  const encodings = [0.94, 0.8, 0.6].map((share) => encoding(source, wanted, share));
  return [copy, ...encodings].filter((recipe) => recipe !== null);
}

/** The same pictures and sounds in another box: nothing is lost and it takes no time. */
function copies(source: Source, wanted: Wanted): Recipe | null {
  const fits = source.size <= wanted.maxBytes && shrinkage(source, wanted) === 1;
  const plays = source.videoCodec === "h264" && (source.audioCodec ?? "aac") === "aac";
  if (!fits || !plays || isTooFast(source, wanted)) return null;
  const { width, height } = source;
  return { name: "copy", width, height, options: [...STREAMS, "-c", "copy", ...BOX] };
}

const isTooFast = ({ frameRate }: Source, { maxFrameRate }: Wanted) =>
  frameRate !== null && maxFrameRate !== undefined && frameRate > maxFrameRate;

function encoding(source: Source, wanted: Wanted, share: number): Recipe | null {
  const sound = source.audioCodec === null ? 0 : SOUND;
  const kbits = Math.floor((wanted.maxBytes * 8 * share) / source.durationMs) - sound;
  if (kbits < MIN_KBITS) return null;
  const rate = isTooFast(source, wanted) ? `fps=${wanted.maxFrameRate},` : "";
  const affordable = (kbits * 1000) / (POOR * Math.min(source.frameRate ?? 30, 30));
  const maxPixels = Math.min(wanted.maxPixels ?? Number.POSITIVE_INFINITY, affordable);
  const { width, height } = scaled(source, shrinkage(source, { maxPixels, maxSide: wanted.maxSide }), 2);
  const scale = `${rate}scale=${width}:${height},setsar=1,format=yuv420p`;
  return {
    name: `encoded-${share * 100}`,
    width,
    height,
    options: [
      ...[...STREAMS, "-vf", scale, "-c:v", "libx264", "-preset", "veryfast", "-crf", "21"],
      ...[
        "-maxrate",
        `${kbits}k`,
        "-bufsize",
        `${kbits}k`,
        "-c:a",
        "aac",
        "-b:a",
        `${SOUND}k`,
        "-ac",
        "2",
        ...BOX,
      ],
    ],
  };
}

/** The first video and the first sound, nothing else: no subtitles, covers, data or chapters. */
const STREAMS = ["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn"];
/** Index in front, so that it plays while it loads; where and by whom it was filmed is not told. */
const BOX = ["-map_metadata", "-1", "-map_chapters", "-1", "-movflags", "+faststart", "-f", "mp4"];

// Reads a video's properties with ffprobe.
import { resolve } from "node:path";
import { demuxerOf } from "./ffmpeg-input.ts";
import { PINNED } from "./ffmpeg-input.ts";
import { runProgram } from "../run-program.ts";
import type { Mime } from "./sniff.ts";
import type { Curve } from "../convert/tone-map.ts";
import { checkFacts, type Rotation, type VideoFacts } from "./video-facts.ts";

const LIMIT_MS = 5000;
/** It decodes the first frames, of at most MAX_VIDEO_PIXELS. */
const MEMORY_BYTES = 512e6;
/** Nothing else, or a stranger's file decides how much it says. */
const ENTRIES = [
  "stream=codec_type,codec_name,width,height,sample_aspect_ratio,avg_frame_rate,pix_fmt,color_transfer,color_primaries",
  "stream_tags=alpha_mode",
  "stream_disposition=attached_pic",
  "stream_side_data=rotation",
  "format=duration",
].join(":");

/** What a conversion needs to know beside. */
export interface Probed extends VideoFacts {
  /** Null when it is not HDR. */
  readonly curve: Curve | null;
}

/** Where ffprobe is, and an empty folder to run it in. */
export interface FfprobeOptions {
  readonly ffprobe: string;
  readonly cwd: string;
}

/** Null when ffprobe can't make a video of it, or not in 5 s. */
export async function checkWithFfprobe(
  path: string,
  mime: Mime,
  place: FfprobeOptions,
): Promise<VideoFacts | null> {
  const probed = await probe(path, mime, place);
  if (!probed) return null;
  const { curve: _, ...facts } = probed;
  return facts;
}

/** As `secondOpinion`. */
export async function probe(
  path: string,
  mime: Mime,
  { ffprobe, cwd }: FfprobeOptions,
): Promise<Probed | null> {
  const { stdout, ended } = await runProgram({
    cmd: [
      ffprobe,
      "-v",
      "error",
      "-f",
      demuxerOf(mime),
      ...PINNED,
      "-show_entries",
      ENTRIES,
      "-of",
      "json",
      `file:${resolve(path)}`,
    ],
    cwd,
    limitMs: LIMIT_MS,
    cpuSeconds: 2 * (LIMIT_MS / 1000),
    memoryBytes: MEMORY_BYTES,
    addressSpaceBytes: 2 * MEMORY_BYTES,
  });
  if (ended !== null) return null;
  try {
    return factsOf(JSON.parse(stdout) as Report);
  } catch {
    return null;
  }
}

interface Report {
  readonly streams?: readonly Stream[];
  readonly format?: { readonly duration?: string };
}
interface Stream {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly sample_aspect_ratio?: string;
  readonly avg_frame_rate?: string;
  readonly pix_fmt?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly disposition?: { readonly attached_pic?: number };
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

function factsOf({ streams = [], format }: Report): Probed {
  // A song's cover is a video stream of one picture.
  const video = streams.find((s) => s.codec_type === "video" && s.disposition?.attached_pic !== 1);
  if (!video) throw new Error("it contains no video");
  const shape = ratio(video.sample_aspect_ratio?.replace(":", "/")) ?? 1;
  // Pixels that are no squares make the picture larger one way, never smaller the other: as browsers do.
  const width = Math.round((video.width ?? 0) * Math.max(1, shape));
  const height = Math.round((video.height ?? 0) / Math.min(1, shape));
  const turn = video.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const sideways = Math.abs(turn) % 180 === 90;
  const rate = ratio(video.avg_frame_rate);
  const curve = CURVES.get(video.color_transfer ?? "") ?? null;
  const facts = checkFacts({
    width: sideways ? height : width,
    height: sideways ? width : height,
    durationMs: Math.round(Number(format?.duration) * 1000),
    videoCodec: video.codec_name ?? "unknown",
    audioCodec: streams.find((s) => s.codec_type === "audio")?.codec_name ?? null,
    frameRate: rate && Math.round(rate * 100) / 100,
    hdr: curve !== null,
    rotation: quarterTurns(-turn),
    alpha:
      /^(yuva|gbrap|rgba|bgra|argb|abgr|ya)/.test(video.pix_fmt ?? "") || video.tags?.["alpha_mode"] === "1",
    colourSpace: video.color_primaries ?? null,
  });
  return { ...facts, curve };
}

const CURVES = new Map<string, Curve>([
  ["smpte2084", "pq"],
  ["arib-std-b67", "hlg"],
]);

/** ffprobe counts counter-clockwise and from -180 to 180. */
function quarterTurns(degrees: number): Rotation {
  return ROTATIONS[((Math.round(degrees / 90) % 4) + 4) % 4] ?? 0;
}
const ROTATIONS = [0, 90, 180, 270] as const;

/** "30000/1001" as a number; null for "0/0" and the like. */
function ratio(text = ""): number | null {
  const [over, under] = text.split("/").map(Number);
  const value = (over ?? 0) / (under ?? 0);
  return Number.isFinite(value) && value > 0 ? value : null;
}

// What a video file is, by mediabunny. Runs in the probe's worker: some broken files keep it busy for ever.
import {
  FilePathSource,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
  type InputVideoTrack,
} from "mediabunny";
import type { Mime } from "./sniff.ts";
import { checkWhole } from "./whole.ts";

// What it says about a stranger's file belongs into our answer, not on the operator's console.
Logging.level = LogLevel.Silent;

export interface VideoFacts {
  /** px as displayed: rotation and pixel shape applied. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** h264, hevc, vp8, vp9, av1, or the file's own code for another one. */
  readonly videoCodec: string;
  /** aac, opus, vorbis, mp3, …; null when there is no sound. */
  readonly audioCodec: string | null;
  /** Frames a second; null when there are too few frames to tell. */
  readonly frameRate: number | null;
}

/** Reads the index, not the pictures. Throws an Error with a reason when it is not a whole, playable video. */
export async function readVideo(path: string, mime: Mime): Promise<VideoFacts> {
  checkWhole(path, mime);
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("there is no video in it");
  const audio = await input.getPrimaryAudioTrack();
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
  return checked({
    width: Math.round(await track.getDisplayWidth()),
    height: Math.round(await track.getDisplayHeight()),
    durationMs: Math.round(seconds * 1000),
    videoCodec: await codecOf(track),
    audioCodec: audio && ((await audio.getCodec()) ?? String(await audio.getInternalCodecId())),
    frameRate: await frameRateOf(track),
  });
}

/** Shared with the second opinion: what no real video has is a sign of a file that was only half understood. */
export function checked(facts: VideoFacts): VideoFacts {
  if (!(facts.width > 0 && facts.height > 0)) throw new Error("its pictures have no size");
  if (!(facts.durationMs > 0 && Number.isFinite(facts.durationMs))) throw new Error("it has no length");
  return facts;
}

async function codecOf(track: InputVideoTrack): Promise<string> {
  const codec = await track.getCodec();
  return codec === "avc" ? "h264" : (codec ?? String(await track.getInternalCodecId()));
}

async function frameRateOf(track: InputVideoTrack): Promise<number | null> {
  const { bestGuessFrameRate: rate } = await track.computeFrameRateMetrics();
  return Number.isFinite(rate) && rate > 0 ? Math.round(rate * 100) / 100 : null;
}

// Reads a video's properties with mediabunny, in the reader process, because some broken files never finish.
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
import { checkFacts, type VideoFacts } from "./video-facts.ts";
import { checkIntegrity } from "./integrity.ts";

// What it says about a stranger's file belongs into our answer, not on the operator's console.
Logging.level = LogLevel.Silent;

/** Reads the index, not the pictures. Throws an Error with a reason when it is not a whole, playable video. */
export async function readVideo(path: string, mime: Mime): Promise<VideoFacts> {
  checkIntegrity(path, mime);
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("it contains no video");
  const audio = await input.getPrimaryAudioTrack();
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
  return checkFacts({
    width: Math.round(await track.getDisplayWidth()),
    height: Math.round(await track.getDisplayHeight()),
    durationMs: Math.round(seconds * 1000),
    videoCodec: await codecOf(track),
    audioCodec: audio && nameOf((await audio.getCodec()) ?? String(await audio.getInternalCodecId())),
    frameRate: await frameRateOf(track),
    hdr: await track.hasHighDynamicRange(),
    rotation: await track.getRotation(),
    alpha: await track.canBeTransparent(),
    colourSpace: (await track.getColorSpace()).primaries ?? null,
  });
}

async function codecOf(track: InputVideoTrack): Promise<string> {
  return nameOf((await track.getCodec()) ?? String(await track.getInternalCodecId()));
}

/** ffprobe's names, so that it does not matter who read the file. */
function nameOf(codec: string): string {
  if (codec.startsWith("pcm-")) return `${codec.replace("-", "_")}${/(8|be)$/.test(codec) ? "" : "le"}`;
  return NAMES.get(codec) ?? codec;
}
const NAMES = new Map([
  ["avc", "h264"],
  ["mp4v", "mpeg4"],
  ["jpeg", "mjpeg"],
  ["ulaw", "pcm_mulaw"],
  ["alaw", "pcm_alaw"],
]);

/** Frames from the start by which the rate is judged. */
const MEASURED = 256;

async function frameRateOf(track: InputVideoTrack): Promise<number | null> {
  const { bestGuessFrameRate: rate } = await track.computeFrameRateMetrics({ targetPacketCount: MEASURED });
  return Number.isFinite(rate) && rate > 0 ? Math.round(rate * 100) / 100 : null;
}

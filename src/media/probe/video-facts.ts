// The properties of a video, independent of the program that read them.

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
  /** High dynamic range: PQ or HLG. */
  readonly hdr: boolean;
  /** Degrees clockwise by which the stored picture is turned to be shown. */
  readonly rotation: Rotation;
  /** May be transparent somewhere. */
  readonly alpha: boolean;
  /** Its primaries, such as bt709 or bt2020; null when the file does not say. */
  readonly colourSpace: string | null;
}

export type Rotation = 0 | 90 | 180 | 270;

/** 8K, also the wider one of cinemas: 8192 × 4320. */
export const MAX_VIDEO_PIXELS = 36_000_000;
/** Longer than the name of any codec. */
const MAX_NAME = 40;

/**
 * What no real video has is a sign of a file that was only half understood, and what no network takes is not worth the
 * memory that it would cost: throws an Error with the reason.
 */
export function checkFacts(facts: VideoFacts): VideoFacts {
  const { width, height, durationMs, videoCodec, audioCodec } = facts;
  if (!(width > 0 && height > 0)) throw new Error("its pictures have no size");
  if (width * height > MAX_VIDEO_PIXELS)
    throw new Error(
      `its pictures have ${width} × ${height} pixels; videos can have up to ${MAX_VIDEO_PIXELS / 1e6} megapixels (8K)`,
    );
  if (!(durationMs > 0 && Number.isFinite(durationMs))) throw new Error("it has no length");
  return {
    ...facts,
    videoCodec: videoCodec.slice(0, MAX_NAME),
    audioCodec: audioCodec?.slice(0, MAX_NAME) ?? null,
  };
}

// What an uploaded file really is: kind, size, shape, length and codecs, by its bytes alone.
import { stat } from "node:fs/promises";
import { Problem } from "../errors.ts";
import { readImage } from "./image.ts";
import { sniffFile, type Mime } from "./sniff.ts";
import type { Rotation, VideoFacts } from "./video-facts.ts";
import { NoReader, openVideoWorker, VideoFault } from "./video-worker.ts";

export interface MediaFacts {
  readonly kind: "image" | "video";
  readonly mime: Mime;
  /** Bytes. */
  readonly size: number;
  /** px as displayed. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  readonly frameRate: number | null;
  /** Of the whole file, bits a second. */
  readonly bitrate: number | null;
  /** High dynamic range; null: not looked for. */
  readonly hdr: boolean | null;
  /** Degrees clockwise by which the stored picture is turned to be shown. */
  readonly rotation: Rotation;
  readonly animated: boolean;
  /** How many frames a GIF has; null of anything else. */
  readonly frames: number | null;
  /** May be transparent somewhere. */
  readonly alpha: boolean;
  /** rgb, grey or cmyk of an image; the primaries of a video, such as bt709. */
  readonly colourSpace: string | null;
}

export interface ProbeOptions {
  /** How long one video may be looked at, ms. */
  readonly videoLimitMs?: number;
  /** Asked about a video that the first reader could not make sense of; null when it can't either (ffmpeg.ts). */
  readonly secondOpinion?: (path: string, mime: Mime) => Promise<VideoFacts | null>;
}

export interface Probe extends Disposable {
  /**
   * Looks at the file. Throws Problem media_type_unsupported when it is none of the seven types, media_unreadable when
   * it is damaged, cut off, too large to decode, or takes too long.
   */
  probe(path: string): Promise<MediaFacts>;
}

/** Costs nothing until the first video comes; then it holds one thread until it is disposed. */
export function openProbe(options: ProbeOptions = {}): Probe {
  const videos = openVideoWorker(options.videoLimitMs ?? 2000);
  const video = async (path: string, mime: Mime): Promise<VideoFacts> => {
    try {
      return await videos.read(path, mime);
    } catch (cause) {
      if (cause instanceof NoReader || (cause instanceof VideoFault && cause.final)) throw cause;
      const second = await options.secondOpinion?.(path, mime);
      if (second) return second;
      throw cause;
    }
  };
  return {
    async probe(path) {
      const mime = await sniffFile(path);
      if (!mime) throw unsupported();
      const { size } = await stat(path);
      const isImage = mime.startsWith("image/");
      const facts = await (isImage ? readImage(path, mime) : video(path, mime)).catch((cause: unknown) => {
        throw cause instanceof NoReader ? cause : unreadable(mime, cause);
      });
      const bitrate = "videoCodec" in facts ? Math.round((size * 8000) / facts.durationMs) : null;
      return { ...NO_VIDEO, ...facts, bitrate, kind: isImage ? "image" : "video", mime, size };
    },
    [Symbol.dispose]: videos[Symbol.dispose],
  };
}

const NO_VIDEO = {
  durationMs: null,
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  hdr: null,
  animated: false,
  frames: null,
};

function unsupported() {
  return new Problem(
    "media_type_unsupported",
    "The bytes of this file are not those of a JPEG, PNG, WebP, GIF, MP4, MOV or WebM file.",
  );
}

function unreadable(mime: Mime, cause: unknown) {
  const [reason = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  return new Problem("media_unreadable", `This ${NAMES[mime]} can't be read: ${reason}.`, {}, { cause });
}

const NAMES: Record<Mime, string> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "image/gif": "GIF",
  "video/mp4": "MP4",
  "video/quicktime": "MOV",
  "video/webm": "WebM",
};

// Detects what an uploaded file is: kind, size, dimensions, duration and codecs, from its bytes alone.
import { stat } from "node:fs/promises";
import { Problem, messageOf } from "../../errors.ts";
import type { MediaFacts, MediaKind } from "../../domain/media.ts";
import { fairGate } from "../../fair-gate.ts";
import { NoProcessError, ProcessError, type MediaProcesses } from "../process/processes.ts";
import { sniffFile, type Mime } from "./sniff.ts";
import type { VideoFacts } from "./video-facts.ts";

/** A file as its bytes show it. */
export interface ProbeResult extends MediaFacts {
  readonly kind: MediaKind;
  readonly mime: Mime;
  /** Bytes. */
  readonly size: number;
  /** px as displayed. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

export interface ProbeOptions {
  readonly processes: MediaProcesses;
  /** How long one file may be looked at, ms. */
  readonly videoLimitMs?: number;
  readonly imageLimitMs?: number;
  /** Asked about a video that the first reader could not make sense of; null when it can't either (ffmpeg.ts). */
  readonly secondOpinion?: (path: string, mime: Mime) => Promise<VideoFacts | null>;
  /** When it is aborted, what waits is not looked at any more. */
  readonly stopping?: AbortSignal;
}

/** For whom a file is looked at. */
export interface ProbeJob {
  /** Owners take turns, and none of them holds up the others. */
  readonly owner: string;
  /** The result is no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

export interface Probe {
  /**
   * Looks at the file. Throws Problem media_type_unsupported when it is none of the seven types, media_unreadable when
   * it is damaged, cut off, too large to decode, or takes too long.
   */
  probe(path: string, job?: ProbeJob): Promise<ProbeResult>;
}

/** Two processors are the smallest machine; one owner leaves a place free for the next one. */
const AT_ONCE = 2;
const PER_OWNER = 1;
const VIDEO_LIMIT_MS = 8000;
const IMAGE_LIMIT_MS = 8000;
/** A picture of 50 megapixels takes 0.1 GB, one that is held whole up to 0.3 GB. */
const MEMORY_BYTES = 512e6;

export function openProbe(options: ProbeOptions): Probe {
  const { processes, videoLimitMs = VIDEO_LIMIT_MS, imageLimitMs = IMAGE_LIMIT_MS, secondOpinion } = options;
  const inTurn = fairGate(AT_ONCE, options.stopping ?? new AbortController().signal, PER_OWNER);
  async function factsOf(path: string, mime: Mime, signal: AbortSignal | undefined) {
    const isImage = mime.startsWith("image/");
    try {
      const limitMs = isImage ? imageLimitMs : videoLimitMs;
      return await processes.run(
        { kind: "read", path, mime },
        { limitMs, memoryBytes: MEMORY_BYTES, signal },
      );
    } catch (cause) {
      if (cause instanceof NoProcessError) throw cause;
      const isCertain = isImage || (cause instanceof ProcessError && cause.final);
      const second = isCertain ? null : await secondOpinion?.(path, mime);
      if (second) return second;
      throw unreadable(mime, cause);
    }
  }
  return {
    async probe(path, { owner, signal } = UNOWNED) {
      const mime = await sniffFile(path);
      if (!mime) throw unsupportedError();
      const { size } = await stat(path);
      const facts = await inTurn(owner, () => factsOf(path, mime, signal), signal);
      const bitrate = "videoCodec" in facts ? Math.round((size * 8000) / facts.durationMs) : null;
      const kind = mime.startsWith("image/") ? "image" : "video";
      return { ...NO_VIDEO, ...facts, bitrate, kind, mime, size };
    },
  };
}

const UNOWNED: ProbeJob = { owner: "" };

const NO_VIDEO = {
  durationMs: null,
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  hdr: null,
  animated: false,
  frames: null,
};

function unsupportedError() {
  return new Problem(
    "media_type_unsupported",
    "This file is not a JPEG, PNG, WebP, GIF, MP4, MOV or WebM file.",
  );
}

function unreadable(mime: Mime, cause: unknown) {
  const [reason = ""] = messageOf(cause).split("\n");
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

// Thumbnails of an image, or of a video's first second. Created on first request, then cached.
import { createHash } from "node:crypto";
import { Problem } from "../../errors.ts";
import { fairGate } from "../../fair-gate.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import type { Files } from "../storage/files.ts";
import type { MakeImage } from "./images.ts";
import type { MediaKind } from "../../domain/media.ts";

export interface Thumbnails {
  /**
   * A WebP picture, upright, at most 480 px wide and high, without metadata; its bytes are in the store under this
   * hash. Null when none can be made. @throws Problem temporarily_unavailable when too many wait already
   */
  of(source: ThumbnailSource): Promise<string | null>;
}

export interface ThumbnailSource {
  readonly sha256: string;
  readonly kind: MediaKind;
  /** The chosen frame of a video, ms from its start; null: its first second. */
  readonly posterMs: number | null;
  /** Whose turn it is. */
  readonly profileId: string;
}

interface ThumbnailParts {
  readonly files: Files;
  readonly ffmpeg: Ffmpeg;
  readonly makeImage: MakeImage;
  /** Requests that still wait then are refused. */
  readonly stopping: AbortSignal;
}

export const THUMBNAIL_SIDE = 480;
const QUALITY = 80;
const LIMIT_BYTES = 4 * 1024 * 1024;
/** s */
const POSTER_AT = 1;

const AT_ONCE = 2;
/** A page of a library shows a hundred; more than that waits for nothing good. */
const MOST_WAITING = 200;

/** Raise the number when the same file should get a better thumbnail. */
const KEY = "thumbnail 1";
const keyOf = ({ posterMs }: ThumbnailSource) =>
  createHash("sha256")
    .update(posterMs === null ? KEY : `${KEY} at ${posterMs}`)
    .digest("hex");
/** Kept for a file of which no picture can be made: asking again would not help. */
const NONE = "none";

export function openThumbnails({ files, ffmpeg, makeImage, stopping }: ThumbnailParts): Thumbnails {
  const underWay = new Map<string, Promise<string | null>>();
  const inTurn = fairGate(AT_ONCE, stopping);
  return {
    of(source) {
      const key = `${source.sha256} ${source.posterMs ?? ""}`;
      const running = underWay.get(key);
      if (running) return running;
      if (underWay.size >= MOST_WAITING)
        throw new Problem(
          "temporarily_unavailable",
          "Too many thumbnails are being created; try again soon.",
        );
      const job = recall(source).finally(() => underWay.delete(key));
      underWay.set(key, job);
      return job;
    },
  };

  async function recall(source: ThumbnailSource): Promise<string | null> {
    const note = await files.adapted.recall(source.sha256, keyOf(source));
    if (note === NONE) return null;
    if (note !== null && /^[0-9a-f]{64}$/.test(note) && (await files.has(note))) return note;
    const made = await inTurn(source.profileId, () => make(source));
    // The file was deleted meanwhile. If it is uploaded again, it should get its thumbnail.
    if (made === null && !(await files.has(source.sha256))) return null;
    await files.adapted.remember(source.sha256, keyOf(source), made ?? NONE);
    return made;
  }

  async function make({ sha256, kind, posterMs }: ThumbnailSource): Promise<string | null> {
    try {
      using local = await files.local(sha256);
      const { path } = local;
      if (kind === "image") return await shrunk(path);
      await using poster = await ffmpeg.poster(path, posterMs === null ? POSTER_AT : posterMs / 1000);
      return await shrunk(poster.path);
    } catch (cause) {
      if (cause instanceof Problem && cause.code === "media_unreadable") return null;
      // It was deleted while it was being read.
      if (!(await files.has(sha256))) return null;
      throw cause;
    }
  }

  async function shrunk(path: string): Promise<string> {
    await using image = await makeImage({ kind: "shrink", path, side: THUMBNAIL_SIDE, quality: QUALITY });
    return (await files.adapted.write(Bun.file(image.path).stream(), LIMIT_BYTES)).sha256;
  }
}

// Makes a file that a network takes out of one that it would refuse, with as little loss as the limits allow.
import { createHash } from "node:crypto";
import { Problem } from "../errors.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import type { Files, StoredFile } from "./files.ts";
import { adaptImage } from "./adapt-image.ts";
import { atMost } from "./at-most.ts";
import type { Wanted } from "./wanted.ts";

export type { Wanted } from "./wanted.ts";

export interface Source {
  readonly sha256: string;
  readonly mime: string;
}

export interface AdaptedFile extends StoredFile {
  readonly mime: string;
  /** px as displayed. */
  readonly width: number;
  readonly height: number;
}

export interface Adapter {
  /**
   * The source as `wanted`: never larger in pixels than it was, same proportions, upright, without metadata such as
   * place and camera. Its bytes are in the same store under `sha256`. The same question is answered from disk.
   * Throws Problem media_too_large when nothing recognisable fits, media_type_unsupported when no conversion leads
   * there (a video without ffmpeg, a picture to a video), media_unreadable when the source can't be decoded.
   */
  adapt(source: Source, wanted: Wanted): Promise<AdaptedFile>;
  /** Removes everything that was made of a source. */
  forget(sha256: string): Promise<void>;
}

export interface AdapterParts {
  readonly files: Files;
  readonly ffmpeg: Ffmpeg;
}

/** Two at a time: a 50 megapixel picture takes 200 MB while it is turned into another. */
const AT_ONCE = 2;

export function openAdapter({ files, ffmpeg }: AdapterParts): Adapter {
  const underWay = new Map<string, Promise<AdaptedFile>>();
  const inTurn = atMost(AT_ONCE);

  async function adapt(source: Source, wanted: Wanted, key: string): Promise<AdaptedFile> {
    const known = await files.adapted.recall(source.sha256, key);
    const remembered = known === null ? null : parsed(known);
    if (remembered && files.has(remembered.sha256)) return remembered;
    const made = await inTurn(() => make(source, wanted));
    await files.adapted.remember(source.sha256, key, JSON.stringify(made));
    return made;
  }

  async function make(source: Source, wanted: Wanted): Promise<AdaptedFile> {
    const path = files.path(source.sha256);
    const { mime } = wanted;
    if (isImage(source.mime) && isImage(mime)) {
      const { bytes, width, height } = await adaptImage(path, source.mime, wanted);
      return { ...(await files.adapted.write(only(bytes), wanted.maxBytes)), mime, width, height };
    }
    if (isVideo(source.mime) && mime === "video/mp4") {
      await using video = await ffmpeg.toMp4(path, wanted);
      const { width, height } = video;
      const stored = await files.adapted.write(Bun.file(video.path).stream(), wanted.maxBytes);
      return { ...stored, mime, width, height };
    }
    throw new Problem("media_type_unsupported", `Crier can't turn ${source.mime} into ${mime}.`);
  }

  return {
    adapt(source, wanted) {
      const key = keyOf(source, wanted);
      const running = underWay.get(key);
      if (running) return running;
      const job = adapt(source, wanted, key).finally(() => underWay.delete(key));
      underWay.set(key, job);
      return job;
    },
    forget: (sha256) => files.adapted.forget(sha256),
  };
}

function keyOf(source: Source, wanted: Wanted): string {
  const { mime, maxBytes, maxPixels, maxSide, maxFrameRate } = wanted;
  // Left out where it was never asked, so that what was made before is still found.
  const rate = maxFrameRate === undefined ? [] : [maxFrameRate];
  const question = JSON.stringify([RECIPES, source.sha256, mime, maxBytes, maxPixels, maxSide, ...rate]);
  return createHash("sha256").update(question).digest("hex");
}

/** Raise it when the same question should get a better answer than the one on disk. */
const RECIPES = 1;

/** A note cut off by a crash is no note. */
function parsed(note: string): AdaptedFile | null {
  try {
    return JSON.parse(note) as AdaptedFile;
  } catch {
    return null;
  }
}

async function* only(bytes: Uint8Array) {
  yield bytes;
}
const isImage = (mime: string) => mime.startsWith("image/");
const isVideo = (mime: string) => mime.startsWith("video/");

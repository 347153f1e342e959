// Converts a file that a network would reject into one it accepts, with as little loss as the limits allow.
import { Problem } from "../../errors.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import type { Files, StoredFile } from "../storage/files.ts";
import type { Cut } from "./cut-image.ts";
import type { MadeImage, MakeImage } from "./images.ts";
import { convertVideo, type ConvertedFile } from "./video.ts";
import { withoutMetadata, metadataBoxes } from "./strip-video-metadata.ts";
import { fairGate } from "../../fair-gate.ts";
import { openResultCache, cacheKeyOf } from "./result-cache.ts";
import type { TargetFormat } from "../../domain/target-format.ts";

export interface Source {
  readonly sha256: string;
  readonly mime: string;
}

export interface StrippableSource extends Source {
  /** Bytes. */
  readonly size: number;
}
export type StrippedFile = StoredFile & Source;

/** For whom it is done, and who wants to hear how far it is (a share from 0 to 1; only long conversions say so). */
export interface Job {
  readonly owner: string;
  readonly onProgress?: (share: number) => void;
}

export interface Converter {
  /**
   * The source as `targetFormat`: never enlarged, upright, of the same proportions unless it is to be cropped or padded, without
   * metadata such as place and camera unless it is to be kept. Its bytes are in the same store under `sha256`. The same question is answered from disk.
   * Throws Problem media_too_large when nothing recognisable fits, media_type_unsupported when no conversion leads
   * there (a video without ffmpeg, a picture to a video), media_unreadable when the source can't be decoded, stopping
   * when the appliance stops before it is done.
   */
  convert(source: Source, targetFormat: TargetFormat, job?: Job): Promise<ConvertedFile>;
  /**
   * The source as it is, save what it tells beside its pictures and sounds: place, time, camera. Upright, and no longer
   * than it was, or small. Lossless but for a picture that lies on its side. A WebM stays as it is.
   */
  strip(source: StrippableSource, job?: Job): Promise<StrippedFile>;
  /**
   * A part of a still picture, in the same format (a GIF becomes a PNG), upright and without metadata; then turned.
   * Throws Problem media_unreadable when it can't be decoded, and stopping as `convert` does.
   */
  cut(source: Source, cut: Cut, job?: Job): Promise<ConvertedFile>;
  /** Removes everything that was made of a source. */
  forget(sha256: string): Promise<void>;
}

export interface ConverterDeps {
  readonly files: Files;
  readonly ffmpeg: Ffmpeg;
  readonly makeImage: MakeImage;
  /** Ends what is under way. */
  readonly stopping: AbortSignal;
}

/** A 50 megapixel picture takes 200 MB while it is turned into another; a video takes all the processors it gets. */
const PICTURES_AT_ONCE = 2;
const VIDEOS_AT_ONCE = 1;
/** Every network takes that much: a small picture that is turned need not be made smaller. */
const SMALL_BYTES = 500_000;

interface UnderWay {
  readonly made: Promise<unknown>;
  readonly listeners: Set<NonNullable<Job["onProgress"]>>;
}

export function openConverter({ files, ffmpeg, makeImage, stopping }: ConverterDeps): Converter {
  const underWay = new Map<string, UnderWay>();
  const notes = openResultCache(files);
  // Both are made in other processes: this one only waits.
  const pictures = fairGate(PICTURES_AT_ONCE, stopping);
  const videos = fairGate(VIDEOS_AT_ONCE, stopping);
  return {
    convert: (source, targetFormat, job = UNOWNED) =>
      once(source, keyOf(source, targetFormat), job, isVideo(targetFormat.mime), (onProgress) =>
        make(source, targetFormat, onProgress),
      ),
    strip: (source, job = UNOWNED) =>
      once(source, keyOf(source, "bare"), job, isVideo(source.mime), () => makeStripped(source)),
    cut: (source, cut, job = UNOWNED) =>
      once(source, cutKey(source, cut), job, false, () => makeCut(source, cut)),
    forget: (sha256) => files.adapted.forget(sha256),
  };

  /** Made once, however many ask, and read from the disk ever after. */
  function once<T extends StoredFile>(
    source: Source,
    key: string,
    { owner, onProgress }: Job,
    takesFfmpeg: boolean,
    make: Make<T>,
  ) {
    const running = underWay.get(key);
    if (onProgress) running?.listeners.add(onProgress);
    // A key stands for one question, and a question has answers of one type.
    if (running) return running.made as Promise<T>;
    const listeners = new Set(onProgress && [onProgress]);
    const notifyAll = (share: number) => listeners.forEach((listener) => listener(share));
    const gate = takesFfmpeg ? videos : pictures;
    const making = () => gate(owner, () => make(notifyAll));
    const made = recall(source, key, making).finally(() => underWay.delete(key));
    underWay.set(key, { made, listeners });
    return made;
  }

  async function recall<T extends StoredFile>(source: Source, key: string, make: () => Promise<T>) {
    const known = await notes.recall<T>(source.sha256, key);
    if (known) return known;
    const made = await make();
    await notes.remember(source.sha256, key, made);
    return made;
  }

  async function make(
    source: Source,
    targetFormat: TargetFormat,
    onProgress: (share: number) => void,
  ): Promise<ConvertedFile> {
    using local = await files.local(source.sha256);
    const { path } = local;
    const { mime } = targetFormat;
    if (isImage(source.mime) && isImage(mime)) {
      await using image = await makeImage({ kind: "convert", path, mime: source.mime, targetFormat });
      return await storeImage(image, targetFormat.maxBytes);
    }
    // A GIF moves as well; still pictures are not converted to videos.
    if ((isVideo(source.mime) || source.mime === "image/gif") && mime === "video/mp4") {
      const options = { signal: stopping, onProgress };
      return await convertVideo(source.sha256, path, targetFormat, options, { files, notes, ffmpeg });
    }
    throw new Problem("media_type_unsupported", `Crier can't turn ${source.mime} into ${mime}.`);
  }

  async function storeImage(
    { path, mime, width, height }: MadeImage,
    maxBytes: number,
  ): Promise<ConvertedFile> {
    return { ...(await files.adapted.write(Bun.file(path).stream(), maxBytes)), mime, width, height };
  }

  async function makeCut({ sha256, mime }: Source, cut: Cut): Promise<ConvertedFile> {
    using local = await files.local(sha256);
    await using image = await makeImage({ kind: "cut", path: local.path, mime, cut });
    return await storeImage(image, MAX_CUT_BYTES);
  }

  async function makeStripped({ sha256, mime, size }: StrippableSource): Promise<StrippedFile> {
    using local = await files.local(sha256);
    const { path } = local;
    if (isImage(mime)) {
      const maxBytes = Math.max(size, SMALL_BYTES);
      const targetFormat = { mime, maxBytes, maxPixels: null, maxSide: null };
      await using image = await makeImage({ kind: "convert", path, mime, targetFormat });
      return image.sha256 === sha256 ? { sha256, size, mime } : await storeImage(image, maxBytes);
    }
    const metadata = mime === "video/webm" ? [] : await metadataBoxes(path);
    if (metadata.length === 0) return { sha256, size, mime };
    return { ...(await files.adapted.write(withoutMetadata(path, metadata), size)), mime };
  }
}

/** More than any picture of 50 megapixels has. */
const MAX_CUT_BYTES = 512 << 20;

function cutKey({ sha256 }: Source, { crop, rotate }: Cut): string {
  const area = crop ? [crop.x, crop.y, crop.width, crop.height] : [];
  return cacheKeyOf(sha256, "cut", ...area, rotate);
}

const UNOWNED: Job = { owner: "" };
type Make<T> = (onProgress: (share: number) => void) => Promise<T>;

function keyOf({ sha256 }: Source, targetFormat: TargetFormat | "bare"): string {
  const { mime, maxBytes, maxPixels, maxSide, ...more } = targetFormat === "bare" ? NO_WISH : targetFormat;
  const { maxFrameRate, minFrameRate, frame, keepsMetadata } = more;
  // Left out where it was never asked, so that what was made before is still found.
  const options = [
    ...(maxFrameRate === undefined ? [] : [maxFrameRate]),
    ...(frame === undefined ? [] : [frame.by, frame.ratio]),
    ...(keepsMetadata ? ["kept"] : []),
    ...(minFrameRate === undefined ? [] : ["at least", minFrameRate]),
  ];
  return cacheKeyOf(sha256, mime, maxBytes, maxPixels, maxSide, ...options);
}
type Question = Omit<TargetFormat, "maxBytes"> & { readonly maxBytes: number | null };
const NO_WISH: Question = { mime: "bare", maxBytes: null, maxPixels: null, maxSide: null };
const isImage = (mime: string) => mime.startsWith("image/");
const isVideo = (mime: string) => mime.startsWith("video/");

// Compares a file with a network's limits and reports each one it exceeds, with both numbers.
import type { FileLimit, ImageRule, MediaRule, VideoRule } from "../../domain/rules.ts";
import type { Media, UsableMedia } from "../../domain/media.ts";

/** A limit that a file goes beyond. */
export interface Excess {
  readonly rule: FileLimit;
  /** A sentence for a person, with the limit and what the file has. */
  readonly message: string;
  readonly limit: number | string;
  readonly actual: number | string;
  /** A conversion that loses nothing but size can mend it. */
  readonly curable: boolean;
}

/** What is not known of a file is not held against it. Empty too where the network takes no such files at all. */
export function excesses(media: Media, { image, video }: MediaRule): Excess[] {
  if (media.kind === "image") return image ? [...shape(media, image), ...moving(media, image)] : [];
  return video ? [...shape(media, video), ...time(media, video), ...codecs(media, video)] : [];
}

/** Only those that are certain: the size of a video that is still to be converted is not known. */
export function certainExcesses(media: UsableMedia, rules: MediaRule): Excess[] {
  return excesses(media, rules).filter(
    ({ rule }) => !rules.unsure?.includes(rule) && !(media.madeOf && rule.endsWith(".bytes")),
  );
}

function shape(media: Media, rule: ImageRule | VideoRule): Excess[] {
  const { kind, mime, size } = media;
  const [width, height] = [media.width ?? Number.NaN, media.height ?? Number.NaN];
  return [
    ...among(`${kind}.format`, mime, rule.mimes, `The ${kind} is ${mime}`),
    ...check(`${kind}.bytes`, size, "has", bytes, { most: rule.maxBytes, curable: true }),
    ...check(`${kind}.bytes`, size, "has", bytes, { least: rule.minBytes }),
    ...check(`${kind}.pixels`, width * height, "has", pixels, { most: rule.maxPixels, curable: true }),
    ...check(`${kind}.side`, Math.max(width, height), "measures", px, { most: rule.maxSide, curable: true }),
    ...check(`${kind}.side`, Math.min(width, height), "measures", px, { least: rule.minSide }),
    ...check(`${kind}.sides`, width + height, "measures", bothSides, { most: rule.maxSides }),
    ...check(`${kind}.ratio`, width / height, "has an aspect ratio of", ratioText, {
      least: rule.minRatio,
      most: rule.maxRatio,
    }),
  ];
}

function moving({ facts, width, height }: Media, rule: ImageRule): Excess[] {
  if (!facts?.animated) return [];
  const count = facts.frames ?? Number.NaN;
  const all = count * (width ?? Number.NaN) * (height ?? Number.NaN);
  const message = "The image is animated; the network will show a still image.";
  return [
    ...(rule.animated === false
      ? [{ rule: "image.animated", message, limit: "still", actual: "animated", curable: false } as const]
      : []),
    ...check("image.frames", count, "has", pictures, { most: rule.maxFrames }),
    ...check("image.frames", all, "has", framePixels, { most: rule.maxFramePixels }),
  ];
}

function time({ durationMs, facts }: Media, rule: VideoRule): Excess[] {
  const rate = nominal(facts?.frameRate ?? Number.NaN);
  const duration = durationMs ?? Number.NaN;
  return [
    ...check("video.duration", duration, "lasts", seconds, {
      least: rule.minDurationMs,
      most: rule.maxDurationMs,
    }),
    ...check("video.frameRate", rate, "shows", frames, {
      least: rule.minFrameRate,
      most: rule.maxFrameRate,
      curable: true,
    }),
    ...check("video.frames", Math.floor((rate * duration) / 1000), "has", pictures, { most: rule.maxFrames }),
    ...check("video.bitrate", facts?.bitrate ?? Number.NaN, "takes", bits, {
      most: rule.maxBitrate,
      curable: true,
    }),
  ];
}

/** 23.976 and 59.94 are commonly called 24 and 60, and a phone's clock is not more exact. */
function nominal(rate: number): number {
  const whole = Math.round(rate);
  return Math.abs(rate - whole) <= whole * 0.002 ? whole : rate;
}

/** Fewer than the network takes: each picture can be shown more than once. */
export function isTooSlow({ facts }: Media, { minFrameRate = 0 }: VideoRule): boolean {
  return nominal(facts?.frameRate ?? Number.NaN) < minFrameRate;
}

function codecs({ facts }: Media, rule: VideoRule): Excess[] {
  const { videoCodec, audioCodec } = facts ?? { videoCodec: null, audioCodec: null };
  return [
    ...among("video.codec", videoCodec, rule.codecs, `The video uses the codec ${videoCodec}`),
    ...among("video.audioCodec", audioCodec, rule.audioCodecs, `Its sound uses the codec ${audioCodec}`),
  ];
}

function among(
  rule: FileLimit,
  actual: string | null,
  taken: readonly string[] | undefined,
  says: string,
): Excess[] {
  if (actual === null || !taken || taken.includes(actual)) return [];
  const limit = taken.join(", ");
  return [{ rule, message: `${says}; accepted: ${limit}.`, limit, actual, curable: true }];
}

interface Bounds {
  readonly least?: number | null | undefined;
  readonly most?: number | null | undefined;
  readonly curable?: boolean;
}

/** NaN, which nothing is above or below, stands for what is not known. */
function check(
  rule: FileLimit,
  actual: number,
  verb: string,
  words: (n: number) => string,
  { least, most, curable = false }: Bounds,
): Excess[] {
  const found = `The ${rule.split(".")[0]} ${verb} ${words(actual)}`;
  const excess = (limit: number, asked: string): Excess[] => [
    { rule, message: `${found}; ${asked}.`, limit, actual, curable },
  ];
  if (typeof most === "number" && actual > most) return excess(most, `the maximum is ${words(most)}`);
  if (typeof least === "number" && actual < least) return excess(least, `the minimum is ${words(least)}`);
  return [];
}

const plain = (digits: number) => new Intl.NumberFormat("en", { maximumFractionDigits: digits });
const [whole, fine] = [plain(0), plain(3)];
const bytes = (n: number) => `${whole.format(n)} bytes`;
const pixels = (n: number) => `${whole.format(n)} pixels`;
const px = (n: number) => `${whole.format(n)} px`;
const bothSides = (n: number) => `${whole.format(n)} px of width and height together`;
export const ratioText = (n: number) => `${fine.format(n)}:1`;
const seconds = (ms: number) => `${fine.format(ms / 1000)} s`;
const frames = (n: number) => `${fine.format(n)} frames a second`;
const pictures = (n: number) => `${whole.format(n)} frames`;
const framePixels = (n: number) => `${whole.format(n)} pixels in all its frames`;
const bits = (n: number) => `${whole.format(n)} bits a second`;

// Decides whether a network accepts a file unchanged, after a faithful conversion, or not at all (D33).
import type { Framing, Frame, TargetFormat } from "../../domain/target-format.ts";
import type { FileLimit, ImageRule, MediaRule, VideoRule } from "../../domain/rules.ts";
import { excesses, isTooSlow, certainExcesses as sure, ratioText, type Excess } from "./media-limits.ts";
import type { Media, UsableMedia } from "../../domain/media.ts";

export type Fit =
  | { readonly kind: "asIs" }
  | {
      readonly kind: "convert";
      readonly targetFormat: TargetFormat;
      /** What is done, such as "cropped from 3:1 to 1.91:1". */
      readonly does: string;
      /** One or more sentences for a person. */
      readonly because: string;
    }
  | { readonly kind: "impossible"; readonly problems: readonly RuleProblem[] };

/** One broken rule, with the numbers (D2). */
export interface RuleProblem {
  /** Stable word, such as `text.length`. */
  readonly rule: string;
  readonly message: string;
  readonly limit: number | string | null;
  readonly actual: number | string | null;
  readonly mediaId?: string;
}

/** What may be done to a file, and what can be done here. */
export interface FitOptions {
  /** What the caller chose for a file of a wrong shape; null: nothing, and then its shape stays. */
  readonly framing: Framing | null;
  /** Why this machine can't convert a file; null when it can. */
  readonly unable: (media: Media) => string | null;
}

/** Never crops or pads unasked, and never enlarges or shortens: what only that would mend is impossible. */
export function fit(media: UsableMedia, rules: MediaRule, { framing, unable }: FitOptions): Fit {
  if (!rules[media.kind]) return impossible(notTaken(media));
  const found = sure(media, rules);
  if (found.length === 0 && !media.madeOf) return { kind: "asIs" };
  const targetFormat = targetFormatOf(media, rules);
  const frame = framing && frameOf(framing, found);
  const left = frame ? sure(inFrame(media, frame), rules).filter(({ rule }) => !isRatio(rule)) : found;
  const beyond = left.filter(({ curable }) => !curable);
  if (targetFormat === null) return impossible(...found.map((excess) => problemOf(media, excess)));
  if (beyond.length > 0) return impossible(...beyond.map((excess) => wayOut(media, excess, targetFormat)));
  const because = [...(media.madeOf ? [AS_VIDEO] : []), ...found.map(({ message }) => message)].join(" ");
  if (losesMotion(media, targetFormat.mime)) return impossible(wouldStandStill(media, because));
  const fault = unable(media);
  if (fault !== null) return impossible(noConverter(media, because, fault));
  const does = [
    ...(left.length > 0 || media.madeOf ? [`converted to ${targetFormat.mime}`] : []),
    ...(frame ? [`${DONE[frame.by]} from ${ratioText(ratioOf(media))} to ${ratioText(frame.ratio)}`] : []),
  ];
  return {
    kind: "convert",
    targetFormat: { ...targetFormat, ...(frame && { frame }) },
    does: does.join(", "),
    because,
  };
}

/** What is done to the file and why, in sentences; null when nothing is. */
export function adaptation(plan: Fit): string | null {
  return plan.kind === "convert" ? `${plan.does}: ${plan.because}` : null;
}

const AS_VIDEO = "An animated GIF is converted to a video for this network.";
const DONE = { crop: "cropped", pad: "padded" } as const;

/** What the file goes beyond where the limit itself is not certain: worth saying, no reason to refuse. */
export function uncertainLimits(media: Media, rules: MediaRule): { rule: string; message: string }[] {
  return excesses(media, rules)
    .filter(({ rule }) => isUnsure(rule, rules))
    .map(({ rule, message }) => ({
      rule,
      message: `${media.filename}: ${message} The network does not document this limit exactly.`,
    }));
}

const isUnsure = (rule: FileLimit, { unsure = [] }: MediaRule) => unsure.includes(rule);
const isRatio = (rule: FileLimit) => rule.endsWith(".ratio");
const ratioOf = ({ width, height }: Media) => (width ?? Number.NaN) / (height ?? Number.NaN);

/** To the nearest accepted shape; null where the shape is not the problem. */
function frameOf(by: Framing, found: readonly Excess[]): Frame | null {
  const limit = found.find(({ rule }) => isRatio(rule))?.limit;
  return typeof limit === "number" ? { by, ratio: limit } : null;
}

/** The file as it would be, to a fraction of a pixel. */
function inFrame(media: UsableMedia, { by, ratio }: Frame): UsableMedia {
  const [width, height] = [media.width ?? Number.NaN, media.height ?? Number.NaN];
  const narrower = ratioOf(media) > ratio === (by === "crop");
  return narrower ? { ...media, width: height * ratio } : { ...media, height: width / ratio };
}

/** What a conversion would make; null where the network takes nothing that we can make. */
function targetFormatOf(media: UsableMedia, { image, video }: MediaRule): TargetFormat | null {
  if (media.kind === "image") return image && imageWanted(media, image);
  return video && videoWanted(media, video);
}

const MADE = ["image/jpeg", "image/png", "image/webp"];

/** JPEG where bytes must be saved or the format is not taken; else the format stays. A GIF is drawn: PNG keeps its edges. */
function imageWanted({ mime: own, size }: Media, rule: ImageRule): TargetFormat | null {
  const { maxBytes, maxPixels, maxSide = null } = rule;
  const makeable = MADE.filter((mime) => rule.mimes.includes(mime));
  const format = own === "image/gif" ? "image/png" : own;
  const stays = makeable.includes(format) && size <= maxBytes;
  const mime = stays ? format : makeable[0];
  return mime === undefined ? null : { mime, maxBytes, maxPixels, maxSide };
}

/** px. What is made of a GIF is no larger than a video usually is, whatever its canvas measures. */
const GIF_SIDE = 1920;

/** H.264/AAC MP4 is the one thing made of videos. */
function videoWanted(media: UsableMedia, rule: VideoRule): TargetFormat | null {
  const { durationMs } = media;
  const { mimes, codecs = ["h264"], audioCodecs = ["aac"], maxPixels } = rule;
  const maxSide = media.madeOf ? Math.min(rule.maxSide ?? GIF_SIDE, GIF_SIDE) : (rule.maxSide ?? null);
  if (!mimes.includes("video/mp4") || !codecs.includes("h264") || !audioCodecs.includes("aac")) return null;
  const bitrate = rule.maxBitrate ?? Number.POSITIVE_INFINITY;
  const affordable = durationMs === null ? rule.maxBytes : Math.floor((bitrate * durationMs) / 8000);
  const maxBytes = Math.min(rule.maxBytes, affordable);
  const rates = {
    ...(rule.maxFrameRate !== undefined && { maxFrameRate: rule.maxFrameRate }),
    ...(isTooSlow(media, rule) && { minFrameRate: rule.minFrameRate }),
  };
  return { mime: "video/mp4", maxBytes, maxPixels, maxSide, ...rates };
}

/** Only WebP is made with more than one frame. */
const losesMotion = ({ facts, mime }: Media, into: string) =>
  facts?.animated === true && !(mime === "image/webp" && into === mime);

function problemOf({ id: mediaId, madeOf }: UsableMedia, { curable: _, ...problem }: Excess): RuleProblem {
  return { ...problem, ...(madeOf && { message: `${AS_VIDEO} ${problem.message}` }), mediaId };
}

/** The problem, and of a wrong shape what a caller can choose. */
function wayOut(media: UsableMedia, excess: Excess, { mime }: TargetFormat): RuleProblem {
  const problem = problemOf(media, excess);
  if (!isRatio(excess.rule) || losesMotion(media, mime)) return problem;
  const choice = "Set `fit` to `crop` or `pad` in this account's `options` to crop it or add bars.";
  return { ...problem, message: `${problem.message} ${choice}` };
}

function noConverter(
  { id: mediaId, mime, madeOf }: UsableMedia,
  because: string,
  fault: string,
): RuleProblem {
  const message = `${because} ${fault}`;
  return { rule: "video.conversion", message, limit: null, actual: madeOf?.mime ?? mime, mediaId };
}

function wouldStandStill({ id: mediaId }: Media, because: string): RuleProblem {
  const message = `${because} Converting this animated image would keep only a single frame.`;
  return { rule: "image.animated", message, limit: "still", actual: "animated", mediaId };
}

function notTaken({ id: mediaId, kind, madeOf }: UsableMedia): RuleProblem {
  const message = `This network does not accept ${kind}s.`;
  return {
    rule: "media.kind",
    message: madeOf ? `An animated GIF is converted to a video for this network. ${message}` : message,
    limit: null,
    actual: kind,
    mediaId,
  };
}

const impossible = (...problems: RuleProblem[]): Fit => ({ kind: "impossible", problems });

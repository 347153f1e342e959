// Whether a file is what a network takes, could be made so faithfully, or can't (D33).
import type { ImageRule, MediaRule, VideoRule } from "../networks/rules.ts";
import type { Media } from "./post.ts";
import type { Wanted } from "./ports.ts";

export type Fit =
  | { readonly kind: "asIs" }
  /** `because` is a sentence for a person. */
  | { readonly kind: "convert"; readonly wanted: Wanted; readonly because: string }
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

const AS_IS: Fit = { kind: "asIs" };

export function fit(media: Media, rules: MediaRule): Fit {
  if (media.kind === "image") return rules.image ? fitImage(media, rules.image) : notTaken(media, "images");
  return rules.video ? fitVideo(media, rules.video) : notTaken(media, "videos");
}

function fitImage(image: Media, rule: ImageRule): Fit {
  const reasons = [
    ...(rule.mimes.includes(image.mime) ? [] : [`${image.mime} is not taken`]),
    ...over("bytes", image.size, rule.maxBytes),
    ...over("pixels", pixels(image), rule.maxPixels),
    ...over("pixels on the longest side", longestSide(image), rule.maxSide),
  ];
  if (reasons.length === 0) return AS_IS;
  const mime = imageFormat(image.mime, rule, image.size > rule.maxBytes);
  const { maxBytes, maxPixels, maxSide } = rule;
  return { kind: "convert", wanted: { mime, maxBytes, maxPixels, maxSide }, because: reasons.join("; ") };
}

/** JPEG where bytes must be saved or the format is not taken; else the format stays. */
function imageFormat(mime: string, rule: ImageRule, saveBytes: boolean): string {
  if (rule.mimes.includes(mime) && !saveBytes) return mime;
  return rule.mimes.includes("image/jpeg") ? "image/jpeg" : (rule.mimes[0] ?? mime);
}

function fitVideo(video: Media, rule: VideoRule): Fit {
  const { durationMs } = video;
  if (rule.maxDurationMs !== null && durationMs !== null && durationMs > rule.maxDurationMs) {
    const message = `The video lasts ${seconds(durationMs)}; at most ${seconds(rule.maxDurationMs)} are taken.`;
    return impossible({
      rule: "video.duration",
      message,
      limit: rule.maxDurationMs,
      actual: durationMs,
      mediaId: video.id,
    });
  }
  const reasons = [
    ...(rule.mimes.includes(video.mime) ? [] : [`${video.mime} is not taken`]),
    ...over("bytes", video.size, rule.maxBytes),
    ...over("pixels", pixels(video), rule.maxPixels),
  ];
  if (reasons.length === 0) return AS_IS;
  const wanted = { mime: "video/mp4", maxBytes: rule.maxBytes, maxPixels: rule.maxPixels, maxSide: null };
  return { kind: "convert", wanted, because: reasons.join("; ") };
}

function notTaken(media: Media, plural: string): Fit {
  const message = `This network takes no ${plural}.`;
  return impossible({ rule: "media.kind", message, limit: null, actual: media.kind, mediaId: media.id });
}

function impossible(problem: RuleProblem): Fit {
  return { kind: "impossible", problems: [problem] };
}

function over(what: string, actual: number | null, limit: number | null): string[] {
  return actual !== null && limit !== null && actual > limit ? [`${actual} ${what}, at most ${limit}`] : [];
}

const pixels = ({ width, height }: Media) => (width === null || height === null ? null : width * height);
const longestSide = ({ width, height }: Media) =>
  width === null || height === null ? null : Math.max(width, height);
const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

// Whether a file is what a network takes, could be made so faithfully, or can't (D33).
import type { FileLimit, ImageRule, MediaRule, VideoRule } from "../networks/rules.ts";
import { excesses } from "./excess.ts";
import type { Media } from "./post.ts";
import type { Wanted } from "./ports.ts";

export type Fit =
  | { readonly kind: "asIs" }
  /** `because` is one or more sentences for a person. */
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

/** Never crops, pads, enlarges or shortens: what only that would mend is impossible. */
export function fit(media: Media, rules: MediaRule): Fit {
  if (!rules[media.kind]) return impossible(notTaken(media));
  const sure = excesses(media, rules).filter(({ rule }) => !isUnsure(rule, rules));
  if (sure.length === 0) return { kind: "asIs" };
  const wanted = wantedOf(media, rules);
  const beyond = sure.filter(({ curable }) => !curable || wanted === null);
  if (wanted === null || beyond.length > 0)
    return impossible(...beyond.map(({ curable: _, ...problem }) => ({ ...problem, mediaId: media.id })));
  const because = sure.map(({ message }) => message).join(" ");
  if (losesMotion(media, wanted.mime)) return impossible(wouldStandStill(media, because));
  return { kind: "convert", wanted, because };
}

/** What the file goes beyond where the limit itself is not certain: worth saying, no reason to refuse. */
export function doubts(media: Media, rules: MediaRule): { rule: string; message: string }[] {
  return excesses(media, rules)
    .filter(({ rule }) => isUnsure(rule, rules))
    .map(({ rule, message }) => ({
      rule,
      message: `${media.filename}: ${message} This limit is not certain.`,
    }));
}

const isUnsure = (rule: FileLimit, { unsure = [] }: MediaRule) => unsure.includes(rule);

/** What a conversion would make; null where the network takes nothing that we can make. */
function wantedOf(media: Media, { image, video }: MediaRule): Wanted | null {
  if (media.kind === "image") return image && imageWanted(media, image);
  return video && videoWanted(media, video);
}

const MADE = ["image/jpeg", "image/png", "image/webp"];

/** JPEG where bytes must be saved or the format is not taken; else the format stays. */
function imageWanted({ mime: own, size }: Media, rule: ImageRule): Wanted | null {
  const { maxBytes, maxPixels, maxSide = null } = rule;
  const makeable = MADE.filter((mime) => rule.mimes.includes(mime));
  const stays = makeable.includes(own) && size <= maxBytes;
  const mime = stays ? own : makeable[0];
  return mime === undefined ? null : { mime, maxBytes, maxPixels, maxSide };
}

/** H.264/AAC MP4 is the one thing made of videos. */
function videoWanted({ durationMs }: Media, rule: VideoRule): Wanted | null {
  const { mimes, codecs = ["h264"], audioCodecs = ["aac"], maxPixels, maxSide = null, maxFrameRate } = rule;
  if (!mimes.includes("video/mp4") || !codecs.includes("h264") || !audioCodecs.includes("aac")) return null;
  const bitrate = rule.maxBitrate ?? Number.POSITIVE_INFINITY;
  const affordable = durationMs === null ? rule.maxBytes : Math.floor((bitrate * durationMs) / 8000);
  const maxBytes = Math.min(rule.maxBytes, affordable);
  const rate = maxFrameRate === undefined ? {} : { maxFrameRate };
  return { mime: "video/mp4", maxBytes, maxPixels, maxSide, ...rate };
}

/** Only WebP is made with more than one frame. */
const losesMotion = ({ facts, mime }: Media, into: string) =>
  facts?.animated === true && !(mime === "image/webp" && into === mime);

function wouldStandStill({ id: mediaId }: Media, because: string): RuleProblem {
  const message = `${because} Converting this animated image would leave one still frame of it.`;
  return { rule: "image.animated", message, limit: "still", actual: "animated", mediaId };
}

function notTaken({ id: mediaId, kind }: Media): RuleProblem {
  return {
    rule: "media.kind",
    message: `This network takes no ${kind}s.`,
    limit: null,
    actual: kind,
    mediaId,
  };
}

const impossible = (...problems: RuleProblem[]): Fit => ({ kind: "impossible", problems });

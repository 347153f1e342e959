// What Pinterest accepts in a pin (networks/pinterest.facts.md 4).
import type { Options } from "./options.ts";
import { problem, warning } from "../client/problems.ts";
import type { OptionProblem, PlannedPost, Kinds, Words } from "../network.ts";
import { trim } from "../client/words.ts";
import type { Rules } from "../../domain/rules.ts";

export const rules: Rules = {
  text: { max: 800, unit: "codePoints", maxBytes: null, linkLength: null, shortMentions: false },
  requires: "media",
  quota: null,
  media: {
    maxItems: 5,
    maxVideos: 1,
    mixed: false,
    altTextMax: 500,
    image: {
      mimes: ["image/jpeg", "image/png"],
      // The whole pin is one JSON document, whose maximum size is not documented.
      maxBytes: 10_000_000,
      maxPixels: null,
      minSide: 200,
    },
    video: {
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 2_000_000_000,
      minDurationMs: 4000,
      maxDurationMs: 15 * 60_000,
      maxPixels: null,
      minRatio: 0.5,
      maxRatio: 1.91,
      codecs: ["h264", "hevc"],
    },
    // From memory; no source documents it.
    unsure: ["image.side", "video.bytes"],
  },
};

export const kinds: Kinds<unknown> = {
  all: {
    image: { title: "Pin", rules: {} },
    carousel: { title: "Carousel pin", rules: {} },
    video: { title: "Video pin", rules: { media: { maxItems: 1 } } },
  },
  of: ({ media }) =>
    media.some(({ kind }) => kind === "video") ? "video" : media.length > 1 ? "carousel" : "image",
};

/** The largest ratio between the shapes of a carousel's images. */
const SAME_RATIO = 1.02;

/** A pin has one alternative text: the one in the options, or that of its first file. */
export function words({ text, media, options }: PlannedPost<Options>): Words {
  const altTexts = media.map(({ altText }, n) => (n === 0 ? (options.alt_text ?? altText) : null));
  return { text: trim(text), altTexts };
}

export function validate({ media, options: chosen }: PlannedPost<Options>): OptionProblem[] {
  const found: OptionProblem[] = [];
  const ratios = media.flatMap(({ width, height }) => (width && height ? [width / height] : []));
  if (ratios.length > 1 && Math.max(...ratios) / Math.min(...ratios) > SAME_RATIO)
    found.push(
      problem("media.ratio", "All images of a carousel must have the same shape. Crop them to one shape."),
    );
  if (chosen.slides && chosen.slides.length > media.length)
    found.push(problem("options.slides", "There are more entries in slides than images. Remove some."));
  else if (chosen.slides && media.length < 2)
    found.push(problem("options.slides", "Only the images of a carousel can have texts of their own."));
  if (chosen.cover_second !== undefined && !media.some(({ kind }) => kind === "video"))
    found.push(warning("options.cover_second", "cover_second has no effect without a video."));
  if (chosen.tag_link && chosen.link === undefined)
    found.push(warning("options.tag_link", "tag_link has no effect without a link."));
  return found;
}

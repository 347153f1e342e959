// What LinkedIn accepts in a post, and what its limits do not cover (networks/linkedin.facts.md 4).
import type { Options } from "./options.ts";
import type { OptionProblem, PlannedPost, Words } from "../network.ts";
import { imageAltTexts, noAltTexts, trim } from "../client/words.ts";
import type { Rules } from "../../domain/rules.ts";
import { linksAsShown, littleText } from "./little-text.ts";
import { problem, warning } from "../client/problems.ts";

const TEXT_MAX = 3000;

export const rules: Rules = {
  text: {
    max: TEXT_MAX,
    unit: "codePoints",
    maxBytes: null,
    linkLength: null,
    shortMentions: false,
    replacedBy: ["article_url"],
  },
  requires: null,
  // Other sources report about 150 a day; LinkedIn answers 429 when it is too much.
  quota: null,
  media: {
    maxItems: 20,
    maxVideos: 1,
    mixed: false,
    altTextMax: 4086,
    image: {
      mimes: ["image/jpeg", "image/png", "image/gif"],
      maxBytes: 8_000_000,
      maxPixels: 36_152_319,
      maxFrames: 250,
    },
    video: {
      mimes: ["video/mp4"],
      minBytes: 75_000,
      maxBytes: 500_000_000,
      minDurationMs: 3000,
      maxDurationMs: 30 * 60_000,
      maxPixels: null,
      minRatio: 1 / 2.4,
      maxRatio: 2.4,
      codecs: ["h264"],
      audioCodecs: ["aac"],
    },
    // LinkedIn documents no maximum size of an image, and only recommends the codecs.
    unsure: ["image.bytes", "video.codec", "video.audioCodec"],
  },
};

/** The one image beside a link card is a thumbnail, which nothing describes. */
export function words({ text, media, options }: PlannedPost<Options>): Words {
  const described = options.article_url === undefined ? imageAltTexts(media) : noAltTexts(media);
  return { text: linksAsShown(trim(text)), altTexts: described };
}

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  return [...lengthProblems(post), ...cardProblems(post)];
}

/** LinkedIn documents neither the unit it counts in nor whether escape characters count. */
function lengthProblems({ text }: PlannedPost<Options>): OptionProblem[] {
  const length = littleText(text).length;
  if (Array.from(text).length > TEXT_MAX || length <= TEXT_MAX) return [];
  const message = `Counted as strictly as LinkedIn may count, the text is ${length} characters long; the limit is ${TEXT_MAX}.`;
  return [warning("text.strict", message, { limit: TEXT_MAX, actual: length })];
}

function cardProblems({ media, options }: PlannedPost<Options>): OptionProblem[] {
  const { article_url: url, article_title: title, article_description: description, video_title } = options;
  const hasVideo = media.some(({ kind }) => kind === "video");
  const found: OptionProblem[] = [];
  if (url !== undefined && title === undefined)
    found.push(problem("options.article_title", "A link card needs a title: LinkedIn does not look one up."));
  if (url === undefined && (title ?? description) !== undefined)
    found.push(problem("options.article_url", "A card's title and description need a link."));
  if (url !== undefined && (media.length > 1 || hasVideo))
    found.push(problem("options.article_url", "A link card can have one image and no video."));
  if (video_title !== undefined && !hasVideo)
    found.push(warning("options.video_title", "video_title has no effect without a video."));
  return found;
}

// What Instagram accepts: the kinds of posts, the limits of each, and options that they exclude (networks/instagram.facts.md 1, 4).
import { problem, warning } from "../client/problems.ts";

import type { Options } from "./options.ts";
import type { OptionProblem, Kinds, PlannedPost, Words } from "../network.ts";
import { imageAltTexts, noAltTexts, trim } from "../client/words.ts";
import type { Rules } from "../../domain/rules.ts";
import { entities } from "../client/text.ts";

export type Kind = "image" | "carousel" | "reel" | "story";

const DAY_MS = 24 * 3_600_000;

export const rules: Rules = {
  text: {
    max: 2200,
    unit: "codePoints",
    maxBytes: null,
    linkLength: null,
    shortMentions: false,
    maxHashtags: 30,
    maxMentions: 20,
  },
  requires: "media",
  /** The documentation says 100, 50 and 25, so Crier asks for the limit of each account. */
  quota: { posts: 100, windowMs: DAY_MS },
  media: {
    maxItems: 10,
    maxVideos: 10,
    mixed: true,
    altTextMax: 1000,
    image: {
      mimes: ["image/jpeg"],
      maxBytes: 8_000_000,
      maxPixels: null,
      minRatio: 0.8,
      maxRatio: 1.91,
      animated: false,
    },
    video: {
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 300_000_000,
      maxPixels: null,
      // At most 1920 px wide.
      maxSide: 1920,
      minRatio: 0.01,
      maxRatio: 10,
      minDurationMs: 3000,
      maxDurationMs: 15 * 60_000,
      minFrameRate: 23,
      maxFrameRate: 60,
      maxBitrate: 25_000_000,
      codecs: ["h264", "hevc"],
      audioCodecs: ["aac"],
    },
    fetched: ["image", "video"],
  },
};

const NO_RATIO = { minRatio: 0.01, maxRatio: 100 };

export const kinds: Kinds<Options> = {
  all: {
    image: { title: "Image", rules: { media: { maxItems: 1, maxVideos: 0 } } },
    carousel: { title: "Carousel", rules: {} },
    reel: { title: "Reel", rules: { media: { maxItems: 1, maxVideos: 1, altTextMax: null } } },
    story: {
      title: "Story",
      rules: {
        media: {
          maxItems: 1,
          maxVideos: 1,
          altTextMax: null,
          image: NO_RATIO,
          video: { maxBytes: 100_000_000, maxDurationMs: 60_000, minRatio: 0.1 },
        },
      },
    },
  },
  of: kindOf,
};

export function kindOf({
  media,
  options,
}: Pick<PlannedPost<Options>, "options"> & { media: readonly File[] }): Kind {
  if (options.type === "story") return "story";
  if (media.length > 1) return "carousel";
  return media[0]?.kind === "video" ? "reel" : "image";
}
interface File {
  readonly kind: "image" | "video";
}

// ---- what the limits do not cover

/** Options that only some kinds have. */
const ONLY_FOR: Partial<Record<keyof Options, readonly Kind[]>> = {
  collaborators: ["image", "carousel", "reel"],
  location_id: ["image", "carousel", "reel"],
  share_to_feed: ["reel"],
  thumb_offset: ["reel"],
  cover_url: ["reel"],
  audio_name: ["reel"],
  trial: ["reel"],
  is_ai_generated: ["image", "carousel", "reel"],
};

/** A story shows no text, and nothing in it is described. */
export function words(post: PlannedPost<Options>): Words {
  if (kindOf(post) === "story") return { text: "", altTexts: noAltTexts(post.media) };
  return { text: trim(post.text).normalize("NFC"), altTexts: imageAltTexts(post.media) };
}

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  const kind = kindOf(post);
  const title = (kinds.all[kind]?.title ?? kind).toLowerCase();
  const misplaced = Object.entries(ONLY_FOR)
    .filter(([name, of]) => name in post.options && !of.includes(kind))
    .map(([name]) => problem(`options.${name}`, `${name} can't be used with this kind of post: ${title}.`));
  return [
    ...misplaced,
    ...tagProblems(post, kind),
    ...hashtagProblems(post.text),
    ...displayProblems(post, kind),
  ];
}

function tagProblems({ media, options }: PlannedPost<Options>, kind: Kind): OptionProblem[] {
  return (options.user_tags ?? []).flatMap(({ username, x, y, item = 1 }) => {
    const file = media[item - 1];
    const wrong = (message: string) => [problem("options.user_tags", message)];
    if (media.length > 0 && !file)
      return wrong(`${username} is tagged in file ${item}, which does not exist.`);
    if (file?.kind === "video" && kind === "carousel")
      return wrong(`${username} is tagged in a video of a carousel; only its images can have tags.`);
    const isPlaced = x !== undefined && y !== undefined;
    if (file?.kind === "image" && kind !== "story" && !isPlaced)
      return wrong(`${username} is tagged without x and y; a tag in an image needs both.`);
    return [];
  });
}

/** What Instagram's apps have allowed since December 2025; the API's documentation still says 30. */
const USUAL_HASHTAGS = 5;

function hashtagProblems(text: string): OptionProblem[] {
  const { length } = entities(text).hashtags;
  if (length <= USUAL_HASHTAGS) return [];
  const message = `The text has ${length} hashtags. Since December 2025 Instagram allows ${USUAL_HASHTAGS} in a post and may refuse or ignore more.`;
  return [warning("text.hashtags", message, { limit: USUAL_HASHTAGS, actual: length })];
}

/** What would be published, but may look different than its author expects. */
function displayProblems({ text, media }: PlannedPost<Options>, kind: Kind): OptionProblem[] {
  const found: OptionProblem[] = [];
  const ratios = new Set(
    media.map(({ width, height }) => (width && height ? (width / height).toFixed(2) : "")),
  );
  if (kind === "story" && text.trim() !== "")
    found.push(warning("text.story", "A story shows no text; only the file is published."));
  if (kind === "carousel" && ratios.size > 1)
    found.push(warning("media.ratios", "Instagram crops all files to the shape of the first one."));
  return found;
}

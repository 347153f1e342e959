// The kinds of Instagram posts: which one a post would be, their limits, and options that don't go with them (networks/instagram.facts.md 1, 4).
import type { OptionProblem, Kinds, PlannedPost } from "../network.ts";
import type { Rules } from "../rules.ts";
import { entities } from "../client/text.ts";
import type { Options } from "./options.ts";

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
  /** The documents say 100, 50 and 25: every account is asked for its own. */
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

// ---- what does not go together

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

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  const kind = kindOf(post);
  const { title } = kinds.all[kind] ?? { title: kind };
  const misplaced = Object.entries(ONLY_FOR).flatMap(([name, of]) =>
    name in post.options && !of.includes(kind)
      ? [complaint(`options.${name}`, `${name} does not go with this kind of post: ${title.toLowerCase()}.`)]
      : [],
  );
  return [
    ...misplaced,
    ...tagComplaints(post, kind),
    ...hashtagComplaints(post.text),
    ...shownComplaints(post, kind),
  ];
}

function tagComplaints({ media, options }: PlannedPost<Options>, kind: Kind): OptionProblem[] {
  return (options.user_tags ?? []).flatMap(({ username, x, y, item = 1 }) => {
    const file = media[item - 1];
    const fault = (message: string) => [complaint("options.user_tags", message)];
    if (media.length > 0 && !file) return fault(`${username} is tagged in file ${item}; there is none.`);
    if (file?.kind === "video" && kind === "carousel")
      return fault(`${username} is tagged in a video of a carousel; only its images take tags.`);
    const placed = x !== undefined && y !== undefined;
    if (file?.kind === "image" && kind !== "story" && !placed)
      return fault(`${username} is tagged without x and y: an image needs both.`);
    return [];
  });
}

/** What Instagram itself takes since December 2025; its API's documents still say 30. */
const USUAL_HASHTAGS = 5;

function hashtagComplaints(text: string): OptionProblem[] {
  const { length } = entities(text).hashtags;
  if (length <= USUAL_HASHTAGS) return [];
  const message = `The text has ${length} hashtags. Instagram allows ${USUAL_HASHTAGS} in a post since December 2025, and may refuse or ignore more.`;
  return [{ ...complaint("text.hashtags", message), limit: USUAL_HASHTAGS, actual: length, certain: false }];
}

/** What would be published, but not as its author may think. */
function shownComplaints({ text, media }: PlannedPost<Options>, kind: Kind): OptionProblem[] {
  const ratios = new Set(
    media.map(({ width, height }) => (width && height ? (width / height).toFixed(2) : "")),
  );
  const cut = kind === "carousel" && ratios.size > 1;
  return [
    ...(kind === "story" && text.trim() !== ""
      ? [{ ...complaint("text.story", "A story shows no text: only the file is published."), certain: false }]
      : []),
    ...(cut
      ? [
          {
            ...complaint("media.ratios", "Instagram cuts all files to the shape of the first one."),
            certain: false,
          },
        ]
      : []),
  ];
}

function complaint(rule: string, message: string): OptionProblem {
  return { rule, message, limit: null, actual: null, certain: true };
}

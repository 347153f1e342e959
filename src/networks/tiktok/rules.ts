// What TikTok accepts in a post: kinds, limits and options that exclude each other (networks/tiktok.facts.md 4, 5).
import type { Options } from "./options.ts";
import type { OptionProblem, Kinds, PlannedPost, PlannedMedia, Words } from "../network.ts";
import { noAltTexts } from "../client/words.ts";
import type { Rules } from "../../domain/rules.ts";
import { problem, warning } from "../client/problems.ts";

const DAY_MS = 24 * 3_600_000;

/** networks/tiktok.facts.md 4. */
export const rules: Rules = {
  text: {
    max: 2200,
    unit: "utf16",
    maxBytes: null,
    linkLength: null,
    shortMentions: false,
    // The limit of TikTok's app; what the API does with more is not documented.
    maxHashtags: 5,
    unsure: ["text.hashtags"],
  },
  requires: "media",
  // TikTok's documentation says "around" 15.
  quota: { posts: 15, windowMs: DAY_MS },
  media: {
    maxItems: 35,
    maxVideos: 1,
    mixed: false,
    altTextMax: null,
    // "1080p": as many pixels as 1920 × 1080, upright or not.
    image: {
      mimes: ["image/jpeg", "image/webp"],
      maxBytes: 20_000_000,
      maxPixels: 1920 * 1080,
      maxSide: 1920,
    },
    video: {
      mimes: ["video/mp4", "video/quicktime", "video/webm"],
      maxBytes: 4_000_000_000,
      maxDurationMs: 600_000,
      maxPixels: null,
      minSide: 360,
      maxSide: 4096,
      minFrameRate: 23,
      maxFrameRate: 60,
      codecs: ["h264", "hevc", "vp8", "vp9"],
    },
    fetched: ["image"],
  },
};

// ---- kinds

type Kind = "video" | "photos" | "video_draft" | "photo_draft";

export function kindOf({
  media,
  options: { mode },
}: {
  readonly media: readonly Pick<PlannedMedia, "kind">[];
  readonly options: Options;
}): Kind {
  const isVideo = media.some(({ kind }) => kind === "video");
  if (mode === "inbox") return isVideo ? "video_draft" : "photo_draft";
  return isVideo ? "video" : "photos";
}

const LONGER = { text: { max: 4000 } };

export const kinds: Kinds<Options> = {
  all: {
    video: { title: "Video", rules: {} },
    photos: { title: "Photos", rules: LONGER },
    video_draft: { title: "Draft of a video", rules: {} },
    photo_draft: { title: "Draft of photos", rules: LONGER },
  } satisfies Record<Kind, object>,
  of: kindOf,
};

// ---- what the limits do not cover

const MIN_DURATION_MS = 3000;
const TITLE_MAX = 90;
const OF_VIDEOS = ["disable_duet", "disable_stitch", "video_cover_timestamp_ms"] as const;
const OF_PHOTOS = ["title", "photo_cover_index", "auto_add_music"] as const;

/** The caption of a video's draft is written in TikTok's app. */
export function words(post: PlannedPost<Options>): Words {
  const text = kindOf(post) === "video_draft" ? "" : post.text.toWellFormed();
  return { text, altTexts: noAltTexts(post.media) };
}

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  const kind = kindOf(post);
  return [
    ...privacyProblems(post),
    ...photoProblems(post),
    ...videoProblems(post, kind),
    ...optionProblems(post, kind),
  ];
}

function privacyProblems({
  options: { mode, privacy_level: level, brand_content_toggle: isPaid },
}: PlannedPost<Options>): OptionProblem[] {
  if (mode === "inbox") return [];
  if (level === undefined)
    return [
      problem("options.privacy_level", "Choose who can see this post: TikTok requires a choice each time."),
    ];
  if (isPaid === true && level === "SELF_ONLY")
    return [problem("options.brand_content_toggle", "A paid partnership can't be visible to you only.")];
  return [];
}

function photoProblems({
  media,
  options: { title, photo_cover_index: cover },
}: PlannedPost<Options>): OptionProblem[] {
  const photos = media.filter(({ kind }) => kind === "image").length;
  const found: OptionProblem[] = [];
  if (cover !== undefined && photos > 0 && cover >= photos) {
    const message = `There is no photo ${cover}: counted from 0, the last one is ${photos - 1}.`;
    found.push(problem("options.photo_cover_index", message, { limit: photos - 1, actual: cover }));
  }
  if (title !== undefined && title.length > TITLE_MAX) {
    const message = `The title is ${title.length} characters long; the limit is ${TITLE_MAX}.`;
    found.push(problem("options.title", message, { limit: TITLE_MAX, actual: title.length }));
  }
  return found;
}

function videoProblems({ media, text }: PlannedPost<Options>, kind: Kind): OptionProblem[] {
  const found: OptionProblem[] = [];
  const actual = media.find((file) => file.kind === "video")?.durationMs ?? MIN_DURATION_MS;
  if (actual < MIN_DURATION_MS) {
    const message = "TikTok may refuse a video shorter than 3 s.";
    found.push(warning("video.duration", message, { limit: MIN_DURATION_MS, actual }));
  }
  if (kind === "video_draft" && text.trim() !== "")
    found.push(warning("text.draft", "A draft has no caption: write it in the TikTok app."));
  return found;
}

/** Options of the other kind of post, and the AI label on photos. */
function optionProblems({ options: chosen }: PlannedPost<Options>, kind: Kind): OptionProblem[] {
  const isVideo = kind === "video" || kind === "video_draft";
  const others: readonly (keyof Options)[] = isVideo ? OF_PHOTOS : OF_VIDEOS;
  const useless = others
    .filter((name) => chosen[name] !== undefined)
    .map((name) => warning(`options.${name}`, `${name} has no effect on ${isVideo ? "a video" : "photos"}.`));
  if (isVideo || chosen.is_aigc !== true) return useless;
  return [...useless, warning("options.is_aigc", "TikTok may ignore the AI label on photos.")];
}

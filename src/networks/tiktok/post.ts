// A TikTok post as it is described to TikTok, its kinds and limits, and what it can't be (networks/tiktok.facts.md 1, 4).
import type { Static } from "@sinclair/typebox";
import { arrayOf, type JsonObject } from "../client/json.ts";
import type { OptionProblem, Draft, Kinds, LiveOptionRules, PlannedPost, PlannedMedia } from "../network.ts";
import type { Rules } from "../rules.ts";
import type { options } from "./options.ts";

export type Options = Static<typeof options>;
export type TikTokDraft = Draft<Options>;

const DAY_MS = 24 * 3_600_000;

/** networks/tiktok.facts.md 4. */
export const rules: Rules = {
  text: {
    max: 2200,
    unit: "utf16",
    maxBytes: null,
    linkLength: null,
    shortMentions: false,
    // What the app takes; what becomes of more in a post through the API, nobody says.
    maxHashtags: 5,
    unsure: ["text.hashtags"],
  },
  requires: "media",
  // TikTok says "around".
  quota: { posts: 15, windowMs: DAY_MS },
  media: {
    maxItems: 35,
    maxVideos: 1,
    mixed: false,
    altTextMax: null,
    // "1080p": as many pixels as a screen of that name, whichever way it stands.
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

// ---- what it can't be

const SHORTEST_MS = 3000;
const TITLE_UNITS = 90;
const OF_VIDEOS = ["disable_duet", "disable_stitch", "video_cover_timestamp_ms"] as const;
const OF_PHOTOS = ["title", "photo_cover_index", "auto_add_music"] as const;

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  const kind = kindOf(post);
  return [
    ...aboutPrivacy(post),
    ...aboutPhotos(post),
    ...aboutVideo(post, kind),
    ...aboutOptions(post, kind),
  ];
}

function aboutPrivacy({
  options: { mode, privacy_level: level, brand_content_toggle: paid },
}: PlannedPost<Options>) {
  if (mode === "inbox") return [];
  if (level === undefined)
    return [
      no("options.privacy_level", "Choose who can see this post. TikTok requires you to choose each time."),
    ];
  if (paid === true && level === "SELF_ONLY")
    return [no("options.brand_content_toggle", "A paid partnership can't be posted for the account alone.")];
  return [];
}

function aboutPhotos({
  media,
  options: { title, photo_cover_index: cover },
}: PlannedPost<Options>): OptionProblem[] {
  const photos = media.filter(({ kind }) => kind === "image").length;
  const found: OptionProblem[] = [];
  if (cover !== undefined && photos > 0 && cover >= photos) {
    const message = `There is no photo ${cover}: counted from 0, the last one is ${photos - 1}.`;
    found.push({ ...no("options.photo_cover_index", message), limit: photos - 1, actual: cover });
  }
  if (title !== undefined && title.length > TITLE_UNITS) {
    const message = `The title counts ${title.length} characters; ${TITLE_UNITS} are taken.`;
    found.push({ ...no("options.title", message), limit: TITLE_UNITS, actual: title.length });
  }
  return found;
}

function aboutVideo({ media, text }: PlannedPost<Options>, kind: Kind): OptionProblem[] {
  const found: OptionProblem[] = [];
  const durationMs = media.find((file) => file.kind === "video")?.durationMs ?? SHORTEST_MS;
  if (durationMs < SHORTEST_MS)
    found.push({
      ...perhaps("video.duration", "TikTok may refuse a video of less than 3 s."),
      limit: SHORTEST_MS,
      actual: durationMs,
    });
  if (kind === "video_draft" && text.trim() !== "")
    found.push(perhaps("text.draft", "A draft takes no caption along: it is written in the TikTok app."));
  return found;
}

/** Options of the other kind, and of a post where it is only a draft. */
function aboutOptions({ options: chosen }: PlannedPost<Options>, kind: Kind): OptionProblem[] {
  const isVideo = kind === "video" || kind === "video_draft";
  const others: readonly (keyof Options)[] = isVideo ? OF_PHOTOS : OF_VIDEOS;
  const useless = others
    .filter((name) => chosen[name] !== undefined)
    .map((name) =>
      perhaps(`options.${name}`, `${name} means nothing for ${isVideo ? "a video" : "photos"}.`),
    );
  if (isVideo || chosen.is_aigc !== true) return useless;
  return [...useless, perhaps("options.is_aigc", "TikTok may not take the AI label for photos.")];
}

const FEATURES = ["comment", "duet", "stitch"] as const;

/** What the account's owner and the state of the application allow now (networks/tiktok.facts.md 1.1). */
export const liveOptionRules: LiveOptionRules<Options> = {
  applyTo: ({ mode }) => mode !== "inbox",
  validate({ options: chosen }, values) {
    const levels = arrayOf(values["privacy_level_options"]);
    const level = chosen.privacy_level;
    const isClosed = level !== undefined && levels.length > 0 && !levels.includes(level);
    const has = levels.map(String).join(", ");
    const opened = FEATURES.filter(
      (name) => chosen[`disable_${name}`] === false && values[`${name}_disabled`] === true,
    );
    return [
      ...(isClosed
        ? [no("options.privacy_level", `This account can't post with ${level} now. Choose one of ${has}.`)]
        : []),
      ...opened.map((name) =>
        no(`options.disable_${name}`, `This account has switched off ${NAMES[name]}: leave them disabled.`),
      ),
    ];
  },
};
const NAMES = { comment: "comments", duet: "duets", stitch: "stitches" } as const;

function no(rule: string, message: string): OptionProblem {
  return { rule, message, limit: null, actual: null, certain: true };
}
function perhaps(rule: string, message: string): OptionProblem {
  return { rule, message, limit: null, actual: null, certain: false };
}

// ---- what is sent

/** What the account's owner has switched off stays off. */
export interface DisabledFeatures {
  readonly comment: boolean;
  readonly duet: boolean;
  readonly stitch: boolean;
}

export function videoInfo({ text, options: chosen }: TikTokDraft, closed: DisabledFeatures): JsonObject {
  const { privacy_level, video_cover_timestamp_ms, is_aigc } = chosen;
  return {
    title: text,
    ...withoutUndefined({ privacy_level, video_cover_timestamp_ms, is_aigc }),
    disable_comment: closed.comment || chosen.disable_comment !== false,
    disable_duet: closed.duet || chosen.disable_duet !== false,
    disable_stitch: closed.stitch || chosen.disable_stitch !== false,
    ...brands(chosen),
  };
}

/** Everything but the addresses, which are made when it is sent. */
export function photoBody(draft: TikTokDraft, closed: DisabledFeatures): JsonObject {
  const { title, privacy_level, auto_add_music, photo_cover_index = 0, is_aigc } = draft.options;
  const isDraft = kindOf(draft) === "photo_draft";
  const direct = {
    ...withoutUndefined({ privacy_level, auto_add_music }),
    disable_comment: closed.comment || draft.options.disable_comment !== false,
    ...brands(draft.options),
  };
  return {
    media_type: "PHOTO",
    post_mode: isDraft ? "MEDIA_UPLOAD" : "DIRECT_POST",
    post_info: { ...withoutUndefined({ title }), description: draft.text, ...(!isDraft && direct) },
    source_info: { source: "PULL_FROM_URL", photo_cover_index },
    // Whether TikTok knows it of photos is disputed: it goes only where it says something.
    ...(is_aigc === true && { is_aigc }),
  };
}

function brands({ brand_content_toggle: paid, brand_organic_toggle: own }: Options) {
  return { brand_content_toggle: paid === true, brand_organic_toggle: own === true };
}

function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

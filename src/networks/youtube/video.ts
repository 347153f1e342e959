// A YouTube video as its upload describes it, what it can't be, and whether it will be a Short (networks/youtube.facts.md 1, 4).
import type { Static } from "@sinclair/typebox";
import type { JsonObject } from "../client/json.ts";
import type { OptionProblem, Draft, Kinds, PlannedPost, PlannedMedia } from "../network.ts";
import type { Rules } from "../rules.ts";
import type { options } from "./options.ts";

export type Options = Static<typeof options>;
export type YouTubeDraft = Draft<Options>;

const HOUR_MS = 3_600_000;

/** networks/youtube.facts.md 4. The text is the description; an image beside the video is its thumbnail. */
export const rules: Rules = {
  text: { max: 5000, unit: "codePoints", maxBytes: 5000, linkLength: null, shortMentions: false },
  requires: "video",
  // Of the application's project; a channel has a limit of its own that YouTube does not tell.
  quota: { posts: 100, windowMs: 24 * HOUR_MS },
  media: {
    maxItems: 2,
    maxVideos: 1,
    mixed: true,
    altTextMax: null,
    image: { mimes: ["image/jpeg", "image/png"], maxBytes: 52_428_800, maxPixels: null, maxSide: null },
    video: {
      mimes: ["video/mp4", "video/quicktime", "video/webm"],
      maxBytes: 274_877_906_944,
      // A quarter of an hour for channels without a confirmed telephone number (account.ts).
      maxDurationMs: 12 * HOUR_MS,
      maxPixels: null,
    },
  },
};

// ---- Shorts

const SHORT_MS = 180_000;

/** Upright or square and no longer than three minutes; nobody chooses it. */
export function isShort(
  media: readonly Pick<PlannedMedia, "kind" | "width" | "height" | "durationMs">[],
): boolean {
  const video = media.find(({ kind }) => kind === "video");
  const { width = null, height = null, durationMs = null } = video ?? {};
  return (
    width !== null && height !== null && durationMs !== null && height >= width && durationMs <= SHORT_MS
  );
}

export const kinds: Kinds<Options> = {
  all: { video: { title: "Video", rules: {} }, short: { title: "Short", rules: {} } },
  of: (post) => (isShort(post.media) ? "short" : "video"),
};

// ---- title, description, tags

const LONGEST_TITLE = 100;

/** The one that was chosen, or the caption's first line, cut at a word. Empty when there is neither. */
export function titleOf({
  text,
  options: { title },
}: Pick<PlannedPost<Options>, "text" | "options">): string {
  if (title !== undefined) return title.trim();
  const line = (text.split("\n").find((each) => each.trim() !== "") ?? "").trim();
  const characters = Array.from(line);
  if (characters.length <= LONGEST_TITLE) return line;
  const cut = characters.slice(0, LONGEST_TITLE - 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > LONGEST_TITLE / 2 ? cut.slice(0, word) : cut).join("")}…`;
}

const LONGEST_TAGS = 500;

/** Commas count, and the quotes that YouTube puts around a tag with a space. */
function lengthOf(tags: readonly string[]): number {
  return (
    tags.reduce((sum, tag) => sum + Array.from(tag).length + (tag.includes(" ") ? 2 : 0), 0) + tags.length - 1
  );
}

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  return [...aboutWords(post), ...aboutTags(post), ...aboutThumbnail(post)];
}

function aboutWords(post: PlannedPost<Options>): OptionProblem[] {
  const title = titleOf(post);
  const none = { limit: null, actual: null };
  if (/[<>]/.test(post.text))
    return [
      {
        rule: "text.characters",
        message: "YouTube takes no < or > in a description.",
        ...none,
        certain: true,
      },
    ];
  if (title === "") {
    const message = "A YouTube video needs a title: set options.title, or write a caption.";
    return [{ rule: "options.title", message, ...none, certain: true }];
  }
  if (post.options.title !== undefined) return [];
  const message = `The video's title will be the caption's first line: ${title}`;
  return [{ rule: "options.title", message, ...none, certain: false }];
}

function aboutTags({ options: { tags = [] } }: PlannedPost<Options>): OptionProblem[] {
  const length = lengthOf(tags);
  if (length <= LONGEST_TAGS) return [];
  const message = `The tags count ${length} characters together; ${LONGEST_TAGS} are taken.`;
  return [{ rule: "options.tags", message, limit: LONGEST_TAGS, actual: length, certain: true }];
}

function aboutThumbnail(post: PlannedPost<Options>): OptionProblem[] {
  if (!post.media.some(({ kind }) => kind === "image")) return [];
  const message = isShort(post.media)
    ? "The image would be the video's thumbnail, but YouTube takes none for a Short this way."
    : "The image becomes the video's thumbnail; YouTube takes it from channels with a confirmed telephone number.";
  return [{ rule: "media.thumbnail", message, limit: null, actual: null, certain: false }];
}

// ---- what is sent

const DEFAULT_CATEGORY = "22";

export interface Resource {
  /** Which parts of it are given and answered, and who is told. */
  readonly query: string;
  readonly body: JsonObject;
}

export function resourceOf(draft: Pick<YouTubeDraft, "text" | "options">): Resource {
  const { tags, categoryId, defaultLanguage, defaultAudioLanguage, ...chosen } = draft.options;
  const { selfDeclaredMadeForKids, containsSyntheticMedia, license, embeddable, publicStatsViewable } =
    chosen;
  const snippet = {
    title: titleOf(draft),
    description: draft.text,
    categoryId: categoryId ?? DEFAULT_CATEGORY,
    ...withoutUndefined({ tags, defaultLanguage, defaultAudioLanguage }),
  };
  const status = {
    privacyStatus: chosen.privacyStatus ?? "public",
    selfDeclaredMadeForKids,
    ...withoutUndefined({ containsSyntheticMedia, license, embeddable, publicStatsViewable }),
  };
  const { hasPaidProductPlacement, notifySubscribers } = chosen;
  const paid = hasPaidProductPlacement !== undefined && {
    paidProductPlacementDetails: { hasPaidProductPlacement },
  };
  const body = { snippet, status, ...paid };
  const notify = notifySubscribers === undefined ? "" : `&notifySubscribers=${notifySubscribers}`;
  return { query: `part=${Object.keys(body).join(",")}${notify}`, body };
}

/** What was chosen; the rest is YouTube's and the channel's own settings. */
function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

// What YouTube accepts in a post, and whether a video will be a Short (networks/youtube.facts.md 4).
import type { Options } from "./options.ts";
import type { OptionProblem, Kinds, PlannedPost, PlannedMedia } from "../network.ts";
import type { Rules } from "../../domain/rules.ts";
import { problem, warning } from "../client/problems.ts";

const HOUR_MS = 3_600_000;

/** networks/youtube.facts.md 4. The text is the description; an image next to the video is its thumbnail. */
export const rules: Rules = {
  text: { max: 5000, unit: "codePoints", maxBytes: 5000, linkLength: null, shortMentions: false },
  requires: "video",
  // The limit of the application's project; YouTube does not publish the limit of a channel.
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
      // 15 minutes for channels without a verified phone number (account.ts).
      maxDurationMs: 12 * HOUR_MS,
      maxPixels: null,
    },
  },
};

// ---- Shorts

const SHORT_MS = 180_000;

/** YouTube treats a video as a Short when it is upright or square and at most three minutes long. */
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

export const NEEDS_TITLE = "A YouTube video needs a title: set options.title, or write a caption.";

const MAX_TITLE = 100;

/** The chosen title, or the caption's first line, cut at a word. Empty when there is neither. */
export function titleOf({
  text,
  options: { title },
}: Pick<PlannedPost<Options>, "text" | "options">): string {
  if (title !== undefined) return title.trim();
  const line = (text.split("\n").find((each) => each.trim() !== "") ?? "").trim();
  const characters = Array.from(line);
  if (characters.length <= MAX_TITLE) return line;
  const cut = characters.slice(0, MAX_TITLE - 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > MAX_TITLE / 2 ? cut.slice(0, word) : cut).join("")}…`;
}

const MAX_TAGS = 500;

/** As YouTube counts: with the commas between tags and the quotes around a tag that contains a space. */
function lengthOf(tags: readonly string[]): number {
  return (
    tags.reduce((sum, tag) => sum + Array.from(tag).length + (tag.includes(" ") ? 2 : 0), 0) + tags.length - 1
  );
}

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  return [...textProblems(post), ...tagProblems(post), ...thumbnailProblems(post)];
}

function textProblems(post: PlannedPost<Options>): OptionProblem[] {
  const title = titleOf(post);
  if (/[<>]/.test(post.text))
    return [problem("text.characters", "A YouTube description can't contain < or >. Remove them.")];
  if (title === "") return [problem("options.title", NEEDS_TITLE)];
  if (post.options.title !== undefined) return [];
  return [warning("options.title", `The video's title will be the caption's first line: ${title}`)];
}

function tagProblems({ options: { tags = [] } }: PlannedPost<Options>): OptionProblem[] {
  const length = lengthOf(tags);
  if (length <= MAX_TAGS) return [];
  const message = `The tags are ${length} characters long in total; the limit is ${MAX_TAGS}.`;
  return [problem("options.tags", message, { limit: MAX_TAGS, actual: length })];
}

function thumbnailProblems(post: PlannedPost<Options>): OptionProblem[] {
  if (!post.media.some(({ kind }) => kind === "image")) return [];
  const message = isShort(post.media)
    ? "The image would become the video's thumbnail, but YouTube does not accept one for a Short this way."
    : "The image becomes the video's thumbnail; YouTube accepts it only from channels with a verified phone number.";
  return [warning("media.thumbnail", message)];
}

// What Threads accepts in a post, and options that exclude each other (networks/threads.facts.md 4, 5).
import { problem } from "../client/problems.ts";

import type { Options } from "./options.ts";
import type { OptionProblem, PlannedPost } from "../network.ts";
import type { Rules } from "../../domain/rules.ts";
import { entities } from "../client/text.ts";

const MAX_LINKS = 5;

export const rules: Rules = {
  text: {
    max: 500,
    unit: "emojiBytes",
    maxBytes: null,
    linkLength: null,
    shortMentions: false,
    maxLinks: MAX_LINKS,
    replacedBy: ["gif_id"],
  },
  requires: null,
  quota: { posts: 250, windowMs: 24 * 3_600_000 },
  media: {
    maxItems: 20,
    maxVideos: 20,
    mixed: true,
    altTextMax: 1000,
    image: {
      mimes: ["image/jpeg", "image/png"],
      maxBytes: 8_000_000,
      maxPixels: null,
      maxRatio: 10,
      animated: false,
    },
    video: {
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 1_000_000_000,
      maxPixels: null,
      // At most 1920 px wide.
      maxSide: 1920,
      minRatio: 0.01,
      maxRatio: 10,
      maxDurationMs: 300_000,
      minFrameRate: 23,
      maxFrameRate: 60,
      maxBitrate: 100_000_000,
      codecs: ["h264", "hevc"],
      audioCodecs: ["aac"],
    },
    fetched: ["image", "video"],
    // The documentation says both 100 and 25 Mbit a second.
    unsure: ["video.bitrate"],
  },
};

/** Options that only a post without files can have. */
const TEXT_ONLY = ["link_attachment", "poll", "gif_id", "is_ghost_post"] as const;
/** Options that a ghost post, which disappears after 24 hours, can't have. */
const NOT_WITH_GHOST = ["link_attachment", "poll", "gif_id", "reply_to_id"] as const;

export function validate({ text, media, options }: PlannedPost<Options>): readonly OptionProblem[] {
  const { is_ghost_post: isGhost, ...others } = options;
  const chosen = isGhost === true ? options : others;
  const misplaced = TEXT_ONLY.filter((name) => media.length > 0 && name in chosen).map((name) =>
    problem(`options.${name}`, `${name} can be used only in a post without images and videos.`),
  );
  const ghost = isGhost === true ? ghostProblems(options) : [];
  return [...misplaced, ...linkProblems(text, options), ...ghost];
}

/** The link of the card counts together with those in the text. */
function linkProblems(text: string, { link_attachment: card }: Options): OptionProblem[] {
  const inText = new Set(entities(text).links.map(({ url }) => url));
  if (card === undefined || inText.has(card) || inText.size !== MAX_LINKS) return [];
  const actual = inText.size + 1;
  const message = `The text and the link card have ${actual} different links; the limit is ${MAX_LINKS}. Remove one.`;
  return [problem("text.links", message, { limit: MAX_LINKS, actual })];
}

function ghostProblems(options: Options): OptionProblem[] {
  return NOT_WITH_GHOST.filter((name) => options[name] !== undefined).map((name) =>
    problem(`options.${name}`, `A post that disappears after 24 hours can only be a text: remove ${name}.`),
  );
}

// The limits of Threads, and options that don't go together (networks/threads.facts.md 4, 5).
import type { OptionProblem, PlannedPost } from "../network.ts";
import type { Rules } from "../rules.ts";
import { entities } from "../client/text.ts";
import type { Options } from "./options.ts";

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
    // The documents say 100 and 25 Mbit a second.
    unsure: ["video.bitrate"],
  },
};

/** What only a post without files has. */
const TEXT_ONLY = ["link_attachment", "poll", "gif_id", "is_ghost_post"] as const;
/** What a post that goes after a day can't have. */
const NOT_WITH_GHOST = ["link_attachment", "poll", "gif_id", "reply_to_id"] as const;

export function validate({ text, media, options }: PlannedPost<Options>): readonly OptionProblem[] {
  const { is_ghost_post: isGhost, ...others } = options;
  const chosen = isGhost === true ? options : others;
  const misplaced = TEXT_ONLY.filter((name) => media.length > 0 && name in chosen).map((name) =>
    complaint(`options.${name}`, `${name} goes only with posts without images and videos.`),
  );
  return [
    ...misplaced,
    ...linkComplaints(text, options),
    ...(isGhost === true ? ghostComplaints(options) : []),
  ];
}

/** The card's link counts with those of the text. */
function linkComplaints(text: string, { link_attachment: card }: Options): OptionProblem[] {
  const inText = new Set(entities(text).links.map(({ url }) => url));
  if (card === undefined || inText.has(card) || inText.size !== MAX_LINKS) return [];
  const message = `The text and the link card have ${inText.size + 1} different links; ${MAX_LINKS} are taken.`;
  return [{ ...complaint("text.links", message), limit: MAX_LINKS, actual: inText.size + 1 }];
}

function ghostComplaints(options: Options): OptionProblem[] {
  return NOT_WITH_GHOST.filter((name) => options[name] !== undefined).map((name) =>
    complaint(
      `options.${name}`,
      `A post that is gone after 24 hours can't have ${name}: it is a text alone.`,
    ),
  );
}

function complaint(rule: string, message: string): OptionProblem {
  return { rule, message, limit: null, actual: null, certain: true };
}

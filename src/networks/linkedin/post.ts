// A LinkedIn post: its limits, what these don't cover, and the body of the publishing request (networks/linkedin.facts.md 1, 4).
import type { Static } from "@sinclair/typebox";
import type { JsonObject } from "../client/json.ts";
import type { OptionProblem, Draft, DraftMedia, PlannedPost } from "../network.ts";
import type { Rules } from "../rules.ts";
import { littleText } from "./little-text.ts";
import type { options } from "./options.ts";

export type Options = Static<typeof options>;

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
  // Others tell of about 150 a day; what is too much is answered with 429.
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
    // No size of an image is documented, and the codecs are only advised.
    unsure: ["image.bytes", "video.codec", "video.audioCodec"],
  },
};

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  return [...lengthComplaints(post), ...cardComplaints(post)];
}

/** Nobody has said in what unit LinkedIn counts, nor whether the signs that escape others count. */
function lengthComplaints({ text }: PlannedPost<Options>): OptionProblem[] {
  const counted = littleText(text).length;
  if (Array.from(text).length > TEXT_MAX || counted <= TEXT_MAX) return [];
  const message = `Counted as strictly as LinkedIn may do, the text has ${counted} characters; ${TEXT_MAX} are taken.`;
  return [{ rule: "text.strict", message, limit: TEXT_MAX, actual: counted, certain: false }];
}

function cardComplaints({ media, options }: PlannedPost<Options>): OptionProblem[] {
  const { article_url: url, article_title: title, article_description: description, video_title } = options;
  const complaint = (rule: string, message: string, certain = true) => ({
    rule: `options.${rule}`,
    message,
    certain,
    limit: null,
    actual: null,
  });
  const found: OptionProblem[] = [];
  if (url !== undefined && title === undefined)
    found.push(complaint("article_title", "A link card needs a title: LinkedIn looks up none."));
  if (url === undefined && (title ?? description) !== undefined)
    found.push(complaint("article_url", "A card's title and description need its link."));
  const isMore = media.length > 1 || media.some(({ kind }) => kind === "video");
  if (url !== undefined && isMore)
    found.push(complaint("article_url", "A link card takes one image at most, and no video beside it."));
  if (video_title !== undefined && !media.some(({ kind }) => kind === "video"))
    found.push(complaint("video_title", "video_title does nothing without a video.", false));
  return found;
}

// ---- what is sent

/** What is journaled. */
export type Prepared = {
  readonly author: string;
  /** Whether an earlier attempt may have published it after all. */
  readonly again: boolean;
  /** LinkedIn's names of the files. */
  readonly files: readonly string[];
  readonly body: JsonObject;
};

/** @param files LinkedIn's names of the draft's media, in order */
export function preparedOf(
  { text, media, options, attempt }: Draft<Options>,
  author: string,
  files: readonly string[],
): Prepared {
  const content = contentOf(media, files, options);
  const body = {
    author,
    commentary: littleText(text),
    visibility: options.visibility ?? "PUBLIC",
    distribution: {
      feedDistribution: options.feed ?? "MAIN_FEED",
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    ...(content && { content }),
    lifecycleState: "PUBLISHED",
    isReshareDisabledByAuthor: options.reshare_disabled ?? false,
  };
  return { author, again: attempt > 1, files, body };
}

function contentOf(
  media: readonly DraftMedia[],
  files: readonly string[],
  { article_url, article_title, article_description, video_title }: Options,
): JsonObject | null {
  const [first] = files;
  if (article_url !== undefined) {
    const article = {
      source: article_url,
      title: article_title ?? "",
      ...(article_description !== undefined && { description: article_description }),
      ...(first !== undefined && { thumbnail: first }),
    };
    return { article };
  }
  if (first === undefined) return null;
  const described = files.map((id, n) => {
    const altText = media[n]?.altText;
    return { id, ...(altText && media[n]?.kind === "image" && { altText }) };
  });
  if (files.length > 1) return { multiImage: { images: described } };
  const title = media[0]?.kind === "video" ? video_title : undefined;
  return { media: { ...described[0], ...(title !== undefined && { title }) } };
}

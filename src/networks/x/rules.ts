// What X accepts in a post (networks/x.facts.md 4).
import type { Options } from "./options.ts";
import { problem, warning } from "../client/problems.ts";
import type { OptionProblem, PlannedPost, Kinds } from "../network.ts";
import type { FileLimit, Rules } from "../../domain/rules.ts";

/** 1920 × 1200 works in practice; how X treats an animated WebP or PNG is not documented. */
export const UNSURE: readonly FileLimit[] = ["video.pixels", "image.animated"];

export const rules: Rules = {
  text: { max: 280, unit: "weighted", maxBytes: null, linkLength: null, shortMentions: false },
  requires: null,
  quota: { posts: 100, windowMs: 15 * 60_000 },
  media: {
    maxItems: 4,
    maxVideos: 1,
    mixed: false,
    altTextMax: 1000,
    image: {
      mimes: ["image/jpeg", "image/png", "image/webp"],
      maxBytes: 5_000_000,
      maxPixels: null,
      animated: false,
    },
    video: {
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 512_000_000,
      minDurationMs: 500,
      maxDurationMs: 140_000,
      minSide: 32,
      maxPixels: 1280 * 1024,
      minRatio: 1 / 3,
      maxRatio: 3,
      maxFrameRate: 60,
      codecs: ["h264"],
      audioCodecs: ["aac"],
    },
    unsure: UNSURE,
  },
};

/** An animated GIF is posted alone; a still one is posted as a photo. */
export const kinds: Kinds<unknown> = {
  all: {
    post: { title: "Post", rules: {} },
    gif: {
      title: "Post with a GIF",
      rules: {
        media: {
          maxItems: 1,
          image: {
            mimes: ["image/gif"],
            maxBytes: 15_000_000,
            maxPixels: 1280 * 1080,
            maxSide: 1280,
            maxFrames: 350,
            maxFramePixels: 300_000_000,
            animated: true,
          },
        },
      },
    },
  },
  of: ({ media }) =>
    media.some(({ mime, animated }) => mime === "image/gif" && animated !== false) ? "gif" : "post",
};

const CASHTAG = /(?<![\p{L}\p{N}_$])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![\p{L}\p{N}_])/giu;

export function validate({ text, media, options: chosen }: PlannedPost<Options>): OptionProblem[] {
  const found: OptionProblem[] = [];
  const cashtags = text.match(CASHTAG)?.length ?? 0;
  if (cashtags > 1) {
    const message = `X allows most applications one cashtag in a post; this one has ${cashtags}.`;
    found.push(warning("text.cashtags", message, { limit: 1, actual: cashtags }));
  }
  if (chosen.tagged_user_ids && media.length === 0) {
    const message =
      "People can be tagged only in a post with an image or a video. Add one, or remove the tags.";
    found.push(problem("options.tagged_user_ids", message));
  }
  return found;
}

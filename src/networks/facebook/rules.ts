// What a Facebook Page accepts: the kinds of posts and the limits of each (networks/facebook.facts.md 4).
import { problem, warning } from "../client/problems.ts";

import type { Options } from "./options.ts";
import type { OptionProblem, Kinds, PlannedPost, PlannedMedia, Words } from "../network.ts";
import { imageAltTexts, trim } from "../client/words.ts";
import type { Rules } from "../../domain/rules.ts";

export type Kind = NonNullable<Options["type"]>;

/** What decides the kind of a post. */
export interface Shape {
  readonly media: readonly Pick<PlannedMedia, "kind" | "width" | "height" | "durationMs">[];
  readonly options: Options;
}

const DAY_MS = 86_400_000;
/** 9:16, with room for a rounded pixel. */
const UPRIGHT = { minRatio: 0.55, maxRatio: 0.575 };
const REEL_MS = { minDurationMs: 3000, maxDurationMs: 90_000 };
const REEL_MIN_SIDE = 540;

/** What all kinds share. */
export const rules: Rules = {
  text: {
    max: 63_206,
    unit: "utf16",
    maxBytes: null,
    linkLength: null,
    shortMentions: false,
    replacedBy: ["link"],
    unsure: ["text.length"],
  },
  requires: null,
  quota: null,
  media: {
    // Facebook publishes no limit; this is the most that a post in Crier can have.
    maxItems: 20,
    maxVideos: 1,
    mixed: false,
    // Facebook publishes no limit; this is the longest alternative text in Crier.
    altTextMax: 1500,
    image: {
      mimes: ["image/jpeg", "image/png", "image/gif"],
      maxBytes: 10_000_000,
      maxPixels: null,
      animated: false,
    },
    video: { mimes: ["video/mp4"], maxBytes: 10_000_000_000, maxPixels: null, maxDurationMs: 4 * 3_600_000 },
  },
};

export const kinds: Kinds<Options> = {
  all: {
    post: { title: "Post", rules: { media: { video: null } } },
    reel: {
      title: "Reel",
      rules: {
        requires: "video",
        quota: { posts: 30, windowMs: DAY_MS },
        media: {
          maxItems: 1,
          image: null,
          video: {
            ...UPRIGHT,
            ...REEL_MS,
            minSide: REEL_MIN_SIDE,
            minFrameRate: 24,
            maxFrameRate: 60,
            codecs: ["h264", "hevc", "vp9", "av1"],
            audioCodecs: ["aac"],
          },
        },
      },
    },
    video: {
      title: "Video",
      rules: {
        requires: "video",
        // From an older version of the documentation; the current one names no limits.
        media: { maxItems: 1, image: null, unsure: ["video.bytes", "video.duration"] },
      },
    },
    story: {
      title: "Story",
      rules: {
        requires: "media",
        media: { maxItems: 1, video: { minDurationMs: 3000, maxDurationMs: 60_000 } },
      },
    },
  },
  of: kindOf,
};

/** The chosen kind, or the one that fits the files. */
export function kindOf({ media, options: chosen }: Shape): Kind {
  return chosen.type ?? defaultKind(media);
}

function defaultKind(media: Shape["media"]): Kind {
  const video = media.find(({ kind }) => kind === "video");
  if (!video) return "post";
  const { width, height, durationMs } = video;
  if (width === null || height === null || durationMs === null) return "video";
  const ratio = width / height;
  const isReel =
    ratio >= UPRIGHT.minRatio &&
    ratio <= UPRIGHT.maxRatio &&
    width >= REEL_MIN_SIDE &&
    durationMs >= REEL_MS.minDurationMs &&
    durationMs <= REEL_MS.maxDurationMs;
  return isReel ? "reel" : "video";
}

// ---- options of each kind

const OPTIONS_OF: Readonly<Record<Kind, readonly (keyof Options)[]>> = {
  post: ["link", "place", "countries", "age_min"],
  reel: ["title", "place", "countries", "age_min", "is_ai_generated"],
  video: ["title"],
  story: [],
};
/** Other tools stop here; whether Facebook refuses more is not known. */
const USUAL_PHOTOS = 10;

/** The options that this kind has. */
export function optionsFor(kind: Kind, chosen: Options): Options {
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => isSupported(kind, name)));
}

function isSupported(kind: Kind, name: string): boolean {
  return OPTIONS_OF[kind].some((each) => each === name);
}

/** A story shows no text. */
export function words(post: PlannedPost<Options>): Words {
  const text = kindOf(post) === "story" ? "" : trim(post.text);
  return { text, altTexts: imageAltTexts(post.media) };
}

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  const { text, media, options: chosen } = post;
  const kind = kindOf(post);
  const title = (kinds.all[kind]?.title ?? kind).toLowerCase();
  const found: OptionProblem[] = [];
  if (media.length > 0 && chosen.link !== undefined) {
    const message =
      "Only a post without files can have a link card. Put the link in the text, or remove the files.";
    found.push(problem("options.link", message));
  }
  if (kind === "story" && text.trim() !== "")
    found.push(warning("text.unshown", "A Facebook story shows no text; Crier leaves it out."));
  for (const name of Object.keys(chosen)) {
    if (name === "type" || name === "link" || isSupported(kind, name)) continue;
    found.push(warning(`options.${name}`, `A Facebook ${title} has no "${name}"; Crier leaves it out.`));
  }
  if (media.length > USUAL_PHOTOS) {
    const message = `The post has ${media.length} photos. Facebook documents no limit, but other tools stop at ${USUAL_PHOTOS}.`;
    found.push(warning("media.count", message, { limit: USUAL_PHOTOS, actual: media.length }));
  }
  return found;
}

// The kinds of posts a Facebook Page takes, with the limits each has of its own (networks/facebook.facts.md 4).
import type { Static } from "@sinclair/typebox";
import type { OptionProblem, Kinds, PlannedPost, PlannedMedia } from "../network.ts";
import type { Rules } from "../rules.ts";
import type { options } from "./options.ts";

export type Options = Static<typeof options>;
export type Kind = NonNullable<Options["type"]>;

/** What is known of a post when its kind must be. */
export interface Shape {
  readonly media: readonly Pick<PlannedMedia, "kind" | "width" | "height" | "durationMs">[];
  readonly options: Options;
}

const DAY_MS = 86_400_000;
/** 9:16, give or take a rounded pixel. */
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
    // As many as one of our posts can have: no limit is published.
    maxItems: 20,
    maxVideos: 1,
    mixed: false,
    // As long as ours can be.
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
        // From an older text; the present one names none.
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

/** What was chosen, or what the files are made for. */
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

// ---- what no schema says

const OPTIONS_OF: Readonly<Record<Kind, readonly (keyof Options)[]>> = {
  post: ["link", "place", "countries", "age_min"],
  reel: ["title", "place", "countries", "age_min", "is_ai_generated"],
  video: ["title"],
  story: [],
};
/** More is not known to be refused; nobody is known to have tried. */
const USUAL_PHOTOS = 10;

/** The options that this kind has. */
export function optionsFor(kind: Kind, chosen: Options): Options {
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => isSupported(kind, name)));
}

function isSupported(kind: Kind, name: string): boolean {
  return OPTIONS_OF[kind].some((each) => each === name);
}

export function validate(post: PlannedPost<Options>): readonly OptionProblem[] {
  const { text, media, options: chosen } = post;
  const kind = kindOf(post);
  const title = (kinds.all[kind]?.title ?? kind).toLowerCase();
  const found: OptionProblem[] = [];
  if (media.length > 0 && chosen.link !== undefined)
    found.push(
      complaint(
        "options.link",
        "A link goes with a post without files only. Write it in the text, or leave out the files.",
      ),
    );
  if (kind === "story" && text.trim() !== "")
    found.push(doubt("text.unshown", "A Facebook story shows no text: it is left out."));
  for (const name of Object.keys(chosen)) {
    if (name === "type" || name === "link" || isSupported(kind, name)) continue;
    found.push(doubt(`options.${name}`, `A Facebook ${title} has no "${name}": it is left out.`));
  }
  if (media.length > USUAL_PHOTOS)
    found.push({
      ...doubt(
        "media.count",
        `${media.length} photos: Facebook names no limit, and others stop at ${USUAL_PHOTOS}.`,
      ),
      limit: USUAL_PHOTOS,
      actual: media.length,
    });
  return found;
}

function complaint(rule: string, message: string): OptionProblem {
  return { rule, message, limit: null, actual: null, certain: true };
}

function doubt(rule: string, message: string): OptionProblem {
  return { ...complaint(rule, message), certain: false };
}

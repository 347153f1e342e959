// Pinterest's limits as data (networks/pinterest.facts.md 4).
import type { Kinds } from "../network.ts";
import type { Rules } from "../rules.ts";

export const rules: Rules = {
  text: { max: 800, unit: "codePoints", maxBytes: null, linkLength: null, shortMentions: false },
  requires: "media",
  quota: null,
  media: {
    maxItems: 5,
    maxVideos: 1,
    mixed: false,
    altTextMax: 500,
    image: {
      mimes: ["image/jpeg", "image/png"],
      // The whole pin is one JSON document, and nobody says how large that may be.
      maxBytes: 10_000_000,
      maxPixels: null,
      minSide: 200,
    },
    video: {
      mimes: ["video/mp4", "video/quicktime"],
      maxBytes: 2_000_000_000,
      minDurationMs: 4000,
      maxDurationMs: 15 * 60_000,
      maxPixels: null,
      minRatio: 0.5,
      maxRatio: 1.91,
      codecs: ["h264", "hevc"],
    },
    // By recollection only.
    unsure: ["image.side", "video.bytes"],
  },
};

export const kinds: Kinds<unknown> = {
  all: {
    image: { title: "Pin", rules: {} },
    carousel: { title: "Carousel pin", rules: {} },
    video: { title: "Video pin", rules: { media: { maxItems: 1 } } },
  },
  of: ({ media }) =>
    media.some(({ kind }) => kind === "video") ? "video" : media.length > 1 ? "carousel" : "image",
};

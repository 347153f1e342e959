// What Bluesky accepts in a post (networks/bluesky.facts.md 4).
import type { Rules } from "../../domain/rules.ts";

export const rules: Rules = {
  text: { max: 300, unit: "graphemes", maxBytes: 3000, linkLength: null, shortMentions: false },
  requires: null,
  // 35,000 points a day, 3 for a post (networks/bluesky.facts.md 6).
  quota: { posts: 11_666, windowMs: 86_400_000 },
  media: {
    maxItems: 4,
    maxVideos: 1,
    mixed: false,
    altTextMax: 2000,
    image: {
      mimes: ["image/jpeg", "image/png", "image/webp"],
      maxBytes: 2_000_000,
      maxPixels: null,
      maxSide: 4000,
      animated: false,
    },
    video: { mimes: ["video/mp4"], maxBytes: 300_000_000, maxDurationMs: 600_000, maxPixels: null },
    // From memory; no source documents it.
    unsure: ["image.animated"],
  },
};

// Mastodon's default limits; every server reports its own (networks/mastodon.facts.md 4).
import type { Rules } from "../../domain/rules.ts";

export const rules: Rules = {
  text: { max: 500, unit: "graphemes", maxBytes: null, linkLength: 23, shortMentions: true },
  requires: null,
  quota: { posts: 300, windowMs: 3 * 3_600_000 },
  media: {
    maxItems: 4,
    maxVideos: 1,
    mixed: false,
    altTextMax: 1500,
    image: {
      mimes: ["image/jpeg", "image/png", "image/gif", "image/webp"],
      maxBytes: 16_777_216,
      maxPixels: 33_177_600,
      maxSide: null,
    },
    video: {
      mimes: ["video/mp4", "video/quicktime", "video/webm"],
      maxBytes: 103_809_024,
      maxDurationMs: null,
      maxPixels: 8_294_400,
      maxFrameRate: 120,
      // The server cuts longer videos.
      maxFrames: 36_000,
    },
  },
};

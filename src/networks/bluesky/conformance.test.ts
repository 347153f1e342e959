// Bluesky passes the conformance tests of every network (networks/bluesky.facts.md).
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import { simulatedBluesky } from "../../simulator/bluesky/index.ts";
import { bluesky } from "./index.ts";

const none = async () => [];
const CARD = { url: "https://example.com/page", title: "A page", description: "About it" };

conformance(
  { network: bluesky, simulated: simulatedBluesky },
  {
    cases: [
      { name: "text", text: "Hello from Crier 👋", media: none },
      { name: "rich text", text: "👩‍🚀 See https://example.com/a?b=1 with @alice.test #日本語", media: none },
      {
        name: "guarded text",
        text: "Nobody replies",
        media: none,
        options: { replies: "nobody", quotes: false },
      },
      {
        name: "link card",
        text: "See https://example.com/page",
        media: none,
        linkCard: async () => ({ ...CARD, image: await image(7) }),
      },
      {
        name: "link card without a picture",
        text: "See https://example.com/words",
        media: none,
        linkCard: async () => ({ ...CARD, url: "https://example.com/words", image: null }),
      },
      { name: "one image", text: "One", media: async () => [await image(1)] },
      {
        name: "four images",
        text: "",
        media: () => Promise.all([image(1), image(2, "png"), image(3), image(4)]),
      },
      { name: "video", text: "Moving", media: async () => [await video()] },
    ],
    documented: [
      { status: 400, json: { error: "InvalidRequest", message: "grapheme too big" }, category: "content" },
      { status: 400, json: { error: "InvalidMimeType", message: "Wrong type of file" }, category: "media" },
      {
        status: 413,
        json: { error: "PayloadTooLarge", message: "request entity too large" },
        category: "media",
      },
      { status: 400, json: { error: "ExpiredToken", message: "Token has expired" }, category: "auth" },
      { status: 401, json: { error: "AuthMissing", message: "Authentication Required" }, category: "auth" },
      {
        status: 400,
        json: { error: "AccountTakedown", message: "Account has been taken down" },
        category: "auth",
      },
    ],
    provesAbsence: true,
  },
);

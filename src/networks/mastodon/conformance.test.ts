// Mastodon passes the conformance tests of every network (networks/mastodon.facts.md).
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import { simulatedMastodon } from "../../simulator/mastodon/index.ts";
import { mastodon } from "./index.ts";

const none = async () => [];

conformance(
  { network: mastodon, simulated: simulatedMastodon },
  {
    cases: [
      { name: "text", text: "Hello from Crier 👋", media: none },
      {
        name: "rich text",
        text: "👩‍🚀 See https://example.com/a?b=1 with @bob@social.test #日本語",
        media: none,
      },
      {
        name: "warned text",
        text: "The butler did it",
        media: none,
        options: { spoiler_text: "Ending", visibility: "unlisted" },
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
      { status: 401, json: { error: "The access token is invalid" }, category: "auth" },
      { status: 403, json: { error: "This action is outside the authorized scopes" }, category: "auth" },
      {
        status: 422,
        json: { error: "Validation failed: Text character limit of 500 exceeded" },
        category: "content",
      },
      { status: 422, json: { error: "Cannot attach more than 4 files" }, category: "media" },
    ],
    provesAbsence: false,
  },
);

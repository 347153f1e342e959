// Threads passes the conformance tests of every network (networks/threads.facts.md).
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import type { DraftMedia } from "../network.ts";
import { simulatedThreads } from "../../simulator/threads/index.ts";
import { threads } from "./index.ts";

const none = async () => [];
const mixed = async (): Promise<DraftMedia[]> => [await video(), await image(1), await image(2, "png")];
const error = (message: string, code: number, subcode?: number) => ({
  error: { message, type: "OAuthException", code, ...(subcode !== undefined && { error_subcode: subcode }) },
});

conformance(
  { network: threads, simulated: simulatedThreads },
  {
    cases: [
      { name: "text", text: "Low tide 👋", media: none, options: { reply_control: "followers_only" } },
      {
        name: "link card",
        text: "See https://example.com/a?b=1 #日本語",
        media: none,
        options: { link_attachment: "https://example.org/", topic_tag: "sea" },
      },
      { name: "poll", text: "Which?", media: none, options: { poll: ["This", "That"] } },
      { name: "reply", text: "Indeed", media: none, options: { reply_to_id: "18100000000000002" } },
      { name: "one image", text: "One", media: async () => [await image(1)] },
      { name: "image without words", text: "", media: async () => [await image(2, "png")] },
      { name: "video", text: "Moving", media: async () => [await video()] },
      { name: "carousel", text: "Three", media: () => Promise.all([image(3), image(1), image(2)]) },
      { name: "mixed carousel", text: "", media: mixed },
    ],
    documented: [
      { status: 401, json: error("Session has expired", 190, 463), category: "auth" },
      { status: 403, json: error("Application does not have permission", 10), category: "auth" },
      { status: 403, json: error("Permissions error", 200), category: "auth" },
      { status: 400, json: error("The user is restricted", 200, 4_279_013), category: "unknown" },
    ],
    provesAbsence: true,
  },
);

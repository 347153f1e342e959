// Facebook passes the conformance tests of every network (networks/facebook.facts.md).
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import { simulatedFacebook } from "../../simulator/facebook/index.ts";
import { facebook } from "./index.ts";

const none = async () => [];
const error = (code: number, message: string, error_subcode?: number) => ({
  error: { message, type: "OAuthException", code, error_subcode: error_subcode ?? null, fbtrace_id: "A" },
});

conformance(
  { network: facebook, simulated: simulatedFacebook },
  {
    cases: [
      { name: "text", text: "Hello from Crier 👋", media: none },
      {
        name: "link",
        text: "Worth reading",
        media: none,
        options: { link: "https://example.com/a?b=1&c=ü", countries: ["DE", "AT"], age_min: 18 },
      },
      { name: "link alone", text: "", media: none, options: { link: "https://example.com/alone" } },
      { name: "one photo", text: "One", media: async () => [await image(1)] },
      {
        name: "four photos",
        text: "",
        media: () => Promise.all([image(1), image(2, "png"), image(3), image(4)]),
      },
      {
        name: "reel",
        text: "Moving",
        media: async () => [await video()],
        options: { title: "A title", is_ai_generated: true },
        shows: { alts: [""] },
        provesAbsence: true,
      },
      {
        name: "video",
        text: "Not a reel",
        media: async () => [await video()],
        options: { type: "video" },
        shows: { alts: [""] },
        provesAbsence: true,
      },
      {
        name: "photo story",
        text: "",
        media: async () => [await image(5)],
        options: { type: "story" },
      },
      {
        name: "video story",
        text: "",
        media: async () => [await video()],
        options: { type: "story" },
        shows: { alts: [""] },
        provesAbsence: true,
      },
    ],
    documented: [
      { status: 400, json: error(100, "(#100) link should represent a valid URL"), category: "content" },
      { status: 400, json: error(190, "Session has expired", 463), category: "auth" },
      { status: 403, json: error(200, "(#200) Requires pages_manage_posts"), category: "auth" },
      { status: 400, json: error(10, "(#10) Application does not have permission"), category: "auth" },
      { status: 400, json: error(506, "Duplicate status message"), category: "content" },
      { status: 400, json: error(368, "The action attempted has been deemed abusive"), category: "content" },
      { status: 400, json: error(1609005, "The link could not be scraped"), category: "content" },
      { status: 400, json: error(100, "Invalid parameter", 2069019), category: "media" },
      {
        status: 400,
        json: error(6000, "There was a problem uploading your video file", 1363045),
        category: "media",
      },
      { status: 400, json: error(1404006, "Please complete a security check"), category: "unknown" },
    ],
    provesAbsence: false,
  },
);

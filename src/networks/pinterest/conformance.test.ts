// Pinterest passes the conformance tests of every network (networks/pinterest.facts.md).
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import { simulatedPinterest } from "../../simulator/pinterest/index.ts";
import { pinterest } from "./index.ts";

const board = simulatedPinterest.sample;
const alts = (first: string, count: number) => [first, ...Array.from({ length: count - 1 }, () => "")];

conformance(
  { network: pinterest, simulated: simulatedPinterest },
  {
    cases: [
      {
        name: "image",
        text: "Boats at “low tide” 👋",
        media: async () => [await image(1)],
        options: { ...board, title: "Low tide", link: "https://example.org/low-tide?a=1&b=2" },
      },
      {
        name: "marked image",
        text: "",
        media: async () => [await image(2, "png")],
        options: { ...board, link: "https://example.org/#top", tag_link: true },
      },
      {
        name: "image in a section",
        text: "In a section",
        media: async () => [{ ...(await image(3)), altText: null }],
        options: { ...board, board_section_id: "5178987325442071", dominant_color: "#6E7874" },
      },
      {
        name: "carousel",
        text: "Five boats",
        media: () => Promise.all([image(1), image(2, "png"), image(3), image(4), image(5)]),
        options: {
          ...board,
          slides: [{ title: "First", link: "https://example.org/1" }, { description: "2" }],
        },
        // A pin has one alternative text.
        shows: { alts: alts('Picture "1" ✓', 5) },
      },
      {
        name: "video",
        text: "Moving",
        media: async () => [await video()],
        options: { ...board, cover_second: 2, alt_text: "Other bars" },
        shows: { alts: ["Other bars"] },
      },
    ],
    documented: [
      { status: 400, json: { code: 1, message: "abc does not match '^\\d+$'" }, category: "content" },
      { status: 400, json: { code: 1, message: "A cover image is needed." }, category: "media" },
      { status: 401, json: { code: 2, message: "Authentication failed." }, category: "auth" },
      {
        status: 403,
        json: { code: 29, message: "Apps with Trial access may not create Pins in production" },
        category: "unknown",
      },
      { status: 403, json: { code: 3, message: "Missing: ['pins:write']" }, category: "auth" },
      { status: 404, json: { code: 40, message: "Board not found." }, category: "content" },
      { status: 413, json: { code: 1, message: "Request too large." }, category: "media" },
      { status: 422, json: { code: 1, message: "This link was blocked as spam." }, category: "content" },
    ],
    provesAbsence: false,
    inCommit: ["image"],
  },
);

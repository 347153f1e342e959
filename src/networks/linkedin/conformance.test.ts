// LinkedIn passes the conformance tests of every network, as a page and as a member (networks/linkedin.facts.md).
import { describe } from "bun:test";
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import { simulatedLinkedin } from "../../simulator/linkedin/index.ts";
import type { SimulatedNetwork } from "../../simulator/network.ts";
import { linkedin } from "./index.ts";

const none = async () => [];
const CARD = { url: "https://example.com/page", title: "A page", description: "About it" };

conformance(
  { network: linkedin, simulated: simulatedLinkedin },
  {
    cases: [
      { name: "text", text: "Hello from Crier 👋", media: none },
      {
        name: "reserved signs",
        text: "A (b) [c] {d} <e> *f* _g_ ~h~ i|j \\ k@l.m @n #launch #two_words https://example.com/a_(b)?c=1#d",
        media: none,
        options: { visibility: "LOGGED_IN", reshare_disabled: true },
        shows: {
          text: "A (b) [c] {d} <e> *f* _g_ ~h~ i|j \\ k@l.m @n #launch #two_words https://example.com/a_%28b%29?c=1#d",
        },
      },
      {
        name: "link card",
        text: "Read this",
        media: none,
        options: { article_url: "https://example.com/a", article_title: "A", article_description: "B" },
      },
      {
        name: "link card with an image",
        text: "Read that",
        media: async () => [await image(9)],
        options: { article_url: "https://example.com/b", article_title: "B" },
        shows: { alts: [""] },
      },
      {
        name: "the card of a link in the text",
        text: "See https://example.com/page",
        media: none,
        linkCard: async () => ({ ...CARD, image: await image(7) }),
        shows: { alts: [""] },
      },
      {
        name: "the card of a link in the text, without a picture",
        text: "See https://example.com/words",
        media: none,
        linkCard: async () => ({ ...CARD, description: "", image: null }),
      },
      { name: "one image", text: "One", media: async () => [await image(1)] },
      {
        name: "four images",
        text: "",
        media: () => Promise.all([image(1), image(2, "png"), image(3), image(4)]),
      },
      {
        name: "video",
        text: "Moving",
        media: async () => [await video()],
        options: { video_title: "A clip" },
        shows: { alts: [""] },
      },
    ],
    documented: [
      {
        status: 401,
        json: {
          status: 401,
          serviceErrorCode: 65601,
          code: "REVOKED_ACCESS_TOKEN",
          message: "The token used in the request has been revoked by the user",
        },
        category: "auth",
      },
      {
        status: 403,
        json: {
          status: 403,
          serviceErrorCode: 100,
          code: "ACCESS_DENIED",
          message: "Not enough permissions",
        },
        category: "auth",
      },
      {
        status: 400,
        json: { status: 400, code: "FIELD_LENGTH_TOO_LONG", message: "commentary is too long" },
        category: "content",
      },
      {
        status: 404,
        json: { status: 404, code: "NOT_FOUND", message: "Could not find image urn:li:image:x" },
        category: "media",
      },
      {
        status: 426,
        json: { status: 426, code: "NONEXISTENT_VERSION", message: "Requested version is not active" },
        category: "unknown",
      },
    ],
    provesAbsence: false,
  },
);

const members: SimulatedNetwork = {
  ...simulatedLinkedin,
  open(stage) {
    const network = simulatedLinkedin.open(stage);
    return { ...network, connection: (handle, base) => network.connection(`${handle}-member`, base) };
  },
};

// Nobody may list a member's posts, so a lost answer stays a person's to settle.
describe("as a member", () => {
  conformance(
    { network: linkedin, simulated: members },
    {
      cases: [
        { name: "text", text: "Hello (again) 👋", media: none, findable: false },
        { name: "one image", text: "One", media: async () => [await image(1)], findable: false },
        {
          name: "video",
          text: "Moving",
          media: async () => [await video()],
          options: { visibility: "CONNECTIONS" },
          shows: { alts: [""] },
          findable: false,
        },
      ],
      documented: [],
      provesAbsence: false,
    },
  );
});

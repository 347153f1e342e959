// Instagram passes the conformance tests of every network (networks/instagram.facts.md).
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import type { DraftMedia } from "../network.ts";
import { simulatedInstagram } from "../../simulator/instagram/index.ts";
import { instagram } from "./index.ts";

const tagged = { user_tags: [{ username: "bob", x: 0.5, y: 0.25 }], collaborators: ["alice"] };
const story = { type: "story" };
const mixed = async (): Promise<DraftMedia[]> => [await image(1), await video(), await image(2)];

conformance(
  { network: instagram, simulated: simulatedInstagram },
  {
    cases: [
      { name: "one image", text: "Low tide 👋 #sea", media: async () => [await image(1)], options: tagged },
      { name: "image without words", text: "", media: async () => [await image(2)] },
      {
        name: "carousel",
        text: "Three",
        media: () => Promise.all([image(3), image(1), image(2)]),
        options: { user_tags: [{ username: "bob", x: 0, y: 1, item: 2 }], location_id: "1234" },
      },
      {
        name: "mixed carousel",
        text: "",
        media: mixed,
        shows: { alts: ['Picture "1" ✓', "", 'Picture "2" ✓'] },
      },
      {
        name: "reel",
        text: "Moving",
        media: async () => [await video()],
        options: { share_to_feed: false, thumb_offset: 500, trial: "MANUAL" },
        shows: { alts: [""] },
      },
      {
        name: "story with an image",
        text: "Not shown",
        media: async () => [await image(4)],
        options: story,
        shows: { text: "", alts: [""] },
      },
      {
        name: "story with a video",
        text: "",
        media: async () => [await video()],
        options: story,
        shows: { alts: [""] },
      },
    ],
    documented: [
      {
        status: 400,
        json: { error: { message: "Session has expired", code: 190, error_subcode: 463 } },
        category: "auth",
      },
      { status: 403, json: { error: { message: "Permission denied", code: 10 } }, category: "auth" },
      {
        status: 400,
        json: { error: { message: "The limit is reached", code: 9, error_subcode: 2_207_042 } },
        category: "quota",
      },
      {
        status: 400,
        json: { error: { message: "The account is restricted", code: 25, error_subcode: 2_207_050 } },
        category: "unknown",
      },
    ],
    provesAbsence: true,
  },
);

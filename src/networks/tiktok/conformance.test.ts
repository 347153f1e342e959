// TikTok passes the conformance tests of every network (networks/tiktok.facts.md).
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import type { DraftMedia } from "../network.ts";
import { simulatedTiktok } from "../../simulator/tiktok/index.ts";
import { tiktok } from "./index.ts";

const seen = { privacy_level: "PUBLIC_TO_EVERYONE" };
const mute = (file: DraftMedia) => ({ ...file, altText: null });
const clip = async () => [mute(await video())];
const photos = async () => [mute(await image(1)), mute(await image(2)), mute(await image(3))];

const error = (code: string) => ({ data: {}, error: { code, message: `No: ${code}.`, log_id: "1" } });

conformance(
  { network: tiktok, simulated: simulatedTiktok },
  {
    cases: [
      { name: "a video", text: "Low tide #sea 🌊", media: clip, options: seen, bareStatus: 201 },
      {
        name: "photos",
        text: "Boats\nand more boats",
        media: photos,
        options: { ...seen, title: "Boats", photo_cover_index: 1 },
        provesAbsence: false,
      },
      {
        name: "a draft of a video",
        text: "Written in the app",
        media: clip,
        options: { mode: "inbox" },
        bareStatus: 201,
        shows: { text: "" },
      },
    ],
    documented: [
      { status: 401, json: error("access_token_invalid"), category: "auth" },
      { status: 403, json: error("url_ownership_unverified"), category: "media" },
      { status: 400, json: error("invalid_param"), category: "content" },
    ],
    provesAbsence: true,
    inCommit: ["image"],
  },
);

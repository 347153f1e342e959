// YouTube passes the conformance tests of every network (networks/youtube.facts.md).
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import type { DraftMedia } from "../network.ts";
import { simulatedYoutube } from "../../simulator/youtube/index.ts";
import { youtube } from "./index.ts";

const kids = { selfDeclaredMadeForKids: false };
const mute = (file: DraftMedia) => ({ ...file, altText: null });
const clip = async () => mute(await video());

/** Wider than high. */
async function wide(): Promise<DraftMedia> {
  const bytes = await Bun.file(new URL("../../media/samples/clip.mp4", import.meta.url)).bytes();
  const shape = { id: "wide", width: 1280, height: 720, durationMs: 3000, size: bytes.byteLength };
  return { ...(await clip()), ...shape, bytes: async (start, end) => bytes.subarray(start, end) };
}

function error(code: number, reason: string) {
  const message = `The request was refused: ${reason}.`;
  return { error: { code, message, errors: [{ message, domain: "youtube", reason }] } };
}

conformance(
  { network: youtube, simulated: simulatedYoutube },
  {
    cases: [
      { name: "a Short", text: "Boats at low tide", media: async () => [await clip()], options: kids },
      {
        name: "a titled video",
        text: "First line\n\nSecond 👩‍🚀 https://example.com #sea",
        media: async () => [await wide()],
        options: { ...kids, title: "Low tide", tags: ["sea", "two boats"], privacyStatus: "unlisted" },
      },
      {
        name: "a video with a thumbnail",
        text: "With a picture",
        media: async () => [await wide(), mute(await image(1))],
        options: kids,
      },
    ],
    documented: [
      { status: 401, json: error(401, "authError"), category: "auth" },
      { status: 403, json: error(403, "authenticatedUserAccountSuspended"), category: "auth" },
      { status: 400, json: error(400, "invalidTitle"), category: "content" },
      { status: 400, json: error(400, "mediaBodyRequired"), category: "media" },
    ],
    provesAbsence: true,
  },
);

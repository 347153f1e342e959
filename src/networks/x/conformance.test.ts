// X passes the conformance tests of every network (networks/x.facts.md).
import sharp from "sharp";
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import type { DraftMedia } from "../network.ts";
import { simulatedX } from "../../simulator/x/index.ts";
import { x } from "./index.ts";

const none = async () => [];

/** Two frames. */
async function gif(): Promise<DraftMedia> {
  const frames = ["#c33", "#33c"].map((background) => ({
    create: { width: 64, height: 48, channels: 3, background } as const,
  }));
  const drawn = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
  const bytes = await sharp(drawn, { join: { animated: true } })
    .gif()
    .toBuffer();
  const shape = { id: "gif", mime: "image/gif", filename: "moving.gif", size: bytes.byteLength };
  return { ...(await image(1)), ...shape, bytes: async (start, end) => bytes.subarray(start, end) };
}

conformance(
  { network: x, simulated: simulatedX },
  {
    cases: [
      { name: "text", text: "Hello from Crier 👋", media: none },
      {
        name: "rich text",
        text: "👩‍🚀 <See> https://example.com/a?b=1&c=2 & example.org/x\n\nwith @bob $CRI #日本語",
        media: none,
      },
      {
        name: "guarded text",
        text: "Only who I follow",
        media: none,
        options: { reply_settings: "following", made_with_ai: true },
      },
      {
        name: "one image",
        text: "One https://example.com",
        media: async () => [await image(1)],
        options: { tagged_user_ids: ["2244994945"] },
      },
      {
        name: "four images",
        text: "",
        media: () => Promise.all([image(1), image(2, "png"), image(3), image(4)]),
      },
      { name: "GIF", text: "Going round", media: async () => [await gif()] },
      // X takes no alternative text for videos.
      { name: "video", text: "Moving", media: async () => [await video()], shows: { alts: [""] } },
    ],
    documented: [
      {
        status: 400,
        json: {
          errors: [{ parameters: { "media.media_ids": ["1"] }, message: "Your media IDs are invalid." }],
          title: "Invalid Request",
          detail: "One or more parameters to your request was invalid.",
          type: "https://api.x.com/2/problems/invalid-request",
        },
        category: "media",
      },
      {
        status: 400,
        json: {
          errors: [{ message: "$.text: must be at least 1 characters long" }],
          title: "Invalid Request",
          type: "https://api.x.com/2/problems/invalid-request",
        },
        category: "content",
      },
      { status: 401, json: { title: "Unauthorized", type: "about:blank", status: 401 }, category: "auth" },
      {
        status: 402,
        json: {
          title: "CreditsDepleted",
          detail: "Your enrolled account [1] does not have any credits to fulfill this request.",
          type: "https://api.x.com/2/problems/credits",
        },
        category: "quota",
      },
      {
        status: 403,
        json: {
          detail: "You are not allowed to create a Tweet with duplicate content.",
          type: "about:blank",
          title: "Forbidden",
          status: 403,
        },
        category: "content",
      },
      {
        status: 403,
        json: { errors: [{ code: 187, message: "Status is a duplicate." }] },
        category: "content",
      },
      {
        status: 403,
        json: {
          title: "Forbidden",
          detail: "Your client app is not configured with the appropriate oauth2 app permissions.",
          type: "about:blank",
          status: 403,
        },
        category: "auth",
      },
      {
        status: 413,
        json: { title: "Payload Too Large", type: "about:blank", status: 413 },
        category: "media",
      },
    ],
    provesAbsence: false,
  },
);

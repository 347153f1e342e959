// Telegram passes the conformance tests of every network (networks/telegram.facts.md).
import sharp from "sharp";
import { image, video } from "../../tests/support/network-fixture.ts";
import { conformance } from "../../tests/support/network-conformance.ts";
import type { DraftMedia } from "../network.ts";
import type { SimulatedNetwork } from "../../simulator/network.ts";
import { simulatedTelegram } from "../../simulator/telegram/index.ts";
import { telegram } from "./index.ts";

const none = async () => [];
/** Telegram knows no alternative texts. */
const alts = (n: number) => Array.from({ length: n }, () => "");

/** Three frames that move. */
async function animation(): Promise<DraftMedia> {
  const frame = async (level: number) =>
    await sharp({ create: { width: 60, height: 40, channels: 3, background: { r: level, g: 90, b: 90 } } })
      .png()
      .toBuffer();
  const frames = await Promise.all([0, 120, 240].map(frame));
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  return {
    ...(await image(1)),
    id: "animation",
    mime: "image/gif",
    filename: "moving.gif",
    width: 60,
    height: 40,
    size: bytes.byteLength,
    bytes: async (start, end) => bytes.subarray(start, end),
  };
}

conformance(
  { network: telegram, simulated: simulatedTelegram },
  {
    cases: [
      { name: "text", text: "Hello from Crier 👋", media: none },
      {
        name: "rich text",
        text: "<b>News</b> &amp; more\nhttps://example.com/a?b=1 #日本語",
        media: none,
        options: { parse_mode: "HTML", buttons: [{ text: "Read", url: "https://example.com" }] },
        shows: { text: "News & more\nhttps://example.com/a?b=1 #日本語" },
      },
      { name: "one image", text: "One", media: async () => [await image(1)], shows: { alts: alts(1) } },
      {
        name: "four images",
        text: "",
        media: () => Promise.all([image(1), image(2, "png"), image(3), image(4)]),
        shows: { alts: alts(4) },
      },
      { name: "video", text: "Moving", media: async () => [await video()], shows: { alts: alts(1) } },
      {
        name: "mixed album",
        text: "All of it",
        media: () => Promise.all([image(5), video(), image(6)]),
        options: { has_spoiler: true, disable_notification: true },
        shows: { alts: alts(3) },
      },
      { name: "animation", text: "Again", media: async () => [await animation()], shows: { alts: alts(1) } },
    ],
    documented: [
      { status: 401, json: { ok: false, error_code: 401, description: "Unauthorized" }, category: "auth" },
      {
        status: 403,
        json: { ok: false, error_code: 403, description: "Forbidden: bot was kicked from the channel chat" },
        category: "auth",
      },
      {
        status: 400,
        json: { ok: false, error_code: 400, description: "Bad Request: chat not found" },
        category: "auth",
      },
      {
        status: 400,
        json: { ok: false, error_code: 400, description: "Bad Request: message is too long" },
        category: "content",
      },
      {
        status: 400,
        json: { ok: false, error_code: 400, description: "Bad Request: PHOTO_INVALID_DIMENSIONS" },
        category: "media",
      },
      {
        status: 413,
        json: { ok: false, error_code: 413, description: "Request Entity Too Large" },
        category: "media",
      },
    ],
    provesAbsence: false,
  },
);

/** Bots without a private chat for checks: bytes go with the publishing request, and the public page is all there is. */
const bare: SimulatedNetwork = {
  ...simulatedTelegram,
  open(stage) {
    const network = simulatedTelegram.open(stage);
    return { ...network, connection: (handle, base) => network.connection(`${handle}-bare`, base) };
  },
};

// Albums are not among them: one that is answered with an error may be half there (telegram.test.ts).
conformance(
  { network: telegram, simulated: bare },
  {
    under: "without a private chat",
    cases: [
      { name: "text", text: "Hello from Crier 👋", media: none },
      { name: "one image", text: "One", media: async () => [await image(1)], shows: { alts: alts(1) } },
      { name: "video", text: "Moving", media: async () => [await video()], shows: { alts: alts(1) } },
      {
        name: "animation",
        text: "Again",
        media: async () => [await animation()],
        shows: { alts: alts(1) },
      },
    ],
    documented: [],
    provesAbsence: false,
    inCommit: ["image", "video"],
  },
);

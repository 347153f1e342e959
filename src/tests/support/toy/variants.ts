// Defines toy networks, one for each kind of rule that real networks have.
import { Type, type TObject } from "@sinclair/typebox";
import { networks, pairedRegistry, type NetworkPair, type PairedRegistry } from "../../../app/networks.ts";
import type { Answered } from "../../../networks/client/call.ts";
import { isObject, objectOf, textOf } from "../../../networks/client/json.ts";
import { defineNetwork, type Finding, type Io, type Json, type Outcome } from "../../../networks/network.ts";
import { outcomeOf, retryAfterMs, type ErrorReader } from "../../../networks/client/outcome.ts";
import type { Rules } from "../../../domain/rules.ts";
import { toy as plainToy } from "./network.ts";
import { simulatedToy } from "./simulated-variants.ts";

interface Kind {
  readonly id: string;
  readonly requires?: Rules["requires"];
  readonly options?: TObject;
  /** It answers that it is processing, this many times. */
  readonly processes?: number;
  /** What it converts to; default: JPEG, PNG and MP4. */
  readonly images?: readonly string[];
  /** Limits of width to height, of images and videos. */
  readonly ratio?: { readonly minRatio: number; readonly maxRatio: number };
}

const IMAGES = ["image/jpeg", "image/png"];
const NO_OPTIONS = Type.Object({}, { additionalProperties: false });
const BOARD = Type.Object(
  { board: Type.String({ minLength: 1, maxLength: 20 }), note: Type.Optional(Type.String()) },
  { additionalProperties: false },
);
const NOTE = Type.Object({ note: Type.Optional(Type.String()) }, { additionalProperties: false });
export const ASK_AGAIN_MS = 2000;

function toy(kind: Kind): NetworkPair {
  const { id, requires = null, options = NO_OPTIONS, processes = 0, images = IMAGES, ratio = {} } = kind;
  const network = defineNetwork({
    id,
    name: id,
    access: "anyone",
    endpoints: { api: `https://${id}.invalid` },
    rules: rulesOf(requires, images, ratio),
    options,
    kinds: null,
    words: ({ text, media }) => ({ text, altTexts: media.map(({ altText }) => altText) }),
    validate: () => [],
    connect: {
      walkthrough: plainToy.connect.walkthrough,
      fields: [],
      login: () => Promise.reject(new Error("simulated only")),
      oauth: null,
      refresh: null,
      revoke: null,
    },
    secrets: () => [],
    lostAnswers: { certainty: "Its answer is certain either way.", searchUrl: () => null },
    liveOptions: async () => ({ values: { toy: id }, rules: {} }),
    prepare: async ({ targetId, text, media, options: chosen }): Promise<Json> => ({
      key: targetId,
      text,
      files: media.map(({ id: file, mime }) => ({ file, mime })),
      chosen: Object.keys(chosen),
      shapes: media.map(({ width, height }) => `${width}x${height}`),
    }),
    commit: (prepared, io) => send("POST", "/posts", prepared, io),
    settle: (prepared, _, io) => send("GET", `/posts/${keyOf(prepared)}`, null, io),
    verify,
  });
  return { network, simulated: simulatedToy(id, processes) };
}

function rulesOf(
  requires: Rules["requires"],
  mimes: readonly string[],
  ratio: Kind["ratio"] | object,
): Rules {
  return {
    text: { max: 1000, unit: "codePoints", maxBytes: null, linkLength: null, shortMentions: false },
    requires,
    quota: null,
    media: {
      maxItems: 4,
      maxVideos: 1,
      mixed: false,
      altTextMax: 100,
      image: { mimes, maxBytes: 4_000_000, maxPixels: null, maxSide: null, ...ratio },
      video: { mimes: ["video/mp4"], maxBytes: 50_000_000, maxDurationMs: 60_000, maxPixels: null, ...ratio },
    },
  };
}

const keyOf = (prepared: Json) => textOf(objectOf(prepared)["key"]) ?? "";

async function send(method: "GET" | "POST", path: string, json: Json, io: Io): Promise<Outcome> {
  const answer = await io.call({
    method,
    url: io.endpoint("api") + path,
    headers: { authorization: `Bearer ${io.credentials["token"] ?? ""}` },
    ...(method === "POST" ? { body: { json } } : {}),
  });
  const { status } = objectOf(answer.kind === "answered" ? (answer.json ?? null) : null);
  if (status === "processing") return { kind: "processing", receipt: null, askAgainMs: ASK_AGAIN_MS };
  return outcomeOf(answer, { ...READING, accepted: liveIn }, contextOf(io));
}

async function verify(prepared: Json, _: unknown, io: Io): Promise<Finding> {
  const outcome = await send("GET", `/posts/${keyOf(prepared)}`, null, io);
  if (outcome.kind === "accepted") return { ...outcome, kind: "found", evidence: "It is there." };
  return { kind: "inconclusive", evidence: "It is not there, which proves nothing." };
}

function liveIn({ json }: Answered) {
  const { id, url } = objectOf(json);
  if (textOf(id) === undefined || textOf(url) === undefined) return undefined;
  return { kind: "accepted", remoteId: String(id), url: String(url) } as const;
}

const READING: ErrorReader = {
  network: "A toy",
  refusal(answer, who) {
    const error = isObject(answer.json) ? textOf(answer.json["error"]) : undefined;
    if (error === undefined) return undefined;
    if (answer.status === 429)
      return { kind: "busy", retryAfterMs: retryAfterMs(answer, who), detail: error };
    return { kind: "refused", category: answer.status === 401 ? "auth" : "content", detail: error };
  },
};

const contextOf = (io: Io) => ({ now: () => io.now(), secrets: [io.credentials["token"] ?? ""] });

/** `frames` takes nothing that is much wider or taller than a square, `photos` needs media, `videos` a video, `pins` a board, `slowly` settles after processing. */
export const TOYS: PairedRegistry = pairedRegistry([
  ...networks.pairs,
  toy({ id: "photos", requires: "media", images: ["image/jpeg"] }),
  toy({ id: "videos", requires: "video" }),
  toy({ id: "pins", options: BOARD }),
  toy({ id: "slowly", processes: 2 }),
  toy({ id: "frames", options: NOTE, ratio: { minRatio: 0.8, maxRatio: 1.25 } }),
]);

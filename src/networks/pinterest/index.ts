// Pinterest, API v5. Facts and sources: networks/pinterest.facts.md.
import { neverProcessing, outcomeOf, refusedStep } from "../client/outcome.ts";
import { kinds, rules, validate, words } from "./rules.ts";
import { type Options, options } from "./options.ts";
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import { objectOf, textOf, type JsonObject } from "../client/json.ts";
import { defineNetwork, type Draft, type DraftMedia, type Io, type Outcome } from "../network.ts";
import { connect, liveOptions, liveOptionRules } from "./account.ts";
import { NETWORK, pinId, pinUrl, api } from "./api.ts";
import { pinBody, type Source } from "./body.ts";
import { uploadVideo } from "./upload.ts";
import { verify, type Prepared } from "./verify.ts";

const COVER_SECOND = 1;

export const pinterest = defineNetwork<typeof options, Prepared>({
  id: "pinterest",
  name: NETWORK,
  access: "app_review",
  endpoints: {
    api: "https://api.pinterest.com",
    authorize: "https://www.pinterest.com",
    web: "https://www.pinterest.com",
  },
  rules,
  options,
  kinds,
  words,
  validate,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "Crier can find the pin on its board. Pinterest does not promise a complete list, so not finding it does not prove that it is missing.",
    searchUrl: () => null,
  },
  liveOptions,
  liveOptionRules,
  prepare,
  commit,
  settle: neverProcessing(NETWORK),
  verify,
});

async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  const [first] = draft.media;
  const alone = draft.media.some(({ kind }) => kind === "video");
  if (!first) throw refusedStep("media", "A pin needs an image or a video.");
  if (draft.media.length > (alone ? 1 : 5))
    throw refusedStep("media", "A pin can have one to five images, or a single video.");
  const tag =
    draft.options.tag_link && draft.options.link !== undefined ? `utm_content=${draft.targetId}` : null;
  return { pin: pinOf(draft, first, tag), source: await sourceOf(draft, first, io), tag };
}

function pinOf({ text, options: chosen }: Draft<Options>, first: DraftMedia, tag: string | null): JsonObject {
  const { tag_link: _tag, cover_second: _cover, slides: _slides, link, alt_text: _alt, ...others } = chosen;
  const described = first.altText ?? "";
  return {
    ...others,
    ...(link !== undefined && { link: tag === null ? link : withTag(link, tag) }),
    ...(text !== "" && { description: text }),
    ...(described !== "" && { alt_text: described }),
  };
}

/** Adds the tag to the query, before the fragment. */
function withTag(link: string, tag: string): string {
  const [page = "", ...fragment] = link.split("#");
  return [page + (page.includes("?") ? "&" : "?") + tag, ...fragment].join("#");
}

async function sourceOf(
  { media, options: chosen }: Draft<Options>,
  first: DraftMedia,
  io: Io,
): Promise<Prepared["source"]> {
  if (first.kind === "video") {
    const poster = first.posterMs === null ? COVER_SECOND : Math.floor(first.posterMs / 1000);
    const cover = { cover_image_key_frame_time: chosen.cover_second ?? poster };
    return {
      kind: "video",
      json: { source_type: "video_id", media_id: await uploadVideo(first, io), ...cover },
    };
  }
  if (media.length === 1) return { kind: "image", file: first.id };
  const slides = media.map(({ id }, n) => ({ file: id, words: { ...chosen.slides?.[n] } }));
  return { kind: "carousel", slides };
}

async function commit({ pin, source }: Prepared, io: Io): Promise<Outcome> {
  const files = filesOf(source, io.media);
  if (!files) return { kind: "notSent", detail: "A file of this pin is no longer stored in Crier." };
  const answer = await api.send(io, io.credentials, {
    method: "POST",
    url: "/v5/pins",
    body: pinBody(pin, files),
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return outcomeOf(
    answer,
    { ...api.errors, accepted: ({ json }) => acceptance(objectOf(json), io) },
    api.context(io, io.credentials),
  );
}

/** The source with its files; null when one is missing. */
function filesOf(source: Prepared["source"], media: readonly DraftMedia[]): Source | null {
  if (source.kind === "video") return source;
  const find = (id: string) => media.find((file) => file.id === id);
  if (source.kind === "image") {
    const file = find(source.file);
    return file ? { kind: "image", file } : null;
  }
  const slides = source.slides.flatMap(({ file: id, words }) => {
    const file = find(id);
    return file ? [{ file, words }] : [];
  });
  return slides.length === source.slides.length ? { kind: "carousel", slides } : null;
}

/** A pin says when it was made, or on which board it is; anything else with an id is none. */
function acceptance(pin: JsonObject, io: Io) {
  const id = pinId(pin, io);
  const live = textOf(pin["created_at"]) ?? textOf(pin["board_id"]);
  if (id === undefined || !/^\d+$/.test(id) || live === undefined) return undefined;
  return { kind: "accepted", remoteId: id, url: pinUrl(id, io) } as const;
}

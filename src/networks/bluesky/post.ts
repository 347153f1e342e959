// Builds a Bluesky post record: facets, embeds, gates and the key under which it is stored (networks/bluesky.facts.md 1, 2, 5).
import type { LinkCard } from "../../domain/link-card.ts";
import type { Draft, DraftMedia, Json } from "../network.ts";
import type { Options } from "./options.ts";
import type { JsonObject } from "../client/json.ts";
import { byteCount, count, entities, isDomain, type Entities } from "../client/text.ts";
import { tagsIn } from "./tags.ts";
import { POST } from "./api.ts";

// ---- the key

const BASE32 = "234567abcdefghijklmnopqrstuvwxyz";
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{12})$/i;

/**
 * The record key of a target: a TID (networks/bluesky.facts.md 2) made of the time and random bits of the target's id, so
 * that every attempt writes to the same place.
 */
export function recordKey(targetId: string): string {
  const parts = UUID_V7.exec(targetId);
  if (!parts) throw new Error("a target id is a UUIDv7");
  const [, high = "", low = "", sub = "", , random = ""] = parts;
  const micros = BigInt(`0x${high}${low}`) * 1000n + (BigInt(`0x${sub}`) % 1000n);
  const clockId = BigInt(`0x${random}`) & 1023n;
  let tid = (micros << 10n) | clockId;
  let text = "";
  for (let i = 0; i < 13; i++, tid >>= 5n) text = (BASE32[Number(tid & 31n)] ?? "") + text;
  return text;
}

// ---- the text

const MAX_TAG = { graphemes: 64, bytes: 640 };

/** Mentions in the text that may be Bluesky handles. */
export function handlesIn({ mentions }: Entities): string[] {
  const names = mentions
    .filter(({ name, host }) => host === null && isDomain(name))
    .map(({ name }) => name.toLowerCase());
  return [...new Set(names)];
}

function isShortTag(tag: string): boolean {
  const graphemes = count(tag, { unit: "graphemes", linkLength: null, shortMentions: false });
  return graphemes <= MAX_TAG.graphemes && byteCount(tag) <= MAX_TAG.bytes;
}

/** What may become a facet. */
export function entitiesOf(text: string): Entities {
  const found = entities(text);
  const mentions = found.mentions.filter(({ name, host }) => host === null && isDomain(name));
  return { links: found.links, mentions, hashtags: tagsIn(text, found).filter(({ tag }) => isShortTag(tag)) };
}

/** Offsets are UTF-8 bytes, end exclusive. A mention whose handle has no DID stays plain text. */
export function facetsOf(text: string, found: Entities, dids: ReadonlyMap<string, string>): JsonObject[] {
  const spans: { start: number; end: number; feature: JsonObject }[] = [];
  for (const { start, end, url } of found.links) {
    spans.push({ start, end, feature: { $type: "app.bsky.richtext.facet#link", uri: url } });
  }
  for (const { start, end, name, host } of found.mentions) {
    const did = host === null ? dids.get(name.toLowerCase()) : undefined;
    if (did) spans.push({ start, end, feature: { $type: "app.bsky.richtext.facet#mention", did } });
  }
  for (const { start, end, tag } of tagsIn(text, found)) {
    if (!isShortTag(tag)) continue;
    spans.push({ start, end, feature: { $type: "app.bsky.richtext.facet#tag", tag } });
  }
  spans.sort((a, b) => a.start - b.start);
  let [at, bytes] = [0, 0];
  return spans.map(({ start, end, feature }) => {
    const byteStart = bytes + byteCount(text.slice(at, start));
    const byteEnd = byteStart + byteCount(text.slice(start, end));
    [at, bytes] = [end, byteEnd];
    return { index: { byteStart, byteEnd }, features: [feature] };
  });
}

// ---- the record

export interface RecordParts {
  readonly draft: Draft<Options>;
  readonly text: string;
  readonly facets: readonly JsonObject[];
  /** The uploaded files, in the order of the draft's media. */
  readonly blobs: readonly JsonObject[];
  /** Of a link, for a post without media. */
  readonly card: JsonObject | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export function recordOf({ draft, text, facets, blobs, card, createdAt }: RecordParts): JsonObject {
  const { languages = [], labels = [] } = draft.options;
  const embed = embedOf(draft.media, blobs) ?? card;
  return {
    $type: POST,
    text,
    createdAt,
    ...(facets.length > 0 && { facets }),
    ...(embed && { embed }),
    ...(languages.length > 0 && { langs: languages }),
    ...(labels.length > 0 && {
      labels: { $type: "com.atproto.label.defs#selfLabels", values: labels.map((val) => ({ val })) },
    }),
  };
}

function embedOf(media: readonly DraftMedia[], blobs: readonly JsonObject[]): JsonObject | null {
  const items = media.flatMap((file, i) => (blobs[i] ? [{ file, blob: blobs[i] }] : []));
  const [first] = items;
  if (!first) return null;
  if (first.file.kind === "video") {
    const { file, blob } = first;
    return { $type: "app.bsky.embed.video", video: blob, alt: file.altText ?? "", ...aspectOf(file) };
  }
  const images = items.map(({ file, blob }) => ({ image: blob, alt: file.altText ?? "", ...aspectOf(file) }));
  return { $type: "app.bsky.embed.images", images };
}

/** The embed of a link card. Title and description may be empty but not missing (lexicon app.bsky.embed.external). */
export function externalEmbed(
  { url, title, description }: LinkCard,
  thumb: JsonObject | undefined,
): JsonObject {
  return {
    $type: EXTERNAL,
    external: { uri: url, title, description, ...(thumb && { thumb }) },
  };
}

export const EXTERNAL = "app.bsky.embed.external";

function aspectOf({ width, height }: DraftMedia): { aspectRatio?: JsonObject } {
  return width && height ? { aspectRatio: { width: Math.round(width), height: Math.round(height) } } : {};
}

// ---- who may reply and quote

export type Gate = { readonly collection: string; readonly record: JsonObject };

/** Gates live under the post's own key and are written with it in one step (networks/bluesky.facts.md 1). */
export function gatesOf(
  { replies, quotes }: Draft<Options>["options"],
  post: string,
  createdAt: string,
): Gate[] {
  const gates: Gate[] = [];
  if (replies !== undefined && replies !== "everyone") {
    const allow: Json[] =
      replies === "nobody" ? [] : [{ $type: `app.bsky.feed.threadgate#${RULE[replies]}` }];
    gates.push(gate("app.bsky.feed.threadgate", { post, allow, createdAt }));
  }
  if (quotes === false) {
    const embeddingRules = [{ $type: "app.bsky.feed.postgate#disableRule" }];
    gates.push(gate("app.bsky.feed.postgate", { post, embeddingRules, createdAt }));
  }
  return gates;
}

const RULE = { mentioned: "mentionRule", followers: "followerRule", following: "followingRule" } as const;

function gate(collection: string, record: JsonObject): Gate {
  return { collection, record: { $type: collection, ...record } };
}

// ---- the prepared post

/** Stored before the commit: the complete record and where it goes. */
export type Prepared = {
  readonly did: string;
  readonly rkey: string;
  readonly record: JsonObject;
  readonly gates: readonly Gate[];
};

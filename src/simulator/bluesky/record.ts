// What the reference server checks in a post record before it stores it (networks/bluesky.facts.md 4; lexicon app.bsky.feed.post).
import { graphemes, isObject, textIn, type File, type Json, type Reply } from "../network.ts";

type Fields = { readonly [key: string]: Json };
type Blobs = (cid: string) => File | undefined;

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The refusal, or null when the record may be stored. */
export function checkPost(record: Fields, blobs: Blobs): Reply | null {
  const wrong = wrongText(record) ?? wrongFacets(record) ?? wrongEmbed(record["embed"], blobs);
  if (wrong === null || typeof wrong !== "string") return wrong;
  return {
    status: 400,
    json: { error: "InvalidRequest", message: `Invalid app.bsky.feed.post record: ${wrong}` },
  };
}

function wrongText({ text, createdAt, langs, labels }: Fields): string | null {
  if (typeof text !== "string") return 'Missing required key "text" at $';
  const bytes = Buffer.byteLength(text);
  if (bytes > 3000) return `string too big (maximum 3000, got ${bytes}) at $.text`;
  if (graphemes(text) > 300) return `grapheme too big (maximum 300, got ${graphemes(text)}) at $.text`;
  if (typeof createdAt !== "string" || !RFC3339.test(createdAt)) return "Invalid datetime at $.createdAt";
  if (langs !== undefined && (!Array.isArray(langs) || langs.length > 3))
    return "array too big (maximum 3) at $.langs";
  if (labels !== undefined && (!isObject(labels) || !Array.isArray(labels["values"])))
    return "Invalid $.labels";
  return null;
}

function wrongFacets({ text, facets }: Fields): string | null {
  if (facets === undefined) return null;
  if (!Array.isArray(facets)) return "Expected array at $.facets";
  const length = Buffer.byteLength(textIn(text));
  for (const facet of facets) {
    const index = isObject(facet) ? facet["index"] : null;
    const features = isObject(facet) ? facet["features"] : null;
    if (!isObject(index) || !Array.isArray(features) || features.length === 0) return "Invalid $.facets";
    const { byteStart, byteEnd } = index;
    const inside = Number.isInteger(byteStart) && Number.isInteger(byteEnd) && Number(byteEnd) <= length;
    if (!inside || Number(byteStart) < 0 || Number(byteStart) >= Number(byteEnd))
      return "Invalid index at $.facets";
    if (!features.every(isFeature)) return "Invalid feature at $.facets";
  }
  return null;
}

function isFeature(feature: Json): boolean {
  if (!isObject(feature)) return false;
  switch (feature["$type"]) {
    case "app.bsky.richtext.facet#link":
      return typeof feature["uri"] === "string" && URL.canParse(feature["uri"]);
    case "app.bsky.richtext.facet#mention":
      return typeof feature["did"] === "string" && feature["did"].startsWith("did:");
    case "app.bsky.richtext.facet#tag":
      return typeof feature["tag"] === "string" && graphemes(feature["tag"]) <= 64;
    default:
      return false;
  }
}

function wrongEmbed(embed: Json | undefined, blobs: Blobs): string | Reply | null {
  if (embed === undefined) return null;
  if (!isObject(embed)) return "Expected object at $.embed";
  if (embed["$type"] === "app.bsky.embed.video") {
    return (
      wrongBlob(embed["video"], "$.embed.video", ["video/mp4"], 300_000_000, blobs) ?? wrongAspect(embed)
    );
  }
  if (embed["$type"] === "app.bsky.embed.external") return wrongCard(embed["external"], blobs);
  const images = embed["images"];
  if (embed["$type"] !== "app.bsky.embed.images" || !Array.isArray(images)) return "Invalid $type at $.embed";
  if (images.length > 4) return `array too big (maximum 4, got ${images.length}) at $.embed.images`;
  for (const image of images) {
    if (!isObject(image) || typeof image["alt"] !== "string")
      return 'Missing required key "alt" at $.embed.images[0]';
    const wrong =
      wrongBlob(image["image"], "$.embed.images[0].image", ["image/"], 2_000_000, blobs) ??
      wrongAspect(image);
    if (wrong) return wrong;
  }
  return null;
}

function wrongCard(card: Json | undefined, blobs: Blobs): string | Reply | null {
  if (!isObject(card)) return 'Missing required key "external" at $.embed';
  for (const key of ["uri", "title", "description"])
    if (typeof card[key] !== "string") return `Missing required key "${key}" at $.embed.external`;
  // The format `uri` of the lexicons: a scheme, and no white space.
  if (!/^[a-z][a-z\d.-]{0,80}:\S+$/i.test(textIn(card["uri"]))) return "Invalid uri at $.embed.external.uri";
  const { thumb } = card;
  return thumb === undefined
    ? null
    : wrongBlob(thumb, "$.embed.external.thumb", ["image/"], 1_000_000, blobs);
}

function wrongAspect({ aspectRatio }: Fields): string | null {
  if (aspectRatio === undefined) return null;
  const { width, height } = isObject(aspectRatio) ? aspectRatio : {};
  return [width, height].every((side) => Number.isInteger(side) && Number(side) >= 1)
    ? null
    : "Invalid aspectRatio at $.embed";
}

function wrongBlob(
  blob: Json | undefined,
  at: string,
  accept: readonly string[],
  limit: number,
  blobs: Blobs,
): string | Reply | null {
  const ref = isObject(blob) ? blob["ref"] : null;
  const cid = isObject(ref) ? ref["$link"] : null;
  if (!isObject(blob) || blob["$type"] !== "blob" || typeof cid !== "string") return `Expected blob at ${at}`;
  const file = blobs(cid);
  if (!file) return { status: 400, json: { error: "BlobNotFound", message: `Could not find blob: ${cid}` } };
  if (!accept.some((mime) => file.mime.startsWith(mime))) {
    return {
      status: 400,
      json: {
        error: "InvalidMimeType",
        message: `Wrong type of file. It is ${file.mime} but it must match ${accept.join(", ")}.`,
      },
    };
  }
  if (file.bytes.byteLength > limit) {
    return {
      status: 400,
      json: {
        error: "BlobTooLarge",
        message: `This file is too large. It is ${file.bytes.byteLength} bytes but the maximum size is ${limit} bytes.`,
      },
    };
  }
  return null;
}

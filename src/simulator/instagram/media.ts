// Checks the parameters of a simulated Instagram container (networks/instagram.facts.md 1, 4, 6).
import type { Container, Content, KeptFile } from "../meta/container.ts";
import { graphFailed, objectsIn, type Parameters } from "../meta/graph.ts";
import type { Json, Reply, Stage } from "../network.ts";
import { wrongImage, wrongVideo, type Refusal } from "./files.ts";

const OPTIONS = [
  "collaborators",
  "location_id",
  "user_tags",
  "share_to_feed",
  "thumb_offset",
  "cover_url",
  "audio_name",
  "trial_params",
  "is_ai_generated",
];
const KINDS = ["", "IMAGE", "VIDEO", "REELS", "STORIES", "CAROUSEL"];

/** @param child a container of the same account, by its id */
export async function contentOf(
  parameters: Parameters,
  child: (id: string) => Container | undefined,
  stage: Stage,
): Promise<Content | Reply> {
  const wrong = wrongParameters(parameters);
  if (wrong) return wrong;
  const kind = parameters.text("media_type") || "IMAGE";
  const requested: Record<string, Json> = {};
  for (const name of OPTIONS)
    if (parameters.has(name)) requested[name] = parameters.json(name) ?? parameters.text(name);
  const isItem = isTrue(parameters, "is_carousel_item");
  const content = { kind, text: parameters.text("caption").trim(), isItem, asked: requested };
  if (kind === "CAROUSEL") return carouselOf(parameters, content, child);
  return await singleOf(parameters, content, stage);
}

function isTrue(parameters: Parameters, name: string): boolean {
  return parameters.text(name) === "true";
}

function wrongParameters(parameters: Parameters): Reply | null {
  const kind = parameters.text("media_type");
  const isItem = isTrue(parameters, "is_carousel_item");
  const bad = (message: string, subcode?: number) => graphFailed(100, message, subcode);
  if (!KINDS.includes(kind) || (kind === "VIDEO" && !isItem))
    return bad(`The media type ${kind} is unknown`, 2_207_023);
  const caption = parameters.text("caption");
  if (Array.from(caption).length > 2200) return graphFailed(36_004, "The caption was too long.", 2_207_010);
  if (count(caption, /#[\p{L}\p{N}_]+/gu) > 30 || count(caption, /(?<!\w)@[\w.]+/g) > 20)
    return graphFailed(36_004, "Too many hashtags or mentions in the caption.", 2_207_010);
  if (isItem && (caption !== "" || parameters.has("location_id") || kind === "REELS"))
    return bad("A carousel item has no caption, no location and is no reel");
  const isStill = kind === "" || kind === "IMAGE";
  if (parameters.has("alt_text") && (!isStill || Array.from(parameters.text("alt_text")).length > 1000))
    return bad("alt_text is for images only, up to 1000 characters");
  if (objectsIn(parameters.json("collaborators")).length > 3 || length(parameters.json("collaborators")) > 3)
    return bad("Too many collaborators");
  return wrongTags(parameters, isStill);
}

function wrongTags(parameters: Parameters, isStill: boolean): Reply | null {
  if (!parameters.has("user_tags")) return null;
  const tags = objectsIn(parameters.json("user_tags"));
  if (tags.length > 20) return graphFailed(100, "Too many tags", 2_207_040);
  const isRight = tags.every(
    ({ username, x, y }) =>
      typeof username === "string" && (!isStill || (typeof x === "number" && typeof y === "number")),
  );
  return tags.length > 0 && isRight ? null : graphFailed(100, "Invalid parameter: user_tags");
}

function count(text: string, what: RegExp): number {
  return [...text.matchAll(what)].length;
}
function length(list: Json): number {
  return Array.isArray(list) ? list.length : 0;
}

type Begun = Pick<Content, "kind" | "text" | "isItem" | "asked">;

function carouselOf(
  parameters: Parameters,
  content: Begun,
  child: (id: string) => Container | undefined,
): Content | Reply {
  const ids = parameters.text("children").split(",");
  if (ids.length < 2 || ids.length > 10)
    return graphFailed(100, "The carousel needs 2 to 10 children", 2_207_028);
  const children = ids.map(child).filter((one) => one !== undefined);
  if (children.length < ids.length || !children.every((one) => one.isItem))
    return graphFailed(24, "The media could not be found", 2_207_006);
  return { ...content, files: [], children, fault: null };
}

async function singleOf(parameters: Parameters, content: Begun, stage: Stage): Promise<Content | Reply> {
  const isVideo = content.kind === "REELS" || content.kind === "VIDEO" || parameters.has("video_url");
  const url = parameters.text(isVideo ? "video_url" : "image_url");
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(url))
    return graphFailed(9004, "The media could not be fetched from this URI", 2_207_052);
  const file = await stage.fetch(url);
  const isStory = content.kind === "STORIES";
  const fault = file
    ? await (isVideo ? wrongVideo(file, isStory) : wrongImage(file, isStory))
    : { code: 9004, subcode: 2_207_052, message: "The media could not be fetched from this URI" };
  // Pictures are looked at at once, videos when they are processed.
  if (fault && !isVideo) return graphFailed(fault.code, fault.message, fault.subcode);
  const files: KeptFile[] = file ? [{ file, alt: parameters.text("alt_text") }] : [];
  return { ...content, files, children: [], fault: fault && faultTold(fault) };
}

function faultTold({ subcode, message }: Refusal): string {
  return `Error: ${subcode}, ${message}`;
}

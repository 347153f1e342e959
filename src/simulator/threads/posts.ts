// Checks the parameters of a simulated Threads container (networks/threads.facts.md 1, 4, 6).
import type { Container, Content, KeptFile } from "../meta/container.ts";
import { graphFailed, objectsIn, type Parameters } from "../meta/graph.ts";
import { shapeOf, videoOf } from "../inspect-media.ts";
import { sniff, type File, type Json, type Reply, type Stage } from "../network.ts";

const MB = 1024 * 1024;
const KINDS = ["TEXT", "IMAGE", "VIDEO", "CAROUSEL"];
const REPLIES = [
  "everyone",
  "accounts_you_follow",
  "mentioned_only",
  "parent_post_author_only",
  "followers_only",
];
/** Not with a post that goes after a day. */
const NOT_GHOSTLY = ["link_attachment", "poll_attachment", "gif_attachment", "reply_to_id"];
/** Documented as JSON in a text, never nested. */
const WRITTEN = ["poll_attachment", "gif_attachment"];
/** Only with a text alone. */
const TEXT_ONLY = ["link_attachment", "poll_attachment", "gif_attachment", "is_ghost_post"];
const OPTIONS = [
  "reply_control",
  "enable_reply_approvals",
  "topic_tag",
  "quote_post_id",
  "reply_to_id",
  "is_spoiler_media",
  "location_id",
  "allowlisted_country_codes",
  "crossreshare_to_ig",
  ...TEXT_ONLY,
];

/** @param child a container of the same account, by its id */
export async function contentOf(
  parameters: Parameters,
  child: (id: string) => Container | undefined,
  stage: Stage,
): Promise<Content | Reply> {
  const wrong = wrongParameters(parameters);
  if (wrong !== null) return graphFailed(100, wrong);
  const kind = parameters.text("media_type");
  const requested: Record<string, Json> = {};
  for (const name of OPTIONS)
    if (parameters.has(name)) requested[name] = parameters.json(name) ?? parameters.text(name);
  const isItem = parameters.text("is_carousel_item") === "true";
  const content = { kind, text: parameters.text("text").trim(), isItem, asked: requested };
  if (kind === "TEXT") return { ...content, files: [], children: [], fault: null };
  if (kind === "CAROUSEL") return carouselOf(parameters, content, child);
  return await fileOf(parameters, content, stage);
}

function wrongParameters(parameters: Parameters): string | null {
  const kind = parameters.text("media_type");
  const text = parameters.text("text");
  if (!KINDS.includes(kind)) return "Param media_type must be one of TEXT, IMAGE, VIDEO, CAROUSEL";
  if (kind === "TEXT" && text.trim() === "" && !parameters.has("gif_attachment"))
    return "The parameter text is required";
  if (lengthOf(text) > 500) return "Param text must be at most 500 characters long.";
  if (linksOf(parameters).size > 5)
    return "THREADS_API__LINK_LIMIT_EXCEEDED: a post can have at most 5 links";
  const misplaced = kind === "TEXT" ? undefined : TEXT_ONLY.find((name) => parameters.has(name));
  if (misplaced) return `Param ${misplaced} is only for media_type TEXT`;
  if (parameters.has("reply_control") && !REPLIES.includes(parameters.text("reply_control")))
    return "Param reply_control is not valid";
  if (parameters.has("topic_tag") && !/^[^.&]{1,50}$/.test(parameters.text("topic_tag")))
    return "Param topic_tag is not valid";
  const nested = WRITTEN.find((name) => parameters.has(name) && !parameters.isText(name));
  if (nested) return `Param ${nested} must be a JSON string`;
  const isGhost = parameters.text("is_ghost_post") === "true";
  const unghostly = isGhost ? NOT_GHOSTLY.find((name) => parameters.has(name)) : undefined;
  if (unghostly) return `Param ${unghostly} is not possible in a ghost post`;
  if (Array.from(parameters.text("alt_text")).length > 1000)
    return "Param alt_text must be at most 1000 characters long";
  return wrongPoll(parameters);
}

function wrongPoll(parameters: Parameters): string | null {
  if (!parameters.has("poll_attachment")) return null;
  const [poll = {}] = objectsIn([parameters.json("poll_attachment")]);
  const answers = ["option_a", "option_b", "option_c", "option_d"].map((name) => poll[name] ?? "");
  const options = answers.filter((answer) => typeof answer === "string").filter((answer) => answer !== "");
  const inOrder = options.length >= 2 && answers.slice(0, options.length).every((answer) => answer !== "");
  if (options.some((answer) => Array.from(answer).length > 25))
    return "Param poll_attachment: an option has at most 25 characters";
  return inOrder ? null : "Param poll_attachment needs two to four options";
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** An emoji counts its bytes, anything else one. */
function lengthOf(text: string): number {
  const counted = Array.from(segmenter.segment(text), ({ segment }) =>
    /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment) && !/^[©®™]$/.test(segment)
      ? Buffer.byteLength(segment)
      : 1,
  );
  return counted.reduce((sum, each) => sum + each, 0);
}

function linksOf(parameters: Parameters): Set<string> {
  const links = new Set(parameters.text("text").match(/https?:\/\/[^\s)]+/g) ?? []);
  if (parameters.has("link_attachment")) links.add(parameters.text("link_attachment"));
  return links;
}

type Begun = Pick<Content, "kind" | "text" | "isItem" | "asked">;

function carouselOf(
  parameters: Parameters,
  content: Begun,
  child: (id: string) => Container | undefined,
): Content | Reply {
  const ids = parameters.text("children").split(",");
  if (ids.length < 2 || ids.length > 20) return graphFailed(100, "A carousel needs 2 to 20 children");
  const children = ids.map(child).filter((one) => one !== undefined);
  if (children.length < ids.length || !children.every((one) => one.isItem))
    return graphFailed(24, "Media Not Found", 4_279_009);
  return { ...content, files: [], children, fault: null };
}

async function fileOf(parameters: Parameters, content: Begun, stage: Stage): Promise<Content | Reply> {
  const isVideo = content.kind === "VIDEO";
  const url = parameters.text(isVideo ? "video_url" : "image_url");
  if (!/^https?:\/\/\S+$/.test(url)) return graphFailed(100, "The media URL is missing or not valid");
  const file = await stage.fetch(url);
  const files: KeptFile[] = file ? [{ file, alt: parameters.text("alt_text") }] : [];
  const fault = file ? await (isVideo ? wrongVideo(file) : wrongImage(file)) : "FAILED_DOWNLOADING_VIDEO";
  return { ...content, files, children: [], fault };
}

async function wrongImage({ bytes }: File): Promise<string | null> {
  if (!["image/jpeg", "image/png"].includes(sniff(bytes) ?? "") || bytes.byteLength > 8 * MB)
    return "UNSUPPORTED_IMAGE";
  const shape = await shapeOf(bytes);
  return shape && shape.width / shape.height <= 10 ? null : "INVALID_ASPEC_RATIO";
}

async function wrongVideo({ bytes }: File): Promise<string | null> {
  if (!["video/mp4", "video/quicktime"].includes(sniff(bytes) ?? "") || bytes.byteLength > 1024 * MB)
    return "FAILED_PROCESSING_VIDEO";
  const video = await videoOf(bytes);
  if (!video || video.width > 1920) return "FAILED_PROCESSING_VIDEO";
  const { width, height, durationMs, frameRate, codec, sound } = video;
  if (durationMs <= 0 || durationMs > 300_500) return "INVALID_DURATION";
  if (frameRate < 23 || frameRate > 60) return "INVALID_FRAME_RATE";
  if (!["avc", "hevc"].includes(codec ?? "")) return "FAILED_PROCESSING_VIDEO";
  if (!["aac", null].includes(sound)) return "FAILED_PROCESSING_AUDIO";
  const ratio = width / height;
  return ratio < 0.01 || ratio > 10 ? "INVALID_ASPEC_RATIO" : null;
}

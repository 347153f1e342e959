// Reads the status of a Facebook video or story after the publishing request (networks/facebook.facts.md 2).
import { listPages } from "../meta/graph.ts";
import { arrayOf, isObject, numberOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Io, Json, Outcome } from "../network.ts";
import { quote } from "../client/redaction.ts";
import { idOf } from "../client/remote-post.ts";
import { nodeUrl, pageUrl, postUrl, api } from "./api.ts";
import type { Prepared } from "./post.ts";

export type VideoState =
  LivePost | { readonly kind: "failed" | "unbegun" | "processing"; readonly detail: string };
export interface LivePost {
  readonly kind: "shown";
  readonly remoteId: string;
  readonly url: string | null;
}

const ASK_AGAIN_MS = 5000;
/** How long an accepted story may take to appear in the list. */
const LISTED_BY_MS = 10 * 60_000;

/** Asks how far Facebook is after the publishing request. */
export async function settle(prepared: Prepared, receipt: Json, io: Io): Promise<Outcome> {
  const { kind, video, photos } = prepared;
  // Posts are never processed.
  if (kind === "post")
    return {
      kind: "unknown",
      detail: "Facebook publishes posts at once, so this post can't be in processing. Check it at Facebook.",
    };
  const since = numberOf(objectOf(receipt)["at"]) ?? io.now();
  const again: Outcome = { kind: "processing", receipt, askAgainMs: ASK_AGAIN_MS };
  if (video === null) return (await photoStory(photos[0] ?? "", since, receipt, io)) ?? again;
  const state = await videoState(prepared, video, since, io);
  switch (state?.kind) {
    case "shown":
      return { ...state, kind: "accepted" };
    case "failed":
      return { kind: "refused", category: "media", detail: `${state.detail} Use another file.` };
    case "unbegun":
    case "processing":
      return again;
    case undefined:
      return { kind: "unknown", detail: "Facebook did not report the status of the video." };
  }
}

/** The story is live since the publishing request returned its id; only the list has its address. */
async function photoStory(photo: string, since: number, receipt: Json, io: Io): Promise<Outcome | undefined> {
  const listed = await storyOf(photo, since, io);
  if (listed) return { ...listed, kind: "accepted" };
  const remoteId = idOf(objectOf(receipt)["postId"], api.context(io, io.credentials));
  const late = io.now() - since > LISTED_BY_MS;
  return late && remoteId !== undefined ? { kind: "accepted", remoteId, url: null } : undefined;
}

/** Authoritative, because the id is unique. Undefined when Facebook does not answer clearly. */
export async function videoState(
  { kind }: Prepared,
  video: string,
  since: number,
  io: Io,
): Promise<VideoState | undefined> {
  const url = nodeUrl(io, video, "status,permalink_url,post_id,published");
  const node = await api.peek(io, io.credentials, url);
  const status = node?.["id"] === video ? node["status"] : undefined;
  if (!node || !isObject(status)) return undefined;
  const phases = [status["publishing_phase"], status["processing_phase"], status["uploading_phase"]].map(
    objectOf,
  );
  const { status: begun, publish_status: published } = phases[0] ?? {};
  if (published === "published") {
    if (kind === "story") return (await storyOf(video, since, io)) ?? withoutListing(node, video, io);
    const path = kind === "reel" ? `reel/${video}` : video;
    return { kind: "shown", remoteId: video, url: postUrl(node["permalink_url"], path, io) };
  }
  const errors = phases.flatMap((phase) => arrayOf(phase["errors"]));
  if (errors.length > 0 || status["video_status"] === "error")
    return { kind: "failed", detail: why(errors, io) };
  if (begun === "not_started" && published === "not_published")
    return { kind: "unbegun", detail: "Facebook has the video but has not started to publish it." };
  return begun === undefined
    ? undefined
    : { kind: "processing", detail: "Facebook is still working on the video." };
}

function why(errors: readonly Json[], io: Io): string {
  const message = errors
    .map((error) => textOf(objectOf(error)["message"]))
    .find((message) => message !== undefined);
  const words = quote(message ?? "no reason given", api.context(io, io.credentials));
  return `Facebook could not process the video: ${words.replace(/\.$/, "")}.`;
}

/** Certainly published but not in the list of stories, so its address is not known. */
function withoutListing(node: JsonObject, video: string, io: Io): LivePost {
  const remoteId = idOf(node["post_id"], api.context(io, io.credentials)) ?? video;
  return { kind: "shown", remoteId, url: null };
}

/** The story that shows this photo or video; undefined when none of the listed does, or none can be listed. */
export async function storyOf(media: string, since: number, io: Io): Promise<LivePost | undefined> {
  const parameters = { since: String(Math.floor(since / 1000) - 60), status: "PUBLISHED", limit: "100" };
  const stories = await listPages(pageUrl(io, "stories", parameters), (url) =>
    api.peek(io, io.credentials, url),
  );
  const story = stories?.find((each) => each["media_id"] === media);
  const remoteId = idOf(story?.["post_id"], api.context(io, io.credentials));
  return remoteId === undefined
    ? undefined
    : { kind: "shown", remoteId, url: postUrl(story?.["url"], remoteId, io) };
}

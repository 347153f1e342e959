// Simulates video uploads of Facebook Pages: sessions that start, receive bytes, finish and are processed (networks/facebook.facts.md 1.4–1.6).
import { emptyUpload, graphFailed, isWhole, receive, type Arriving, type Parameters } from "../meta/graph.ts";
import { videoOf } from "../inspect-media.ts";
import { sniff, type Json, type Published, type Reply, type Request, type Stage } from "../network.ts";
import type { Story } from "./posts.ts";
import type { Page } from "./tokens.ts";

export type VideoEdge = "video_reels" | "video_stories" | "videos";

interface Video {
  readonly id: string;
  readonly page: Page;
  readonly edge: VideoEdge;
  readonly at: number;
  readonly upload: Arriving;
  finish: Finish | null;
}
interface Finish {
  readonly postId: string;
  readonly readyAt: number;
  /** Why processing ends in an error. */
  readonly fault: { readonly code: number; readonly message: string } | null;
  /** Null when there is a fault. */
  readonly post: Published | null;
}

const SESSION_MS = 24 * 3_600_000;
const PROCESSING_MS = 2000;
/** Small, so that small files too go in several pieces. */
const CHUNK = 32 * 1024;
const SHORTEST_MS = 3000;
const LONGEST_MS: Readonly<Record<VideoEdge, number>> = {
  video_reels: 90_000,
  video_stories: 60_000,
  videos: 4 * 3_600_000,
};
const NINE_TO_SIXTEEN = { least: 0.55, most: 0.575 };

export function openVideos(stage: Stage, newId: () => string, publish: (post: Published) => void) {
  const { clock, base, pageUrl } = stage;
  const videos = new Map<string, Video>();
  return { phase, upload, find: (id: string) => videos.get(id), entity, stories };

  async function phase(page: Page, edge: VideoEdge, given: Parameters): Promise<Reply> {
    switch (given.text("upload_phase")) {
      case "start":
        return start(page, edge, given);
      case "transfer":
        return transfer(page, given);
      case "finish":
        return await finish(page, edge, given);
      default:
        return graphFailed(100, "(#100) Param upload_phase must be one of {START, TRANSFER, FINISH}");
    }
  }

  // ---- bytes

  function start(page: Page, edge: VideoEdge, given: Parameters): Reply {
    const video: Video = { id: newId(), page, edge, at: clock.now(), upload: emptyUpload(), finish: null };
    const { id } = video;
    if (edge !== "videos") {
      videos.set(id, video);
      return {
        status: 200,
        json: { video_id: id, upload_url: `${base()}/rupload/video-upload/v26.0/${id}` },
      };
    }
    const size = Number(given.text("file_size") || Number.NaN);
    if (!Number.isInteger(size) || size <= 0)
      return graphFailed(100, "(#100) The parameter file_size is required");
    video.upload.size = size;
    videos.set(id, video);
    return { status: 200, json: { upload_session_id: `session-${id}`, video_id: id, ...due(video.upload) } };
  }

  /** The next piece that is wanted; the same twice when all is there. */
  function due({ bytes, size }: Arriving) {
    const from = bytes.byteLength;
    return { start_offset: String(from), end_offset: String(Math.min(from + CHUNK, size ?? 0)) };
  }

  async function transfer(page: Page, given: Parameters): Promise<Reply> {
    const video = ofSession(page, given);
    const chunk = given.file("video_file_chunk");
    if (!video || !chunk) return graphFailed(100, "(#100) Invalid upload session or no video_file_chunk");
    const { upload } = video;
    const { start_offset: from, end_offset: to } = due(upload);
    if (given.text("start_offset") !== from || chunk.size > Number(to) - Number(from))
      return graphFailed(6001, "There was a problem uploading your video file.", 1363037);
    upload.bytes = new Uint8Array(await new Blob([upload.bytes, chunk]).arrayBuffer());
    return { status: 200, json: due(upload) };
  }

  function ofSession(page: Page, given: Parameters): Video | undefined {
    const video = videos.get(given.text("upload_session_id").replace("session-", ""));
    return video?.page.id === page.id ? video : undefined;
  }

  function upload(id: string, page: Page | null, request: Request): Reply {
    const video = videos.get(id);
    if (video && page && video.page.id === page.id) return receive(video.upload, request);
    const debug_info = {
      retriable: false,
      type: "NotAuthorizedError",
      message: "User not authorized to perform this request",
    };
    return { status: page ? 403 : 401, json: { debug_info } };
  }

  // ---- the post

  async function finish(page: Page, edge: VideoEdge, given: Parameters): Promise<Reply> {
    const video = edge === "videos" ? ofSession(page, given) : videos.get(given.text("video_id"));
    if (!video || video.page.id !== page.id || video.edge !== edge || isExpired(video))
      return graphFailed(100, "(#100) Invalid video id");
    if (edge === "video_reels" && given.text("video_state") !== "PUBLISHED")
      return graphFailed(100, "(#100) Param video_state must be PUBLISHED here");
    if (!isWhole(video.upload))
      return graphFailed(6000, "There was a problem uploading your video file.", 1363045);
    const before = video.finish;
    if (before?.post) before.post.accepted++;
    else if (!before) video.finish = await finished(video, given);
    const story = edge === "video_stories" && { post_id: video.finish?.postId ?? "" };
    return { status: 200, json: { success: true, ...story } };
  }

  async function finished(video: Video, given: Parameters): Promise<Finish> {
    const postId = newId();
    const fault = await faultOf(video);
    stage.keep(video.upload);
    const post = fault ? null : postOf(video, postId, given.text("description"));
    if (post) publish(post);
    return { postId, fault, post, readyAt: clock.now() + PROCESSING_MS };
  }

  function postOf({ id, page, edge }: Video, postId: string, text: string): Published {
    const shown = edge === "video_stories" ? postId : id;
    return {
      network: "facebook",
      account: page.handle,
      id: shown,
      key: id,
      text,
      media: [{ id, mime: "video/mp4", alt: "" }],
      url: pageUrl() + shown,
      at: clock.now(),
      accepted: 1,
    };
  }

  // ---- what is reported of it

  function isExpired({ at, finish }: Video): boolean {
    return finish === null && clock.now() - at > SESSION_MS;
  }

  function isLive({ finish }: Video): boolean {
    return finish?.post !== undefined && finish.post !== null && finish.readyAt <= clock.now();
  }

  /** Of this Page, those that are shown. */
  function stories(page: Page): Story[] {
    const own = [...videos.values()].filter(
      (video) => video.edge === "video_stories" && video.page.id === page.id,
    );
    return own.filter(isLive).map(({ id, at, finish }) => ({
      post_id: finish?.postId ?? "",
      media_id: id,
      media_type: "video",
      at: finish?.post?.at ?? at,
    }));
  }

  function entity(video: Video): { [key: string]: Json } {
    const { id, edge, finish } = video;
    const live = isLive(video);
    return {
      id,
      status: stateOf(video),
      published: live,
      permalink_url: pageUrl() + id,
      ...(live && { post_id: edge === "video_stories" ? (finish?.postId ?? "") : `${video.page.id}_${id}` }),
    };
  }

  function stateOf(video: Video): Json {
    const { upload, finish } = video;
    const whole = finish !== null || isWhole(upload);
    const uploading_phase = {
      status: whole ? "complete" : upload.bytes.byteLength > 0 ? "in_progress" : "not_started",
      bytes_transfered: upload.bytes.byteLength,
    };
    const report = { uploading_phase, processing_phase: { status: "not_started" } };
    const unpublished = { status: "not_started", publish_status: "not_published" };
    if (!finish) {
      const video_status = isExpired(video) ? "expired" : whole ? "upload_complete" : "uploading";
      return { video_status, ...report, publishing_phase: unpublished };
    }
    if (finish.readyAt > clock.now()) {
      const under_way = { status: "in_progress" };
      const publishing_phase = { status: "in_progress", publish_status: "not_published" };
      return { video_status: "processing", uploading_phase, processing_phase: under_way, publishing_phase };
    }
    if (finish.fault) {
      const processing_phase = { status: "error", errors: [finish.fault] };
      return { video_status: "error", uploading_phase, processing_phase, publishing_phase: unpublished };
    }
    const publish_time = new Date(finish.readyAt).toISOString().replace(".000Z", "+0000");
    const publishing_phase = { status: "complete", publish_status: "published", publish_time };
    return {
      video_status: "ready",
      uploading_phase,
      processing_phase: { status: "complete" },
      publishing_phase,
    };
  }
}

/** What Facebook finds out only while it processes. */
async function faultOf({ edge, upload: { bytes } }: Video): Promise<Finish["fault"]> {
  const video = sniff(bytes) === "video/mp4" ? await videoOf(bytes) : null;
  if (!video)
    return { code: 6000, message: "The video file you selected is in a format that we don't support." };
  const { width, height, durationMs: ms, frameRate, codec, sound } = video;
  if ((edge !== "videos" && ms < SHORTEST_MS) || ms > LONGEST_MS[edge])
    return { code: 1363128, message: `A video of ${Math.round(ms / 1000)} s is too short or too long.` };
  if (edge !== "video_reels") return null;
  const ratio = width / height;
  if (ratio < NINE_TO_SIXTEEN.least || ratio > NINE_TO_SIXTEEN.most)
    return { code: 1363040, message: "The video aspect ratio is not supported: 9:16 is." };
  if (width < 540 || height < 960)
    return { code: 1363127, message: "The video resolution is too low: 540 x 960 is the least." };
  if (frameRate < 24 || frameRate > 60)
    return { code: 1363129, message: "The video frame rate is not supported: 24 to 60 are." };
  if (!["avc", "hevc", "vp9", "av1"].includes(codec ?? "") || !["aac", null].includes(sound))
    return { code: 6000, message: "The video file you selected is in a format that we don't support." };
  return null;
}

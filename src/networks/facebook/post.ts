// Prepares a Facebook post: uploads its files and builds the request that publishes it (networks/facebook.facts.md 1).
import type { Options } from "./options.ts";
import type { JsonObject } from "../client/json.ts";
import type { Draft, DraftMedia, Io } from "../network.ts";
import { kindOf, optionsFor, type Kind } from "./rules.ts";
import { stagePhotos } from "./photos.ts";
import { openStagedFiles, type StagedFiles } from "./staged-files.ts";
import { uploadInPieces, uploadVideo } from "./videos.ts";
import { refusedStep } from "../client/outcome.ts";

/** Stored before the commit: the publishing request, and how the post can be recognized. */
export type Prepared = {
  readonly kind: Kind;
  /** Whether an earlier attempt may have published. */
  readonly again: boolean;
  /** The Page's edge that the request is sent to. */
  readonly edge: string;
  /** In the URL, so that the publishing request can be distinguished from the steps before it. */
  readonly parameters: { readonly [name: string]: string };
  readonly body: JsonObject;
  readonly text: string;
  readonly link: string | null;
  readonly photos: readonly string[];
  /** The video's id: unique, and known before anything is public. */
  readonly video: string | null;
};
type Request = Pick<Prepared, "edge" | "parameters" | "body" | "photos" | "video">;

export async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  const { text } = draft;
  const kind = kindOf(draft);
  const chosen = optionsFor(kind, draft.options);
  const progress = openStagedFiles(io);
  const request = await requestFor(draft, kind, chosen, progress, io);
  await progress.complete();
  return { kind, again: progress.again, text, link: chosen.link ?? null, ...request };
}

async function requestFor(
  { text, media }: Draft<Options>,
  kind: Kind,
  chosen: Options,
  progress: StagedFiles,
  io: Io,
): Promise<Request> {
  if (kind === "post") return feedRequest(text, chosen, await stagePhotos(media, progress, io));
  const [file] = media;
  if (!file) throw refusedStep("media", `A Facebook ${kind} needs a file.`);
  if (file.kind === "video") return await videoRequest(file, kind, { text, chosen }, progress, io);
  if (kind !== "story") throw refusedStep("media", `A Facebook ${kind} needs a video.`);
  const photos = await stagePhotos([file], progress, io);
  return { edge: "photo_stories", parameters: { photo_id: photos[0] ?? "" }, body: {}, photos, video: null };
}

function feedRequest(text: string, chosen: Options, photos: readonly string[]): Request {
  const { link } = chosen;
  const body = {
    ...(text !== "" && { message: text }),
    ...(link !== undefined && photos.length === 0 && { link }),
    ...(photos.length > 0 && { attached_media: photos.map((media_fbid) => ({ media_fbid })) }),
    ...audience(chosen),
  };
  return { edge: "feed", parameters: { fields: "id,permalink_url" }, body, photos, video: null };
}

async function videoRequest(
  file: DraftMedia,
  kind: Exclude<Kind, "post">,
  { text, chosen }: { readonly text: string; readonly chosen: Options },
  progress: StagedFiles,
  io: Io,
): Promise<Request> {
  const { title, is_ai_generated } = chosen;
  const words = { ...(text !== "" && { description: text }), ...(title !== undefined && { title }) };
  if (kind === "video") {
    const { video, session } = await uploadInPieces(file, progress, io);
    const parameters = { upload_phase: "finish", upload_session_id: session };
    return { edge: "videos", parameters, body: { ...words, published: true }, photos: [], video };
  }
  const edge = kind === "reel" ? "video_reels" : "video_stories";
  const video = await uploadVideo(file, edge, progress, io);
  const parameters = { upload_phase: "finish", video_id: video };
  if (kind === "story") return { edge, parameters, body: {}, photos: [], video };
  const label = is_ai_generated === undefined ? {} : { is_ai_generated };
  const body = { ...words, ...audience(chosen), ...label };
  return { edge, parameters: { ...parameters, video_state: "PUBLISHED" }, body, photos: [], video };
}

function audience({ place, countries, age_min }: Options): JsonObject {
  const targeting = {
    ...(countries && { geo_locations: { countries } }),
    ...(age_min !== undefined && { age_min }),
  };
  const isTargeted = Object.keys(targeting).length > 0;
  return { ...(place !== undefined && { place }), ...(isTargeted && { targeting }) };
}

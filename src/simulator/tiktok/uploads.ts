// Simulates uploads to TikTok: videos in pieces to an address that lives an hour, photos fetched by TikTok.
import { shapeOf, videoOf } from "../inspect-media.ts";
import {
  isObject,
  sniff,
  textIn,
  type File,
  type Json,
  type Reply,
  type Request,
  type Stage,
} from "../network.ts";
import { fail, isMarked, levelsOf, ok, type Fields } from "./creators.ts";
import type { openPosts, Publication } from "./posts.ts";

interface Upload {
  readonly publication: Publication;
  readonly token: string;
  readonly piece: number;
  readonly count: number;
  readonly mime: string;
  readonly until: number;
  readonly content: Uint8Array<ArrayBuffer>;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const POSTS_A_DAY = 15;
const DRAFTS_A_DAY = 5;
const INITS_A_MINUTE = 6;
const [LEAST, MOST, LAST_MOST] = [5_000_000, 64_000_000, 128_000_000];
const PHOTO_BYTES = 20_000_000;

export function openUploads(stage: Stage, posts: ReturnType<typeof openPosts>) {
  const { clock } = stage;
  const uploads = new Map<string, Upload>();
  const requested = new Map<string, number[]>();
  let made = 0;
  return { init, put, photos, ownerOf: (id: string) => uploads.get(id)?.publication.handle ?? null };

  // ---- videos

  function init(handle: string, body: Fields, isDraft: boolean): Reply {
    const [info, source] = [fieldsIn(body["post_info"]), fieldsIn(body["source_info"])];
    const wrong = refused(handle, info, isDraft) ?? wrongSource(source);
    if (wrong) return wrong;
    const [size, piece] = [Number(source["video_size"]), Number(source["chunk_size"])];
    const count = Number(source["total_chunk_count"]);
    const publication = publicationOf(handle, "video", isDraft, size, info, textIn(info["title"]));
    const [id, token] = [`up-${made}`, `upload-token-${made}-${Bun.hash.crc32(handle).toString(36)}`];
    const until = clock.now() + HOUR_MS;
    const content = new Uint8Array(size);
    uploads.set(id, { publication, token, piece, count, mime: "video/mp4", until, content });
    const upload_url = `${stage.base()}/upload/video/?upload_id=${id}&upload_token=${token}`;
    return ok({ publish_id: publication.id, upload_url });
  }

  async function put({ query, headers, body }: Request): Promise<Reply> {
    const upload = uploads.get(query.get("upload_id") ?? "");
    if (!upload || upload.token !== query.get("upload_token")) return { status: 404, json: undefined };
    if (upload.until < clock.now()) return { status: 403, json: undefined };
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "");
    if (!range || !/^video\/(mp4|quicktime|webm)$/.test(headers["content-type"] ?? ""))
      return { status: 400, json: undefined };
    const [from, until, size] = [Number(range[1]), Number(range[2]) + 1, Number(range[3])];
    const { publication, content } = upload;
    if (size !== publication.size || body.byteLength !== until - from)
      return { status: 400, json: undefined };
    if (from !== publication.bytes || !endsPiece(until, upload)) return { status: 416, json: undefined };
    content.set(body, from);
    publication.bytes = until;
    if (until < size) return { status: 206, json: undefined };
    const mime = sniff(content) ?? upload.mime;
    publication.files = [stage.keep({ bytes: content, mime })];
    publication.failure = await wrongVideo(content);
    posts.finish(publication);
    return { status: 201, json: undefined };
  }

  // ---- photos

  async function photos(handle: string, body: Fields): Promise<Reply> {
    const [info, source] = [fieldsIn(body["post_info"]), fieldsIn(body["source_info"])];
    const isDraft = body["post_mode"] === "MEDIA_UPLOAD";
    const urls = Array.isArray(source["photo_images"]) ? source["photo_images"].map(String) : [];
    const wrong =
      refused(handle, info, isDraft) ?? wrongPhotos(body, urls.length, source["photo_cover_index"]);
    if (wrong) return wrong;
    if (isMarked(handle, "unowned"))
      return fail(403, "url_ownership_unverified", "Please review our URL ownership verification rules.");
    const files = await Promise.all(urls.map((url) => stage.fetch(url)));
    const fetched = files.filter((file) => file !== null);
    const words = textIn(info["description"]);
    const size = fetched.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    const publication = publicationOf(handle, "photo", isDraft, size, info, words);
    publication.bytes = size;
    publication.files = fetched;
    publication.failure = fetched.length < files.length ? "photo_pull_failed" : await wrongImages(fetched);
    posts.finish(publication);
    return ok({ publish_id: publication.id });
  }

  // ---- what both are

  function publicationOf(
    handle: string,
    kind: "video" | "photo",
    isDraft: boolean,
    size: number,
    info: Fields,
    text: string,
  ): Publication {
    const prefix = isDraft ? "v_inbox" : kind === "photo" ? "p_pub" : "v_pub";
    const id = `${prefix}_${kind === "photo" ? "url" : "file"}~v2-1.${7_400_000_000_000 + ++made}`;
    const isPublic = info["privacy_level"] === "PUBLIC_TO_EVERYONE";
    const title = textIn(info["title"]);
    const publication: Publication = {
      id,
      handle,
      kind,
      isDraft,
      isPublic,
      text,
      title,
      size,
      bytes: 0,
      at: null,
      failure: null,
      files: [],
    };
    posts.add(publication);
    return publication;
  }

  function refused(handle: string, info: Fields, isDraft: boolean): Reply | null {
    const now = clock.now();
    const recent = (requested.get(handle) ?? []).filter((at) => now - at < MINUTE_MS);
    requested.set(handle, [...recent, now]);
    if (recent.length >= INITS_A_MINUTE)
      return fail(429, "rate_limit_exceeded", "The API rate limit was exceeded. Please try again later.");
    if (isDraft) {
      if (posts.since(handle, true) < DRAFTS_A_DAY) return null;
      return fail(
        403,
        "spam_risk_too_many_pending_share",
        "There may be at most 5 pending shares within 24 hours.",
      );
    }
    if (posts.since(handle, false) >= POSTS_A_DAY)
      return fail(
        403,
        "spam_risk_too_many_posts",
        "The daily post cap from the API is reached for the current user.",
      );
    return wrongInfo(handle, info);
  }
}

function wrongInfo(handle: string, info: Fields): Reply | null {
  const level = info["privacy_level"];
  if (isMarked(handle, "unaudited") && level !== "SELF_ONLY")
    return fail(
      403,
      "unaudited_client_can_only_post_to_private_accounts",
      "Please review our integration guidelines.",
    );
  if (typeof level !== "string") return fail(400, "invalid_param", "privacy_level is required.");
  if (!levelsOf(handle).includes(level))
    return fail(403, "privacy_level_option_mismatch", "privacy_level is not among the options.");
  const [title, words] = [textIn(info["title"]), info["description"]];
  const isPhoto = words !== undefined;
  if (title.length > (isPhoto ? 90 : 2200) || textIn(words).length > 4000)
    return fail(400, "invalid_param", "The title or description is too long.");
  return null;
}

/** Pieces of 5 to 64 MB, the last up to 128; a small video whole; their number rounded down. */
function wrongSource(source: Fields): Reply | null {
  const [size, piece] = [Number(source["video_size"]), Number(source["chunk_size"])];
  const count = Number(source["total_chunk_count"]);
  const wrong = (message: string) => fail(400, "invalid_param", message);
  if (source["source"] !== "FILE_UPLOAD") return wrong("source is invalid.");
  if (!(size > 0 && size <= 4_000_000_000)) return wrong("The video size is invalid.");
  const whole = piece === size && size <= MOST;
  if (!whole && !(piece >= LEAST && piece <= MOST)) return wrong("The chunk size is invalid.");
  const last = size - piece * (count - 1);
  if (count !== Math.floor(size / piece) || count > 1000 || last > LAST_MOST)
    return wrong("The total chunk count is invalid.");
  return null;
}

function endsPiece(until: number, { piece, count, publication }: Upload): boolean {
  if (until === publication.size) return true;
  return until % piece === 0 && until / piece < count;
}

async function wrongVideo(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const video = await videoOf(bytes);
  if (!video || !["avc", "hevc", "vp8", "vp9"].includes(video.codec ?? "")) return "file_format_check_failed";
  const { width, height, durationMs, frameRate } = video;
  if (durationMs > 600_000 || durationMs < 3000) return "duration_check_failed";
  if (frameRate < 23 || frameRate > 60) return "frame_rate_check_failed";
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short < 360 || long > 4096 ? "picture_size_check_failed" : null;
}

function wrongPhotos(body: Fields, count: number, cover: Json | undefined): Reply | null {
  if (body["media_type"] !== "PHOTO" || !["DIRECT_POST", "MEDIA_UPLOAD"].includes(textIn(body["post_mode"])))
    return fail(400, "invalid_param", "media_type or post_mode is invalid.");
  if (fieldsIn(body["source_info"])["source"] !== "PULL_FROM_URL" || count < 1 || count > 35)
    return fail(400, "invalid_param", "photo_images must list 1 to 35 URLs.");
  if (typeof cover === "number" && cover >= count)
    return fail(400, "invalid_param", "photo_cover_index is out of range.");
  return null;
}

async function wrongImages(files: readonly File[]): Promise<string | null> {
  for (const { bytes } of files) {
    const type = sniff(bytes);
    const known = type === "image/jpeg" || type === "image/webp";
    const shape = known && bytes.byteLength <= PHOTO_BYTES ? await shapeOf(bytes) : null;
    if (!shape) return "file_format_check_failed";
    const [short, long] = [Math.min(shape.width, shape.height), Math.max(shape.width, shape.height)];
    if (short * long > 1920 * 1080 || long > 1920) return "picture_size_check_failed";
  }
  return null;
}

function fieldsIn(value: Json | undefined): Fields {
  return isObject(value) ? value : {};
}

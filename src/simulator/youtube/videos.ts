// Simulates YouTube's videos: processed for a while, with failures on demand.
import { shapeOf } from "../inspect-media.ts";
import {
  isObject,
  sniff,
  textIn,
  type File,
  type Json,
  type Published,
  type PublishedMedia,
  type Reply,
  type Stage,
} from "../network.ts";
import { channelId, idOf, isMarked, listReply, playlistsOf, uploadsOf } from "./channels.ts";
import { fail, type Fields } from "./answers.ts";

interface Video {
  readonly id: string;
  readonly handle: string;
  readonly snippet: Fields;
  readonly status: Fields;
  readonly size: number;
  readonly at: number;
  /** Null when no video could be made of the file. */
  readonly shape: { readonly width: number; readonly height: number } | null;
  readonly media: PublishedMedia[];
}

const PROCESSING_MS = 4000;
const THUMBNAIL_BYTES = 52_428_800;
const PAGE = 50;
/** Of a video's snippet, what its place in a playlist shows. */
const ITEM_FIELDS: readonly string[] = ["title", "description", "publishedAt", "channelId", "channelTitle"];

export function openVideos({ clock, pageUrl, keep }: Stage) {
  const videos = new Map<string, Video>();
  const files = new Map<string, File>();
  /** By playlist, newest first. */
  const lists = new Map<string, string[]>();
  const published: Published[] = [];
  return {
    published,
    make,
    resource,
    acceptedAgain,
    setThumbnail,
    list,
    items,
    addItem,
    file: (id: string) => files.get(id),
  };

  // ---- videos

  async function make(handle: string, details: Fields, file: File): Promise<string> {
    const id = idOf(`video-${videos.size}-${handle}`, 11);
    const at = clock.now();
    const [snippet, status] = [fieldsIn(details["snippet"]), fieldsIn(details["status"])];
    const locked = isMarked(handle, "unaudited") ? { privacyStatus: "private" } : {};
    const isVideo = sniff(file.bytes)?.startsWith("video/") === true;
    const media = [{ id, mime: file.mime, alt: "" }];
    const video: Video = {
      id,
      handle,
      snippet,
      at,
      media,
      size: file.bytes.byteLength,
      status: { ...status, ...locked },
      shape: isVideo ? await shapeOf(file.bytes) : null,
    };
    videos.set(id, video);
    files.set(id, keep({ ...file }));
    listOf(uploadsOf(handle)).unshift(id);
    publish(video);
    return id;
  }

  function publish({ id, handle, snippet, at, media, shape }: Video): void {
    const path = shape && shape.height >= shape.width ? `/shorts/${id}` : `/watch?v=${id}`;
    published.push({
      network: "youtube",
      account: handle,
      id: path,
      key: id,
      text: textIn(snippet["description"]),
      media,
      url: pageUrl() + path,
      at,
      accepted: 1,
    });
  }

  function acceptedAgain(id: string): void {
    const post = published.find(({ key }) => key === id);
    if (post) post.accepted++;
  }

  function resource(id: string): Fields {
    const video = videos.get(id);
    if (!video) return {};
    const { snippet, status, handle, at, size, shape } = video;
    const ready = at + PROCESSING_MS <= clock.now();
    const uploadStatus = !ready ? "uploaded" : shape ? "processed" : "failed";
    return {
      kind: "youtube#video",
      id,
      snippet: {
        ...snippet,
        publishedAt: new Date(at).toISOString(),
        channelId: channelId(handle),
        channelTitle: `Simulated ${handle}`,
      },
      status: {
        ...status,
        uploadStatus,
        ...(uploadStatus === "failed" && { failureReason: "invalidFile" }),
      },
      fileDetails: { fileSize: String(size), fileType: shape ? "video" : "other" },
      processingDetails: { processingStatus: !ready ? "processing" : shape ? "succeeded" : "failed" },
    };
  }

  /** Only the owner asks here. */
  function list(handle: string, query: URLSearchParams): Reply {
    const ids = (query.get("id") ?? "").split(",");
    if (ids.length > PAGE) return fail(400, "invalidFilters", "The request specifies too many video ids.");
    const parts = (query.get("part") ?? "").split(",");
    const own = ids.filter((id) => videos.get(id)?.handle === handle);
    const shown = own.map((id) => {
      const all = Object.entries(resource(id));
      return Object.fromEntries(all.filter(([name]) => ["kind", "id", ...parts].includes(name)));
    });
    return listReply("youtube#videoListResponse", shown);
  }

  async function setThumbnail(handle: string, id: string, bytes: Uint8Array<ArrayBuffer>): Promise<Reply> {
    const video = videos.get(id);
    if (video?.handle !== handle)
      return fail(
        404,
        "videoNotFound",
        "The video that you are trying to insert a thumbnail image for cannot be found.",
      );
    if (isMarked(handle, "unverified"))
      return fail(
        403,
        "forbidden",
        "The authenticated user doesn't have permissions to upload and set custom video thumbnails.",
      );
    if (bytes.byteLength === 0)
      return fail(400, "mediaBodyRequired", "The request does not include the image content.");
    const mime = sniff(bytes);
    const known = mime === "image/jpeg" || mime === "image/png";
    if (!known || bytes.byteLength > THUMBNAIL_BYTES || !(await shapeOf(bytes)))
      return fail(400, "invalidImage", "The provided image content is invalid.");
    const file = `${id}-thumbnail`;
    files.set(file, keep({ bytes, mime }));
    if (!video.media.some((each) => each.id === file)) video.media.push({ id: file, mime, alt: "" });
    return { status: 200, json: { kind: "youtube#thumbnailSetResponse", items: [{}] } };
  }

  // ---- playlists

  function items(handle: string, query: URLSearchParams): Reply {
    const playlist = query.get("playlistId") ?? "";
    if (!owns(handle, playlist)) return noPlaylist();
    const expected = query.get("videoId");
    const all = listOf(playlist).filter((id) => expected === null || id === expected);
    const from = Number(query.get("pageToken") ?? 0);
    const limit = Math.min(Number(query.get("maxResults") ?? 5), PAGE);
    const page = all.slice(from, from + limit).map((videoId) => {
      const all = Object.entries(fieldsIn(resource(videoId)["snippet"]));
      const snippet = Object.fromEntries(all.filter(([name]) => ITEM_FIELDS.includes(name)));
      const resourceId = { kind: "youtube#video", videoId };
      return {
        kind: "youtube#playlistItem",
        id: `${playlist}.${videoId}`,
        snippet: { ...snippet, playlistId: playlist, resourceId },
      };
    });
    const next = from + limit < all.length ? { nextPageToken: String(from + limit) } : {};
    return listReply("youtube#playlistItemListResponse", page, next);
  }

  /** The same video as often as it is asked to. */
  function addItem(handle: string, body: Fields): Reply {
    const snippet = fieldsIn(body["snippet"]);
    const playlist = textIn(snippet["playlistId"]);
    const videoId = textIn(fieldsIn(snippet["resourceId"])["videoId"]);
    if (!owns(handle, playlist)) return noPlaylist();
    if (!videos.has(videoId))
      return fail(
        404,
        "videoNotFound",
        "The video that you are trying to add to the playlist cannot be found.",
      );
    listOf(playlist).unshift(videoId);
    return { status: 200, json: { kind: "youtube#playlistItem", id: `${playlist}.${videoId}`, snippet } };
  }

  function noPlaylist(): Reply {
    return fail(
      404,
      "playlistNotFound",
      "The playlist identified with the request's playlistId parameter cannot be found.",
    );
  }

  function owns(handle: string, playlist: string): boolean {
    return playlist === uploadsOf(handle) || playlistsOf(handle).some(({ id }) => id === playlist);
  }

  function listOf(playlist: string): string[] {
    const own = lists.get(playlist) ?? [];
    lists.set(playlist, own);
    return own;
  }
}

function fieldsIn(value: Json | undefined): Fields {
  return isObject(value) ? value : {};
}

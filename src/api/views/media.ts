// How a file looks in responses.
import { Type, type Static } from "@sinclair/typebox";
import { eventActor } from "../../domain/event.ts";
import type { Media, MediaUse } from "../../domain/media.ts";
import type { MediaLinks, Part } from "../../media/links.ts";
import { ActorView, actorView } from "./actor.ts";
import { iso, nullable, time, uuid } from "./shapes.ts";

export const MediaView = Type.Object(
  {
    id: uuid,
    filename: Type.String(),
    kind: Type.Union([Type.Literal("image"), Type.Literal("video")]),
    mime: Type.String({ description: "the actual type, whatever was declared" }),
    animated: Type.Boolean({ description: "an image of several frames, such as a moving GIF" }),
    size: Type.Integer({ description: "bytes" }),
    width: nullable(Type.Integer(), "as displayed"),
    height: nullable(Type.Integer(), "as displayed"),
    durationMs: nullable(Type.Integer(), "of a video, or of one round of a moving GIF"),
    altText: nullable(Type.String()),
    createdAt: time,
    url: nullable(
      Type.String({ format: "uri" }),
      "the file, without a key, for an hour at least; null once it was deleted",
    ),
    thumbnailUrl: nullable(
      Type.String({ format: "uri" }),
      "a WebP image of at most 480 px; null if there is none",
    ),
    parentId: nullable(uuid, "the file that it was cropped from; it may have been deleted since"),
    posterMs: nullable(Type.Integer(), "the chosen cover of a video, ms from its start"),
    facts: nullable(
      Type.Object({
        videoCodec: nullable(Type.String(), "h264, hevc, vp9, …; null for images"),
        audioCodec: nullable(Type.String(), "aac, opus, …; null without sound"),
        frameRate: nullable(Type.Number(), "frames a second"),
        bitrate: nullable(Type.Integer(), "of the whole file, bits a second"),
        hdr: nullable(Type.Boolean(), "high dynamic range"),
        rotation: Type.Integer({
          description: "clockwise rotation for display, in degrees",
        }),
        animated: Type.Boolean({ description: "an image of several frames" }),
        frames: nullable(Type.Integer(), "how many frames a GIF has; null of anything else"),
        alpha: Type.Boolean({ description: "may have transparent areas" }),
        colourSpace: nullable(
          Type.String(),
          "rgb, grey or cmyk of an image; the primaries of a video, such as bt709",
        ),
      }),
      "properties of the file; null for files from older versions",
    ),
  },
  { title: "Media" },
);

export function mediaView(media: Media, links: MediaLinks): Static<typeof MediaView> {
  const { id, filename, kind, mime, size, width, height, durationMs, altText, createdAt } = media;
  const { deletedAt, facts, parentId, posterMs } = media;
  const isHere = deletedAt === undefined;
  return {
    id,
    filename,
    kind,
    mime,
    animated: facts?.animated ?? false,
    size,
    width,
    height,
    durationMs,
    altText,
    createdAt: iso(createdAt),
    parentId,
    posterMs,
    facts,
    url: isHere ? links.shown(id, "file") : null,
    thumbnailUrl: thumbnailUrl(media, links),
  };
}

/** Null when the file has no thumbnail. */
export function thumbnailUrl(media: Media, links: MediaLinks): string | null {
  const { id, kind, deletedAt } = media;
  return deletedAt === undefined && links.hasThumbnail(kind) ? links.shown(id, thumbnail(media)) : null;
}

/** Another cover has another address, because browsers keep what they fetched. */
const thumbnail = ({ posterMs }: Media): Part => (posterMs === null ? "thumbnail" : `thumbnail-${posterMs}`);

/** A file in the library, with who added it and how many posts use it. */
export const LibraryMediaView = Type.Object(
  {
    ...MediaView.properties,
    createdBy: ActorView,
    usedIn: Type.Object({
      posts: Type.Integer({ description: "posts that use it, drafts included" }),
      waiting: Type.Integer({ description: "of those, queued, scheduled, being published or uncertain" }),
    }),
  },
  { title: "LibraryMedia" },
);

export function libraryMediaView(
  media: Media,
  { createdBy = eventActor(null, null), posts = 0, waiting = 0 }: Partial<MediaUse> = {},
  links: MediaLinks,
): Static<typeof LibraryMediaView> {
  return { ...mediaView(media, links), createdBy: actorView(createdBy), usedIn: { posts, waiting } };
}

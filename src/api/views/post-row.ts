// A post in a list: what a row shows, without its texts, options and files.
import { Type, type Static } from "@sinclair/typebox";
import {
  POST_STATUSES,
  publishedAt,
  statusOf,
  TARGET_STATUSES,
  targetStatus,
  type Post,
} from "../../domain/post.ts";
import { MOST_OF_A_STATUS, type PostCounts } from "../../domain/store/posts.ts";
import type { MediaLinks } from "../../media/links.ts";
import { oneLine } from "../../one-line.ts";
import { ActorView, actorView } from "./actor.ts";
import { mediaView } from "./media.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";

export const PostRowView = Type.Object(
  {
    id: uuid,
    revision: Type.Integer({ minimum: 1 }),
    status: words(POST_STATUSES),
    excerpt: Type.String({ description: "the beginning of the caption in one line, at most 140 characters" }),
    mediaCount: Type.Integer(),
    thumbnailUrl: nullable(Type.String({ format: "uri" }), "of the first file that has one, as in `media`"),
    scheduledFor: nullable(time),
    publishedAt: nullable(time, "when the first target went live"),
    createdAt: time,
    createdBy: ActorView,
    targets: Type.Array(
      Type.Object({
        id: uuid,
        accountId: uuid,
        platform: Type.String(),
        handle: Type.String(),
        status: words(TARGET_STATUSES),
        simulated: Type.Boolean(),
      }),
    ),
  },
  { title: "PostRow" },
);

const LONGEST_EXCERPT = 140;

/** The beginning of a caption, in one line. */
export const excerptOf = (caption: string): string => oneLine(caption, LONGEST_EXCERPT);

export function postRowView(post: Post, links: MediaLinks): Static<typeof PostRowView> {
  const { id, caption, media, scheduledFor, createdAt, createdBy, targets } = post;
  return {
    id,
    revision: post.revision,
    status: statusOf(post),
    excerpt: excerptOf(caption),
    mediaCount: media.length,
    thumbnailUrl:
      media.map((file) => mediaView(file, links).thumbnailUrl).find((url) => url !== null) ?? null,
    scheduledFor: isoOrNull(scheduledFor),
    publishedAt: isoOrNull(publishedAt(post)),
    createdAt: iso(createdAt),
    createdBy: actorView(createdBy),
    targets: targets.map(({ id: targetId, accountId, platform, handle, state, simulated }) => ({
      id: targetId,
      accountId,
      platform,
      handle,
      status: targetStatus(state),
      simulated,
    })),
  };
}

const status = Type.Integer({ minimum: 0, maximum: MOST_OF_A_STATUS });

export const PostCountsView = Type.Object(
  {
    counts: Type.Object(
      {
        draft: status,
        queued: status,
        scheduled: status,
        publishing: status,
        uncertain: status,
        posted: status,
        failed: status,
        partial: status,
      },
      { description: `posts of each status, at most ${MOST_OF_A_STATUS}` },
    ),
    total: Type.Integer({ description: "the sum of `counts`" }),
    capped: Type.Boolean({ description: "a status has more posts than are counted" }),
  },
  { title: "PostCounts" },
);

export function postCountsView({ counts, capped }: PostCounts): Static<typeof PostCountsView> {
  return { counts, total: Object.values(counts).reduce((sum, each) => sum + each, 0), capped };
}

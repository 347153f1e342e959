// A post in a list or in the calendar: what a row shows, without its texts, options and files.
import { Type, type Static } from "@sinclair/typebox";
import {
  isUnstarted,
  POST_STATUSES,
  publishedAt,
  statusOf,
  TARGET_STATUSES,
  targetStatus,
  type Post,
  type PostStatus,
} from "../../domain/post.ts";
import { MOST_OF_A_STATUS, type PlacedPost, type PostCounts } from "../../domain/store/posts.ts";
import type { MediaLinks } from "../../media/links.ts";
import { oneLine } from "../../one-line.ts";
import { REVIEW_STATES } from "../../domain/review.ts";
import { ActorView, actorView } from "./actor.ts";
import { thumbnailUrl } from "./media.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";

const TargetRow = Type.Object({
  id: uuid,
  accountId: uuid,
  platform: Type.String(),
  handle: Type.String(),
  status: words(TARGET_STATUSES),
  simulated: Type.Boolean(),
});

const core = {
  id: uuid,
  revision: Type.Integer({ minimum: 1 }),
  status: words(POST_STATUSES),
  excerpt: Type.String({ description: "the beginning of the caption in one line, at most 140 characters" }),
  mediaCount: Type.Integer(),
  thumbnailUrl: nullable(Type.String({ format: "uri" }), "of the first file that has one, as in `media`"),
  labels: Type.Array(uuid),
  createdBy: ActorView,
  review: nullable(words(REVIEW_STATES), "of a draft: what was asked or decided last"),
};

export const PostRowView = Type.Object(
  {
    ...core,
    scheduledFor: nullable(time),
    publishedAt: nullable(time, "when the first target went live"),
    createdAt: time,
    targets: Type.Array(TargetRow),
  },
  { title: "PostRow" },
);

const LONGEST_EXCERPT = 140;

/** The beginning of a caption in one line. */
export const excerptOf = (caption: string): string => oneLine(caption, LONGEST_EXCERPT);

export function postRowView(post: Post, links: MediaLinks): Static<typeof PostRowView> {
  return {
    ...postCore(post, links),
    scheduledFor: isoOrNull(post.scheduledFor),
    publishedAt: isoOrNull(publishedAt(post)),
    createdAt: iso(post.createdAt),
  };
}

/** A post in the calendar. */
export const CalendarPostView = Type.Object(
  {
    ...core,
    at: time,
    movable: Type.Boolean({ description: "you can give it another time" }),
    why: nullable(Type.String(), "why not"),
    targets: Type.Array(TargetRow),
  },
  { title: "CalendarPost" },
);

const NOT_ALLOWED = "You may not change when posts go out.";

/** @param placed a post, and where it stands in the calendar @param mayMove whether the caller can give posts other times */
export function calendarPostView(
  { at, post }: PlacedPost,
  links: MediaLinks,
  mayMove: boolean,
): Static<typeof CalendarPostView> {
  const why = isUnstarted(post) ? (mayMove ? null : NOT_ALLOWED) : WHY_FIXED[statusOf(post)];
  return { ...postCore(post, links), at: iso(at), movable: why === null, why };
}

/** Why a post that has begun keeps its time. */
const WHY_FIXED: Readonly<Record<PostStatus, string>> = {
  draft: "It has begun.",
  queued: "It has begun.",
  scheduled: "It has begun.",
  publishing: "It is being published.",
  uncertain: "It may be live: check the network and reconcile it first.",
  posted: "It is published.",
  failed: "Its time has passed and it failed. You can retry it.",
  partial: "It is published on some accounts.",
};

/** What every row has. */
function postCore(post: Post, links: MediaLinks) {
  const { id, media, createdBy, targets } = post;
  const thumbnails = media.map((file) => thumbnailUrl(file, links));
  return {
    id,
    revision: post.revision,
    status: statusOf(post),
    excerpt: excerptOf(post.caption),
    mediaCount: media.length,
    thumbnailUrl: thumbnails.find((url) => url !== null) ?? null,
    labels: [...post.labels],
    createdBy: actorView(createdBy),
    review: post.review?.state ?? null,
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

// The public view of a post and its targets (D12, D13).
import { Type, type Static } from "@sinclair/typebox";
import {
  isUnstarted,
  POST_STATUSES,
  publishedAt,
  SCHEDULES,
  statusOf,
  TARGET_STATUSES,
  type Post,
} from "../../domain/post.ts";
import { NEXT_ACTIONS, targetView } from "../../domain/target-view.ts";
import type { MediaLinks } from "../../media/links.ts";
import { REVIEW_STATES, type Review } from "../../domain/review.ts";
import { ActorView, actorView } from "./actor.ts";
import { mediaView, MediaView } from "./media.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";
import { filesOfTarget } from "../../publishing/preflight/limits.ts";
import type { DryRun } from "../../publishing/dry-run.ts";

export const TargetView = Type.Object(
  {
    id: uuid,
    accountId: uuid,
    platform: Type.String(),
    handle: Type.String(),
    status: words(TARGET_STATUSES),
    url: Type.Optional(Type.String({ description: "only when posted" })),
    remoteId: nullable(Type.String(), "the network's own id"),
    error: Type.Optional(
      Type.String({ description: "only if failed or uncertain: the reason, and what to do" }),
    ),
    errorCode: nullable(Type.String()),
    errorCategory: nullable(Type.String()),
    retryable: Type.Boolean({ description: "known not to have published" }),
    nextAction: words(NEXT_ACTIONS),
    attempts: Type.Integer(),
    nextAttemptAt: nullable(time),
    waitReason: Type.Optional(
      Type.String({ description: "only while waiting for `nextAttemptAt`: the reason" }),
    ),
    publishedAt: nullable(time),
    lateness: nullable(Type.Integer(), "ms from its time to the first attempt"),
    verification: nullable(
      Type.Object({
        method: Type.String(),
        verdict: Type.String({ description: "live, absent or unknown" }),
        checkedAt: time,
        evidence: Type.String(),
      }),
      "what the network reported after a lost response",
    ),
    reconciled: nullable(
      Type.Object({ action: Type.String(), at: time, note: nullable(Type.String()) }),
      "what a person recorded",
    ),
    simulated: Type.Boolean(),
  },
  { title: "Target" },
);

const ReviewView = Type.Object(
  {
    state: words(REVIEW_STATES),
    by: ActorView,
    at: time,
    note: nullable(Type.String()),
    schedule: Type.Optional(
      Type.String({ description: "when it is to go out once it is approved: `queue`, `now` or a time" }),
    ),
  },
  { title: "Review" },
);

const reviewView = ({ state, by, at, note, schedule }: Review): Static<typeof ReviewView> => ({
  state,
  by: actorView(by),
  at: iso(at),
  note,
  ...(schedule !== null && { schedule }),
});

const ruleLimit = nullable(Type.Union([Type.Number(), Type.String()]));

export const PostView = Type.Object(
  {
    id: uuid,
    revision: Type.Integer({
      description: "from 1; grows with each change that a person or program makes, not with deliveries",
    }),
    status: words(POST_STATUSES),
    caption: Type.String(),
    accounts: nullable(Type.Union([Type.Literal("all"), Type.Array(Type.String())]), "as given"),
    media: Type.Array(MediaView, { description: "in carousel order" }),
    labels: Type.Array(uuid, { description: "ids; not published" }),
    overrides: Type.Record(Type.String(), Type.String()),
    options: Type.Record(Type.String(), Type.Unknown()),
    schedule: words(SCHEDULES),
    scheduledFor: nullable(time),
    createdAt: time,
    createdBy: ActorView,
    review: nullable(ReviewView, "null: nobody asked for one or decided, or the draft was changed since"),
    updatedAt: time,
    publishedAt: nullable(time, "when the first target went live"),
    canceled: Type.Boolean(),
    idempotencyKey: nullable(Type.String()),
    warnings: Type.Array(
      Type.Object({
        rule: Type.String({ description: "a stable word, as in pre-flight" }),
        message: Type.String(),
        platform: Type.String(),
        accountId: uuid,
      }),
      {
        description:
          "possible problems found 24 h or 1 h before the scheduled time; they do not stop the post, and an edit clears them",
      },
    ),
    problems: Type.Array(
      Type.Object({
        rule: Type.String({ description: "a stable word, as in pre-flight" }),
        message: Type.String(),
        limit: ruleLimit,
        actual: ruleLimit,
        platform: Type.Optional(Type.String()),
        accountId: Type.Optional(uuid),
      }),
      {
        description:
          "what prevented the publication of an unfinished draft when it was stored (`Prefer: handling=lenient`); empty when it is whole",
      },
    ),
    targets: Type.Array(TargetView),
  },
  { title: "Post" },
);

export function postView(post: Post, links: MediaLinks): Static<typeof PostView> {
  return {
    id: post.id,
    revision: post.revision,
    status: statusOf(post),
    caption: post.caption,
    accounts: post.accounts === null || post.accounts === "all" ? post.accounts : [...post.accounts],
    media: post.media.map((media) => mediaView(media, links)),
    labels: [...post.labels],
    overrides: post.overrides,
    options: post.options,
    schedule: post.schedule,
    scheduledFor: isoOrNull(post.scheduledFor),
    createdAt: iso(post.createdAt),
    createdBy: actorView(post.createdBy),
    review: post.review && reviewView(post.review),
    updatedAt: iso(post.updatedAt),
    publishedAt: isoOrNull(publishedAt(post)),
    canceled: post.canceled,
    idempotencyKey: post.idempotencyKey,
    warnings: isUnstarted(post) ? [...post.warnings] : [],
    problems: [...post.problems],
    targets: post.targets.map((target) => targetView(target, filesOfTarget(post, target))),
  };
}

export const DryRunView = Type.Object(
  {
    dryRun: Type.Literal(true),
    scheduledFor: nullable(time),
    targets: Type.Array(
      Type.Object({
        accountId: uuid,
        platform: Type.String(),
        handle: Type.String(),
        caption: Type.String(),
        length: Type.Integer(),
        limit: Type.Integer(),
        kind: nullable(
          Type.String({
            description:
              "the kind of post it would be, such as a reel; null if the network has only one kind",
          }),
        ),
        links: Type.Array(Type.String()),
        mentions: Type.Array(Type.String()),
        media: Type.Array(Type.Object({ mediaId: uuid, adaptation: nullable(Type.String()) })),
        warnings: Type.Array(Type.Object({ rule: Type.String(), message: Type.String() })),
      }),
    ),
  },
  { title: "DryRun" },
);

export function dryRunView({ scheduledFor, targets }: DryRun): Static<typeof DryRunView> {
  const copied = targets.map(({ links, mentions, media, warnings, ...target }) => ({
    ...target,
    links: [...links],
    mentions: [...mentions],
    media: [...media],
    warnings: [...warnings],
  }));
  return { dryRun: true, scheduledFor: isoOrNull(scheduledFor), targets: copied };
}

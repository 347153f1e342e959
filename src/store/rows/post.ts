// Rows of the tables of a post, as both stores read them.
import { eventActor } from "../../domain/event.ts";
import type {
  Failure,
  Post,
  PostTexts,
  PostWithoutContent,
  Reconciled,
  Target,
  TargetWithoutContent,
  Verification,
} from "../../domain/post.ts";
import type { Review, StoredReview } from "../../domain/review.ts";
import type { NewPost, NewTarget } from "../../domain/store/posts.ts";
import { MEDIA_COLUMNS, mediaOf, type MediaRow } from "./media.ts";
import { byPosition, type Position } from "./position.ts";
import { asStored, contentOfTarget, textsAfter, type ContentKeys } from "./post-content.ts";

/** Of a post: the name of the key that created it, while there is one. */
const KEY_NAME = `(SELECT name FROM api_key WHERE post.created_by LIKE 'key:%' AND id = substr(post.created_by, 5)) AS "keyName"`;
/** Of a post: whether it may get no time before somebody has approved it. */
const NEEDS_APPROVAL = `post.created_by LIKE 'author:%' AND post.review_state IS DISTINCT FROM 'approved'
    AND (SELECT review = 1 FROM profile WHERE id = post.profile_id) AS "needsApproval"`;
/** Fields of a new post that only the store knows. */
export const ADDED_COLUMNS = `${KEY_NAME}, ${NEEDS_APPROVAL}`;

/** Of a post without its targets, texts and media. @param collect the store's function that makes an object of pairs */
export const postColumns = (
  collect: "json_group_object" | "json_object_agg",
): string => `post.id, post.profile_id AS "profileId", post.accounts,
  post.schedule, post.scheduled_for AS "scheduledFor", post.canceled, post.idempotency_key AS "idempotencyKey", post.warnings, post.problems, post.review,
  (SELECT name FROM api_key WHERE post.review ->> 'by' LIKE 'key:%' AND id = substr(post.review ->> 'by', 5)) AS "reviewKey",
  ${NEEDS_APPROVAL},
  (SELECT coalesce(${collect}(position, label_id), '{}') FROM post_label WHERE post_id = post.id) AS labels,
  post.created_at AS "createdAt", post.updated_at AS "updatedAt", post.revision, post.created_by AS creator, ${KEY_NAME}`;

export type PostRow = Omit<
  PostWithoutContent,
  | "accounts"
  | "canceled"
  | "warnings"
  | "problems"
  | "labels"
  | "targets"
  | "createdBy"
  | "review"
  | "needsApproval"
> & {
  readonly labels: string;
  readonly accounts: string;
  readonly canceled: number;
  readonly warnings: string;
  readonly problems: string;
  readonly review: string | null;
  readonly reviewKey: string | null;
  readonly needsApproval: number | null;
  readonly creator: string | null;
  readonly keyName: string | null;
};

type TargetRow = Omit<
  TargetWithoutContent,
  "simulated" | "lookAsked" | "failure" | "verification" | "reconciled"
> & {
  readonly simulated: number;
  readonly lookAsked: number;
  readonly failure: string | null;
  readonly verification: string | null;
  readonly reconciled: string | null;
};

export type PlacedTargetRow = TargetRow & ContentKeys & Position;
export type PostMediaRow = MediaRow & Position & { readonly postId: string; readonly ofTarget: number };

/** The id of the post follows. Sorted here and not by the query: for the few rows of a post SQLite's sorter costs more. */
export const TARGETS_OF_POST = `SELECT id, post_id AS "postId", position, account_id AS "accountId", platform, handle, simulated, state, attempt,
  due_at AS "dueAt", look_asked_by IS NOT NULL AS "lookAsked", override_key AS "overrideKey", options_key AS "optionsKey", remote_id AS "remoteId", url, published_at AS "publishedAt", lateness, failure, verification,
  reconciled FROM target WHERE post_id`;
export const MEDIA_OF_POST = `SELECT post_media.post_id AS "postId", position, of_target AS "ofTarget", ${MEDIA_COLUMNS} FROM post_media
  JOIN media ON media.id = post_media.media_id WHERE post_media.post_id`;

const fileOf = ({ postId: _post, position: _position, ofTarget: _of, ...row }: PostMediaRow) => mediaOf(row);

/** The rows of a post in the other tables. */
export interface PartsOfPost {
  readonly targets: readonly PlacedTargetRow[];
  readonly media: readonly PostMediaRow[];
}

export function postOf(row: PostRow, texts: PostTexts, { targets, media }: PartsOfPost): Post {
  return {
    ...postFields(row),
    caption: texts.caption,
    overrides: texts.overrides,
    options: texts.options,
    ...filesOf(media),
    targets: targets
      .toSorted(byPosition)
      .map((target) => ({ ...targetOf(target), ...contentOfTarget(texts, target) })),
  };
}

export const postWithoutContent = (
  row: PostRow,
  targets: readonly PlacedTargetRow[],
): PostWithoutContent => ({ ...postFields(row), targets: targets.toSorted(byPosition).map(targetOf) });

/** Field by field: a copy of the row without some of them costs as much as reading it. */
function postFields(row: PostRow): Omit<PostWithoutContent, "targets"> {
  return {
    id: row.id,
    profileId: row.profileId,
    schedule: row.schedule,
    scheduledFor: row.scheduledFor,
    idempotencyKey: row.idempotencyKey,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    revision: row.revision,
    accounts: JSON.parse(row.accounts) as Post["accounts"],
    canceled: row.canceled === 1,
    warnings: JSON.parse(row.warnings) as Post["warnings"],
    problems: JSON.parse(row.problems) as Post["problems"],
    // By position: numbers as keys are in their order, whatever the order of the rows.
    labels: Object.values(JSON.parse(row.labels) as Record<string, string>),
    createdBy: eventActor(row.creator, row.keyName),
    review: row.review === null ? null : reviewOf(JSON.parse(row.review) as StoredReview, row.reviewKey),
    needsApproval: row.needsApproval === 1,
  };
}

export type AddedRow = Pick<PostRow, "keyName" | "needsApproval">;

/**
 * A post as it has just been stored, without reading it again, which costs a tenth of creating it.
 * @param actor as the audit log names them
 */
export function addedPost(post: NewPost, row: AddedRow, actor: string, media: readonly PostMediaRow[]): Post {
  const texts = textsAfter(post, post);
  return {
    ...texts,
    id: post.id,
    profileId: post.profileId,
    accounts: post.accounts,
    schedule: post.schedule,
    scheduledFor: post.scheduledFor,
    canceled: post.canceled,
    idempotencyKey: post.idempotencyKey === null ? null : asStored(post.idempotencyKey),
    warnings: [],
    problems: post.problems,
    labels: post.labels,
    createdAt: post.createdAt,
    updatedAt: post.createdAt,
    revision: 1,
    createdBy: eventActor(actor, row.keyName),
    review: null,
    needsApproval: row.needsApproval === 1,
    ...filesOf(media),
    targets: post.targets.map((target) => addedTarget(post.id, texts, target)),
  };
}

function addedTarget(
  postId: string,
  texts: PostTexts,
  { overrideKey, optionsKey, ...target }: NewTarget,
): Target {
  return {
    ...target,
    ...contentOfTarget(texts, { overrideKey, optionsKey }),
    postId,
    attempt: 0,
    lookAsked: false,
    remoteId: null,
    url: null,
    publishedAt: null,
    lateness: null,
    failure: null,
    verification: null,
    reconciled: null,
  };
}

function filesOf(media: readonly PostMediaRow[]): Pick<Post, "media" | "targetMedia"> {
  const files = media.toSorted(byPosition);
  return {
    media: files.filter(({ ofTarget }) => ofTarget === 0).map(fileOf),
    targetMedia: files.filter(({ ofTarget }) => ofTarget === 1).map(fileOf),
  };
}

const reviewOf = (review: StoredReview, keyName: string | null): Review => ({
  ...review,
  by: eventActor(review.by, keyName),
});

function targetOf(row: TargetRow): TargetWithoutContent {
  const { failure, verification, reconciled } = row;
  return {
    id: row.id,
    postId: row.postId,
    accountId: row.accountId,
    platform: row.platform,
    handle: row.handle,
    state: row.state,
    attempt: row.attempt,
    dueAt: row.dueAt,
    lookAsked: row.lookAsked === 1,
    remoteId: row.remoteId,
    url: row.url,
    publishedAt: row.publishedAt,
    lateness: row.lateness,
    simulated: row.simulated === 1,
    failure: failure === null ? null : (JSON.parse(failure) as Failure),
    verification: verification === null ? null : (JSON.parse(verification) as Verification),
    reconciled: reconciled === null ? null : (JSON.parse(reconciled) as Reconciled),
  };
}

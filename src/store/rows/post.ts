// Rows of the tables of a post, as both stores read them.
import { eventActor } from "../../domain/event.ts";
import type { Json } from "../../domain/json.ts";
import type { Failure, Post, Reconciled, Target, Verification } from "../../domain/post.ts";
import type { Review, StoredReview } from "../../domain/review.ts";
import type { NewPost, NewTarget } from "../../domain/store/posts.ts";
import { MEDIA_COLUMNS, mediaOf, type MediaRow } from "./media.ts";

/** Of a post: the name of the key that created it, while there is one. */
const KEY_NAME = `(SELECT name FROM api_key WHERE post.created_by LIKE 'key:%' AND id = substr(post.created_by, 5)) AS "keyName"`;
/** Of a post: whether it may get no time before somebody has approved it. */
const NEEDS_APPROVAL = `post.created_by LIKE 'author:%' AND post.review_state IS DISTINCT FROM 'approved'
    AND (SELECT review = 1 FROM profile WHERE id = post.profile_id) AS "needsApproval"`;
/** Fields of a new post that only the store knows. */
export const ADDED_COLUMNS = `${KEY_NAME}, ${NEEDS_APPROVAL}`;

/** Of a post without its targets and media. @param collect the store's function that makes an object of pairs */
export const postColumns = (
  collect: "json_group_object" | "json_object_agg",
): string => `post.id, post.profile_id AS "profileId", post.caption, post.accounts, post.overrides, post.options,
  post.schedule, post.scheduled_for AS "scheduledFor", post.canceled, post.idempotency_key AS "idempotencyKey", post.warnings, post.problems, post.review,
  (SELECT name FROM api_key WHERE post.review ->> 'by' LIKE 'key:%' AND id = substr(post.review ->> 'by', 5)) AS "reviewKey",
  ${NEEDS_APPROVAL},
  (SELECT coalesce(${collect}(position, label_id), '{}') FROM post_label WHERE post_id = post.id) AS labels,
  post.created_at AS "createdAt", post.updated_at AS "updatedAt", post.revision, post.created_by AS creator, ${KEY_NAME}`;

/** What the texts of a post and its targets take, bytes. @param textOf a column of JSON as a text */
export const postBytes = (textOf = (column: string) => column): string =>
  `octet_length(post.caption) + octet_length(${textOf("post.overrides")}) + octet_length(${textOf("post.options")})
   + (SELECT coalesce(sum(octet_length(target.caption) + octet_length(${textOf("target.options")})), 0) FROM target WHERE post_id = post.id)`;

export type PostRow = Omit<
  Post,
  | "accounts"
  | "overrides"
  | "options"
  | "canceled"
  | "warnings"
  | "problems"
  | "labels"
  | "targets"
  | "media"
  | "createdBy"
  | "review"
  | "needsApproval"
> & {
  readonly labels: string;
  readonly accounts: string;
  readonly overrides: string;
  readonly options: string;
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
  Target,
  "simulated" | "lookAsked" | "options" | "failure" | "verification" | "reconciled"
> & {
  readonly simulated: number;
  readonly lookAsked: number;
  readonly options: string;
  readonly failure: string | null;
  readonly verification: string | null;
  readonly reconciled: string | null;
};

export type PlacedTargetRow = TargetRow & Position;
export type PostMediaRow = MediaRow & Position & { readonly postId: string; readonly ofTarget: number };

/** The id of the post follows. Sorted here and not by the query: for the few rows of a post SQLite's sorter costs more. */
export const TARGETS_OF_POST = `SELECT id, post_id AS "postId", position, account_id AS "accountId", platform, handle, simulated, state, attempt,
  due_at AS "dueAt", look_asked_by IS NOT NULL AS "lookAsked", caption, options, remote_id AS "remoteId", url, published_at AS "publishedAt", lateness, failure, verification,
  reconciled FROM target WHERE post_id`;
export const MEDIA_OF_POST = `SELECT post_media.post_id AS "postId", position, of_target AS "ofTarget", ${MEDIA_COLUMNS} FROM post_media
  JOIN media ON media.id = post_media.media_id WHERE post_media.post_id`;

interface Position {
  readonly position: number;
}

const fileOf = ({ postId: _post, position: _position, ofTarget: _of, ...row }: PostMediaRow) => mediaOf(row);

const byPosition = (a: Position, b: Position) => a.position - b.position;

/** Field by field: a copy of the row without some of them costs as much as reading it. */
export function postOf(
  row: PostRow,
  targets: readonly PlacedTargetRow[],
  media: readonly PostMediaRow[],
): Post {
  return {
    id: row.id,
    profileId: row.profileId,
    caption: row.caption,
    schedule: row.schedule,
    scheduledFor: row.scheduledFor,
    idempotencyKey: row.idempotencyKey,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    revision: row.revision,
    accounts: JSON.parse(row.accounts) as Post["accounts"],
    overrides: JSON.parse(row.overrides) as Post["overrides"],
    options: JSON.parse(row.options) as Post["options"],
    canceled: row.canceled === 1,
    warnings: JSON.parse(row.warnings) as Post["warnings"],
    problems: JSON.parse(row.problems) as Post["problems"],
    // By position: numbers as keys are in their order, whatever the order of the rows.
    labels: Object.values(JSON.parse(row.labels) as Record<string, string>),
    createdBy: eventActor(row.creator, row.keyName),
    review: row.review === null ? null : reviewOf(JSON.parse(row.review) as StoredReview, row.reviewKey),
    needsApproval: row.needsApproval === 1,
    ...filesOf(media),
    targets: targets.toSorted(byPosition).map(targetOf),
  };
}

export type AddedRow = Pick<PostRow, "keyName" | "needsApproval">;

/**
 * A post as it has just been stored, without reading it again, which costs a tenth of creating it.
 * @param actor as the audit log names them
 */
export function addedPost(post: NewPost, row: AddedRow, actor: string, media: readonly PostMediaRow[]): Post {
  return {
    id: post.id,
    profileId: post.profileId,
    caption: asStored(post.caption),
    accounts: post.accounts,
    overrides: post.overrides,
    options: post.options,
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
    targets: post.targets.map((target) => addedTarget(post.id, target)),
  };
}

function addedTarget(postId: string, target: NewTarget): Target {
  return {
    ...target,
    postId,
    caption: asStored(target.caption),
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

/** SQLite has U+FFFD for half of a surrogate pair. */
const asStored = (text: string): string => text.toWellFormed();

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

function targetOf(row: TargetRow): Target {
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
    caption: row.caption,
    remoteId: row.remoteId,
    url: row.url,
    publishedAt: row.publishedAt,
    lateness: row.lateness,
    simulated: row.simulated === 1,
    options: JSON.parse(row.options) as Json,
    failure: failure === null ? null : (JSON.parse(failure) as Failure),
    verification: verification === null ? null : (JSON.parse(verification) as Verification),
    reconciled: reconciled === null ? null : (JSON.parse(reconciled) as Reconciled),
  };
}

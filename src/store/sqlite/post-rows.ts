// Reads and writes post, post_media and target rows inside the current transaction.
import type { Database } from "bun:sqlite";
import { eventActor } from "../../domain/event.ts";
import type { Json } from "../../domain/json.ts";
import type { Failure, Post, Reconciled, Target, Verification } from "../../domain/post.ts";
import type { Review, StoredReview } from "../../domain/review.ts";
import { type NewPost, type NewTarget, MissingMediaError } from "../../domain/store/posts.ts";
import { MEDIA_COLUMNS, mediaOf, type MediaRow } from "./media-rows.ts";
import { openPostLabels } from "./labels.ts";

/** Of a post without its targets and media. */
export const POST_COLUMNS = `post.id, post.profile_id AS profileId, post.caption, post.accounts, post.overrides, post.options,
  post.schedule, post.scheduled_for AS scheduledFor, post.canceled, post.idempotency_key AS idempotencyKey, post.warnings, post.problems, post.review,
  (SELECT name FROM api_key WHERE post.review ->> 'by' LIKE 'key:%' AND id = substr(post.review ->> 'by', 5)) AS reviewKey,
  post.created_by LIKE 'author:%' AND post.review_state IS NOT 'approved'
    AND (SELECT review FROM profile WHERE id = post.profile_id) AS needsApproval,
  (SELECT json_group_object(position, label_id) FROM post_label WHERE post_id = post.id) AS labels,
  post.created_at AS createdAt, post.updated_at AS updatedAt, post.revision, post.created_by AS creator,
  (SELECT name FROM api_key WHERE post.created_by LIKE 'key:%' AND id = substr(post.created_by, 5)) AS keyName`;

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

type TargetRow = Omit<Target, "simulated" | "options" | "failure" | "verification" | "reconciled"> & {
  readonly simulated: number;
  readonly options: string;
  readonly failure: string | null;
  readonly verification: string | null;
  readonly reconciled: string | null;
};

type PlacedTargetRow = TargetRow & Position;
type PostMediaRow = MediaRow & Position & { readonly postId: string; readonly ofTarget: number };

/** The tables of a post as one thing. */
export interface PostRows {
  /** @param actor as the audit log names them */
  add(post: NewPost, actor: string): void;
  one(profileId: string, id: string): Post | null;
  /** Posts with all that belongs to them, in three queries however many there are. */
  whole(rows: readonly PostRow[]): Post[];
  /** @param ofTargets files that only some targets have */
  addMedia(postId: string, mediaIds: readonly string[], ofTargets: readonly string[]): void;
  addTargets(postId: string, targets: readonly NewTarget[]): void;
  /** Replaces them. @throws MissingLabelError */
  setLabels(postId: string, labels: readonly string[]): void;
}

export function openPostRows(db: Database): PostRows {
  const insertPost = db.query(
    `INSERT INTO post (id, profile_id, caption, accounts, overrides, options, schedule, scheduled_for, canceled,
       idempotency_key, created_at, updated_at, check_at, created_by, problems)
     VALUES ($id, $profile, $caption, $accounts, $overrides, $options, $schedule, $scheduledFor, $canceled, $key, $at, $at,
       $checkAt, $actor, $problems)`,
  );
  const insertMedia = db.query(
    `INSERT INTO post_media (post_id, position, of_target, media_id)
     SELECT ?, ?, ?, id FROM media WHERE id = ? AND deleted_at IS NULL`,
  );
  const insertTarget = db.query(
    `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, due_at, caption, options)
     VALUES ($id, $post, $position, $account, $platform, $handle, $simulated, $state, $due, $caption, $options)`,
  );
  const onePost = db.query<PostRow, [string, string]>(
    `SELECT ${POST_COLUMNS} FROM post WHERE id = ? AND profile_id = ?`,
  );
  // Of one post: json_each costs as much as the rest of such a query.
  const ownTargets = db.query<PlacedTargetRow, [string]>(`${TARGETS} = +?`);
  const ownMedia = db.query<PostMediaRow, [string]>(`${POST_MEDIA} = +?`);
  const targets = db.query<PlacedTargetRow, [string]>(`${TARGETS} IN (SELECT value FROM json_each(+?))`);
  const media = db.query<PostMediaRow, [string]>(`${POST_MEDIA} IN (SELECT value FROM json_each(+?))`);

  const postLabels = openPostLabels(db);

  return {
    add,
    setLabels: postLabels.set,
    addMedia,
    addTargets,
    whole,
    one(profileId, id) {
      const row = onePost.get(id, profileId);
      return row && postOf(row, ownTargets.all(id), ownMedia.all(id));
    },
  };

  function add(post: NewPost, actor: string): void {
    insertPost.run({
      id: post.id,
      profile: post.profileId,
      caption: post.caption,
      accounts: JSON.stringify(post.accounts),
      overrides: JSON.stringify(post.overrides),
      options: JSON.stringify(post.options),
      schedule: post.schedule,
      scheduledFor: post.scheduledFor,
      canceled: Number(post.canceled),
      key: post.idempotencyKey,
      at: post.createdAt,
      checkAt: post.checkAt,
      actor,
      problems: JSON.stringify(post.problems),
    });
    addMedia(post.id, post.mediaIds, post.targetMediaIds);
    if (post.labels.length > 0) postLabels.set(post.id, post.labels);
    addTargets(post.id, post.targets);
  }

  function addMedia(postId: string, mediaIds: readonly string[], ofTargets: readonly string[]): void {
    [...mediaIds, ...ofTargets].forEach((mediaId, position) => {
      const ofTarget = Number(position >= mediaIds.length);
      if (insertMedia.run(postId, position, ofTarget, mediaId).changes > 0) return;
      // Deleted since the post was checked: thrown, so that the whole post is taken back.
      throw new MissingMediaError(position);
    });
  }

  function addTargets(postId: string, targets: readonly NewTarget[]): void {
    targets.forEach((target, position) =>
      insertTarget.run({
        id: target.id,
        post: postId,
        position,
        account: target.accountId,
        platform: target.platform,
        handle: target.handle,
        simulated: Number(target.simulated),
        state: target.state,
        due: target.dueAt,
        caption: target.caption,
        options: JSON.stringify(target.options),
      }),
    );
  }

  function whole(rows: readonly PostRow[]): Post[] {
    const ids = JSON.stringify(rows.map((row) => row.id));
    const targetsOf = Map.groupBy(targets.all(ids), ({ postId }) => postId);
    const filesOf = Map.groupBy(media.all(ids), ({ postId }) => postId);
    return rows.map((row) => postOf(row, targetsOf.get(row.id) ?? [], filesOf.get(row.id) ?? []));
  }
}

/** The id of the post follows. Sorted here and not by the query: for the few rows of a post SQLite's sorter costs more. */
const TARGETS = `SELECT id, post_id AS postId, position, account_id AS accountId, platform, handle, simulated, state, attempt,
  due_at AS dueAt, caption, options, remote_id AS remoteId, url, published_at AS publishedAt, lateness, failure, verification,
  reconciled FROM target WHERE post_id`;
const POST_MEDIA = `SELECT post_media.post_id AS postId, position, of_target AS ofTarget, ${MEDIA_COLUMNS} FROM post_media
  JOIN media ON media.id = post_media.media_id WHERE post_media.post_id`;

interface Position {
  readonly position: number;
}

const fileOf = ({ postId: _post, position: _position, ofTarget: _of, ...row }: PostMediaRow) => mediaOf(row);

const byPosition = (a: Position, b: Position) => a.position - b.position;

/** Field by field: a copy of the row without some of them costs as much as reading it. */
function postOf(row: PostRow, targets: readonly PlacedTargetRow[], media: readonly PostMediaRow[]): Post {
  const files = media.toSorted(byPosition);
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
    media: files.filter(({ ofTarget }) => ofTarget === 0).map(fileOf),
    targetMedia: files.filter(({ ofTarget }) => ofTarget === 1).map(fileOf),
    targets: targets.toSorted(byPosition).map(targetOf),
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

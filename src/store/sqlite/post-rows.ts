// Reads and writes post, post_media and target rows inside the current transaction.
import type { Database } from "bun:sqlite";
import type { Post } from "../../domain/post.ts";
import { type NewPost, type NewTarget, MissingMediaError } from "../../domain/store/posts.ts";
import {
  ADDED_COLUMNS,
  addedPost,
  MEDIA_OF_POST,
  postColumns,
  postOf,
  TARGETS_OF_POST,
  type AddedRow,
  type PlacedTargetRow,
  type PostMediaRow,
  type PostRow,
} from "../rows/post.ts";
import { openPostLabels } from "./labels.ts";

/** Of a post without its targets and media. */
export const POST_COLUMNS = postColumns("json_group_object");

/** The tables of a post as one thing. */
export interface PostRows {
  /** @param actor as the audit log names them. @returns the post as it is stored */
  add(post: NewPost, actor: string): Post;
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
  // Not RETURNING: an insert with it takes longer than both.
  const addedRow = db.query<AddedRow, [string]>(`SELECT ${ADDED_COLUMNS} FROM post WHERE id = ?`);
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
  const ownTargets = db.query<PlacedTargetRow, [string]>(`${TARGETS_OF_POST} = +?`);
  const ownMedia = db.query<PostMediaRow, [string]>(`${MEDIA_OF_POST} = +?`);
  const targets = db.query<PlacedTargetRow, [string]>(
    `${TARGETS_OF_POST} IN (SELECT value FROM json_each(+?))`,
  );
  const media = db.query<PostMediaRow, [string]>(`${MEDIA_OF_POST} IN (SELECT value FROM json_each(+?))`);

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

  function add(post: NewPost, actor: string): Post {
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
    const row = addedRow.get(post.id);
    if (!row) throw new Error(`post ${post.id} is gone right after it was stored`);
    const hasMedia = post.mediaIds.length + post.targetMediaIds.length > 0;
    return addedPost(post, row, actor, hasMedia ? ownMedia.all(post.id) : []);
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

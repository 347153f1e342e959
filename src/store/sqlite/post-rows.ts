// Reads and writes post, post_content, post_media and target rows inside the current transaction.
import type { Database } from "bun:sqlite";
import type { Post, PostTexts, PostWithoutContent } from "../../domain/post.ts";
import { type NewPost, type NewTarget, MissingMediaError } from "../../domain/store/posts.ts";
import {
  ADDED_COLUMNS,
  addedPost,
  MEDIA_OF_POST,
  postColumns,
  postOf,
  postWithoutContent,
  TARGETS_OF_POST,
  type AddedRow,
  type PlacedTargetRow,
  type PostMediaRow,
  type PostRow,
} from "../rows/post.ts";
import {
  CONTENT_OF_POST,
  contentRows,
  ROWS_OF,
  textsOf,
  type ContentOfPostRow,
  type KnownTexts,
} from "../rows/post-content.ts";
import { openPostLabels } from "./labels.ts";

/** Of a post without its targets, texts and media. */
export const POST_COLUMNS = postColumns("json_group_object");

/** The tables of a post as one thing. */
export interface PostRows {
  /** @param actor as the audit log names them. @returns the post as it is stored */
  add(post: NewPost, actor: string): Post;
  /** @param known saves reading texts that may be long, if the post has this revision */
  one(profileId: string, id: string, known?: KnownTexts): Post | null;
  withoutContent(profileId: string, id: string): PostWithoutContent | null;
  /** Posts with all that belongs to them, in four queries however many there are. */
  whole(rows: readonly PostRow[]): Post[];
  /** @param ofTargets files that only some targets have */
  addMedia(postId: string, mediaIds: readonly string[], ofTargets: readonly string[]): void;
  addTargets(postId: string, targets: readonly NewTarget[]): void;
  /** Replaces those that are given. */
  setTexts(postId: string, texts: Partial<PostTexts>): void;
  /** Replaces them. @throws MissingLabelError */
  setLabels(postId: string, labels: readonly string[]): void;
}

export function openPostRows(db: Database): PostRows {
  const insertPost = db.query(
    `INSERT INTO post (id, profile_id, accounts, schedule, scheduled_for, canceled,
       idempotency_key, created_at, updated_at, check_at, created_by, problems)
     VALUES ($id, $profile, $accounts, $schedule, $scheduledFor, $canceled, $key, $at, $at,
       $checkAt, $actor, $problems)`,
  );
  // Not RETURNING: an insert with it takes longer than both.
  const addedRow = db.query<AddedRow, [string]>(`SELECT ${ADDED_COLUMNS} FROM post WHERE id = ?`);
  const insertContent = db.query(
    "INSERT INTO post_content (post_id, kind, key, position, value) VALUES ($post, $kind, $key, $position, $value)",
  );
  // Most texts of an edit are those that were there: comparing them takes less time than writing them.
  const putContent = db.query(
    `INSERT INTO post_content (post_id, kind, key, position, value) VALUES ($post, $kind, $key, $position, $value)
     ON CONFLICT (post_id, kind, key) DO UPDATE SET position = excluded.position, value = excluded.value
     WHERE value <> excluded.value OR position <> excluded.position`,
  );
  const dropOthers = (["overrides", "options"] as const).map((field) => ({
    field,
    drop: db.query(
      `DELETE FROM post_content WHERE post_id = ? AND ${ROWS_OF[field]} AND key NOT IN (SELECT value FROM json_each(?))`,
    ),
  }));
  const insertMedia = db.query(
    `INSERT INTO post_media (post_id, position, of_target, media_id)
     SELECT ?, ?, ?, id FROM media WHERE id = ? AND deleted_at IS NULL`,
  );
  const insertTarget = db.query(
    `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, due_at, override_key,
       options_key)
     VALUES ($id, $post, $position, $account, $platform, $handle, $simulated, $state, $due, $override, $options)`,
  );
  const onePost = db.query<PostRow, [string, string]>(
    `SELECT ${POST_COLUMNS} FROM post WHERE id = ? AND profile_id = ?`,
  );
  // Of one post: json_each costs as much as the rest of such a query.
  const ownTargets = db.query<PlacedTargetRow, [string]>(`${TARGETS_OF_POST} = +?`);
  const ownMedia = db.query<PostMediaRow, [string]>(`${MEDIA_OF_POST} = +?`);
  const ownContent = db.query<ContentOfPostRow, [string]>(`${CONTENT_OF_POST} = +?`);
  const targets = db.query<PlacedTargetRow, [string]>(
    `${TARGETS_OF_POST} IN (SELECT value FROM json_each(+?))`,
  );
  const media = db.query<PostMediaRow, [string]>(`${MEDIA_OF_POST} IN (SELECT value FROM json_each(+?))`);

  const content = db.query<ContentOfPostRow, [string]>(
    `${CONTENT_OF_POST} IN (SELECT value FROM json_each(+?))`,
  );
  const postLabels = openPostLabels(db);

  return {
    add,
    setLabels: postLabels.set,
    setTexts(postId, texts) {
      for (const { field, drop } of dropOthers) {
        const kept = texts[field];
        if (kept !== undefined) drop.run(postId, JSON.stringify(Object.keys(kept)));
      }
      for (const row of contentRows(texts, JSON.stringify)) putContent.run({ post: postId, ...row });
    },
    addMedia,
    addTargets,
    whole,
    one(profileId, id, known) {
      const row = onePost.get(id, profileId);
      if (!row) return null;
      const texts = known?.revision === row.revision ? known : textsOf(ownContent.all(id));
      return postOf(row, texts, { targets: ownTargets.all(id), media: ownMedia.all(id) });
    },
    withoutContent(profileId, id) {
      const row = onePost.get(id, profileId);
      return row && postWithoutContent(row, ownTargets.all(id));
    },
  };

  function add(post: NewPost, actor: string): Post {
    insertPost.run({
      id: post.id,
      profile: post.profileId,
      accounts: JSON.stringify(post.accounts),
      schedule: post.schedule,
      scheduledFor: post.scheduledFor,
      canceled: Number(post.canceled),
      key: post.idempotencyKey,
      at: post.createdAt,
      checkAt: post.checkAt,
      actor,
      problems: JSON.stringify(post.problems),
    });
    for (const row of contentRows(post, JSON.stringify)) insertContent.run({ post: post.id, ...row });
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
        override: target.overrideKey,
        options: target.optionsKey,
      }),
    );
  }

  function whole(rows: readonly PostRow[]): Post[] {
    const ids = JSON.stringify(rows.map((row) => row.id));
    const targetsOf = Map.groupBy(targets.all(ids), ({ postId }) => postId);
    const filesOf = Map.groupBy(media.all(ids), ({ postId }) => postId);
    const contentOf = Map.groupBy(content.all(ids), ({ postId }) => postId);
    return rows.map((row) =>
      postOf(row, textsOf(contentOf.get(row.id) ?? []), {
        targets: targetsOf.get(row.id) ?? [],
        media: filesOf.get(row.id) ?? [],
      }),
    );
  }
}

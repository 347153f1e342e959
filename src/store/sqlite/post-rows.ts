// Reads and writes post, post_media and target rows inside the current transaction.
import type { Database } from "bun:sqlite";
import { Problem } from "../../errors.ts";
import type { Json } from "../../networks/network.ts";
import type { Failure, Post, Reconciled, Schedule, Target, Verification } from "../../domain/post.ts";
import type { NewPost, NewTarget } from "../../publishing/ports.ts";
import type { State } from "../../domain/target-state.ts";
import { MEDIA_COLUMNS, mediaOf, type MediaRow } from "./media.ts";
import { appendEvent } from "./events.ts";

export interface PostRow {
  id: string;
  profile_id: string;
  caption: string;
  accounts: string;
  overrides: string;
  options: string;
  schedule: Schedule;
  scheduled_for: number | null;
  canceled: number;
  idempotency_key: string | null;
  warnings: string;
  created_at: number;
  updated_at: number;
  check_at: number | null;
}

interface TargetRow {
  id: string;
  post_id: string;
  position: number;
  account_id: string;
  platform: string;
  handle: string;
  simulated: number;
  state: State;
  attempt: number;
  due_at: number | null;
  caption: string;
  options: string;
  remote_id: string | null;
  url: string | null;
  published_at: number | null;
  lateness: number | null;
  failure: string | null;
  verification: string | null;
  reconciled: string | null;
}

type PostMediaRow = MediaRow & { post_id: string; position: number };

/** The tables of a post as one thing. */
export interface PostRows {
  add(post: NewPost): void;
  one(profileId: string, id: string): Post | null;
  /** Posts with all that belongs to them, in three queries however many there are. */
  whole(rows: readonly PostRow[]): Post[];
  addMedia(postId: string, mediaIds: readonly string[]): void;
  addTargets(postId: string, targets: readonly NewTarget[]): void;
}

export function openPostRows(db: Database): PostRows {
  const insertPost = db.query(
    `INSERT INTO post (id, profile_id, caption, accounts, overrides, options, schedule, scheduled_for, canceled,
       idempotency_key, created_at, updated_at, check_at)
     VALUES ($id, $profile, $caption, $accounts, $overrides, $options, $schedule, $scheduledFor, $canceled, $key, $at, $at,
       $checkAt)`,
  );
  const insertMedia = db.query(
    `INSERT INTO post_media (post_id, position, media_id)
     SELECT ?, ?, id FROM media WHERE id = ? AND deleted_at IS NULL`,
  );
  const insertTarget = db.query(
    `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, due_at, caption, options)
     VALUES ($id, $post, $position, $account, $platform, $handle, $simulated, $state, $due, $caption, $options)`,
  );
  const onePost = db.query<PostRow, [string, string]>("SELECT * FROM post WHERE id = ? AND profile_id = ?");
  // Of one post: json_each costs as much as the rest of such a query.
  const ownTargets = db.query<TargetRow, [string]>(`${TARGETS} = +?`);
  const ownMedia = db.query<PostMediaRow, [string]>(`${POST_MEDIA} = +?`);
  const targets = db.query<TargetRow, [string]>(`${TARGETS} IN (SELECT value FROM json_each(+?))`);
  const media = db.query<PostMediaRow, [string]>(`${POST_MEDIA} IN (SELECT value FROM json_each(+?))`);

  return {
    add,
    addMedia,
    addTargets,
    whole,
    one(profileId, id) {
      const row = onePost.get(id, profileId);
      return row && postOf(row, ownTargets.all(id), ownMedia.all(id));
    },
  };

  function add(post: NewPost): void {
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
    });
    addMedia(post.id, post.mediaIds);
    addTargets(post.id, post.targets);
    appendEvent(db, {
      postId: post.id,
      targetId: null,
      attempt: null,
      kind: "created",
      detail: post.schedule,
      at: post.createdAt,
    });
  }

  function addMedia(postId: string, mediaIds: readonly string[]): void {
    mediaIds.forEach((mediaId, position) => {
      if (insertMedia.run(postId, position, mediaId).changes > 0) return;
      // Deleted since the post was checked: the whole post is taken back.
      const errors = [{ pointer: `/media/${position}`, message: "this profile has no media with this id" }];
      throw new Problem("unknown_media", "Some media of this post do not exist.", { errors });
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
    const targetsOf = Map.groupBy(targets.all(ids), (row) => row.post_id);
    const mediaOfPost = Map.groupBy(media.all(ids), (row) => row.post_id);
    return rows.map((row) => postOf(row, targetsOf.get(row.id) ?? [], mediaOfPost.get(row.id) ?? []));
  }
}

/** Whose post is said after them. Sorted by us: for the few rows of a post, SQLite's sorter costs more than the query. */
const TARGETS = `SELECT id, post_id, position, account_id, platform, handle, simulated, state, attempt, due_at, caption,
  options, remote_id, url, published_at, lateness, failure, verification, reconciled FROM target WHERE post_id`;
const POST_MEDIA = `SELECT post_media.post_id, position, ${MEDIA_COLUMNS} FROM post_media
  JOIN media ON media.id = post_media.media_id WHERE post_media.post_id`;

const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position;

function postOf(row: PostRow, targets: readonly TargetRow[], media: readonly PostMediaRow[]): Post {
  return {
    id: row.id,
    profileId: row.profile_id,
    caption: row.caption,
    accounts: JSON.parse(row.accounts) as Post["accounts"],
    media: media.toSorted(byPosition).map(mediaOf),
    overrides: JSON.parse(row.overrides) as Post["overrides"],
    options: JSON.parse(row.options) as Post["options"],
    schedule: row.schedule,
    scheduledFor: row.scheduled_for,
    canceled: row.canceled === 1,
    idempotencyKey: row.idempotency_key,
    warnings: JSON.parse(row.warnings) as Post["warnings"],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    targets: targets.toSorted(byPosition).map(targetOf),
  };
}

function targetOf(row: TargetRow): Target {
  return {
    id: row.id,
    postId: row.post_id,
    accountId: row.account_id,
    platform: row.platform,
    handle: row.handle,
    simulated: row.simulated === 1,
    state: row.state,
    attempt: row.attempt,
    dueAt: row.due_at,
    caption: row.caption,
    options: JSON.parse(row.options) as Json,
    remoteId: row.remote_id,
    url: row.url,
    publishedAt: row.published_at,
    lateness: row.lateness,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure),
    verification: row.verification === null ? null : (JSON.parse(row.verification) as Verification),
    reconciled: row.reconciled === null ? null : (JSON.parse(row.reconciled) as Reconciled),
  };
}

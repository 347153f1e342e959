// Posts with their targets and media: tables post, post_media, and the reading side of target.
import type { Database } from "bun:sqlite";
import type { Json } from "../networks/network.ts";
import type { Failure, Media, Post, Reconciled, Schedule, Target, Verification } from "../publishing/post.ts";
import type { NewPost, Posts } from "../publishing/ports.ts";
import type { State } from "../publishing/life.ts";
import { MEDIA_COLUMNS, mediaOf, type MediaRow } from "./media.ts";
import { appendEvent } from "./events.ts";
import type { Write } from "./writer.ts";

interface PostRow {
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
  created_at: number;
  updated_at: number;
}

interface TargetRow {
  id: string;
  post_id: string;
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
  failure: string | null;
  verification: string | null;
  reconciled: string | null;
}

export function openPosts(db: Database, write: Write): Posts {
  const insertPost = db.query(
    `INSERT INTO post (id, profile_id, caption, accounts, overrides, options, schedule, scheduled_for, canceled,
       idempotency_key, created_at, updated_at)
     VALUES ($id, $profile, $caption, $accounts, $overrides, $options, $schedule, $scheduledFor, $canceled, $key, $at, $at)`,
  );
  const insertMedia = db.query("INSERT INTO post_media (post_id, position, media_id) VALUES (?, ?, ?)");
  const insertTarget = db.query(
    `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, due_at, caption, options)
     VALUES ($id, $post, $position, $account, $platform, $handle, $simulated, $state, $due, $caption, $options)`,
  );
  const onePost = db.query<PostRow, [string, string]>("SELECT * FROM post WHERE id = ? AND profile_id = ?");
  const pageOfPosts = db.query<PostRow, { profile: string; before: string; limit: number }>(
    "SELECT * FROM post WHERE profile_id = $profile AND id < $before ORDER BY id DESC LIMIT $limit",
  );
  const targets = db.query<TargetRow, [string]>(
    `SELECT id, post_id, account_id, platform, handle, simulated, state, attempt, due_at, caption, options, remote_id,
       url, published_at, failure, verification, reconciled
     FROM target WHERE post_id IN (SELECT value FROM json_each(?)) ORDER BY post_id, position`,
  );
  const media = db.query<MediaRow & { post_id: string }, [string]>(
    `SELECT post_media.post_id, ${MEDIA_COLUMNS} FROM post_media JOIN media ON media.id = post_media.media_id
     WHERE post_media.post_id IN (SELECT value FROM json_each(?)) ORDER BY post_media.post_id, post_media.position`,
  );

  return {
    create: (post) => write(() => insert(post)),
    async get(profileId, id) {
      const row = onePost.get(id, profileId);
      return row ? (whole([row])[0] ?? null) : null;
    },
    async page(profileId, limit, before) {
      // "~" sorts behind every hex digit.
      return whole(pageOfPosts.all({ profile: profileId, before: before ?? "~", limit }));
    },
  };

  function insert(post: NewPost): void {
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
    });
    post.mediaIds.forEach((mediaId, position) => insertMedia.run(post.id, position, mediaId));
    post.targets.forEach((target, position) =>
      insertTarget.run({
        id: target.id,
        post: post.id,
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
    appendEvent(db, {
      postId: post.id,
      targetId: null,
      attempt: null,
      kind: "created",
      detail: post.schedule,
      at: post.createdAt,
    });
  }

  /** Posts with all that belongs to them, in three queries however many there are. */
  function whole(rows: readonly PostRow[]): Post[] {
    const ids = JSON.stringify(rows.map((row) => row.id));
    const targetsOf = Map.groupBy(targets.all(ids), (row) => row.post_id);
    const mediaOfPost = Map.groupBy(media.all(ids), (row) => row.post_id);
    return rows.map((row) =>
      postOf(row, targetsOf.get(row.id) ?? [], (mediaOfPost.get(row.id) ?? []).map(mediaOf)),
    );
  }
}

function postOf(row: PostRow, targets: readonly TargetRow[], media: readonly Media[]): Post {
  return {
    id: row.id,
    profileId: row.profile_id,
    caption: row.caption,
    accounts: JSON.parse(row.accounts) as Post["accounts"],
    media,
    overrides: JSON.parse(row.overrides) as Post["overrides"],
    options: JSON.parse(row.options) as Post["options"],
    schedule: row.schedule,
    scheduledFor: row.scheduled_for,
    canceled: row.canceled === 1,
    idempotencyKey: row.idempotency_key,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    targets: targets.map(targetOf),
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
    failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure),
    verification: row.verification === null ? null : (JSON.parse(row.verification) as Verification),
    reconciled: row.reconciled === null ? null : (JSON.parse(row.reconciled) as Reconciled),
  };
}

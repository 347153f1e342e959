// Reads and writes post, post_content, post_media and target rows, in whatever transaction is open.
import type { Post, PostTexts, PostWithoutContent } from "../../domain/post.ts";
import { MissingMediaError, type NewPost, type NewTarget } from "../../domain/store/posts.ts";
import {
  MEDIA_OF_POST,
  postColumns,
  postOf,
  postWithoutContent,
  TARGETS_OF_POST,
  type PlacedTargetRow,
  type PostMediaRow,
  type PostRow,
} from "../rows/post.ts";
import {
  CONTENT_OF_POST,
  contentRows,
  ROWS_OF,
  TEXT_FIELDS,
  textsOf,
  type ContentOfPostRow,
  type KnownTexts,
} from "../rows/post-content.ts";
import { searchTextOf } from "../rows/search-text.ts";
import { setLabels } from "./labels.ts";
import type { Connection } from "./pool.ts";
import { jsonOf } from "./statements.ts";

/** Of a post without its targets, texts and media. */
export const POST_COLUMNS = postColumns("json_object_agg");

/** @param known saves reading texts that may be long, if the post has this revision */
export async function readPost(
  db: Connection,
  profileId: string,
  id: string,
  known?: KnownTexts,
): Promise<Post | null> {
  const row = await readRow(db, profileId, id);
  if (!row) return null;
  const texts = known?.revision === row.revision ? known : textsOf(await contentOf(db, [id]));
  const targets = await targetsOf(db, [row]);
  return postOf(row, texts, { targets: targets.get(id) ?? [], media: await filesOf(db, [id]) });
}

const readRow = (db: Connection, profileId: string, id: string) =>
  db.get<PostRow>(`SELECT ${POST_COLUMNS} FROM post WHERE id = $id AND profile_id = $profileId`, {
    id,
    profileId,
  });

export async function readWithoutContent(
  db: Connection,
  profileId: string,
  id: string,
): Promise<PostWithoutContent | null> {
  const row = await readRow(db, profileId, id);
  return row && ((await withTargets(db, [row]))[0] ?? null);
}

/** Posts of any profile, by their ids; those that do not exist are left out. */
export async function readPosts(db: Connection, ids: readonly string[]): Promise<Map<string, Post>> {
  return new Map((await wholePosts(db, await readRows(db, ids))).map((post) => [post.id, post]));
}

/** The same without their content. */
export async function readAllWithoutContent(
  db: Connection,
  ids: readonly string[],
): Promise<Map<string, PostWithoutContent>> {
  return new Map((await withTargets(db, await readRows(db, ids))).map((post) => [post.id, post]));
}

const readRows = (db: Connection, ids: readonly string[]) =>
  db.all<PostRow>(`SELECT ${POST_COLUMNS} FROM post WHERE id = ANY($ids::text[])`, { ids });

async function withTargets(db: Connection, rows: readonly PostRow[]): Promise<PostWithoutContent[]> {
  const targets = await targetsOf(db, rows);
  return rows.map((row) => postWithoutContent(row, targets.get(row.id) ?? []));
}

async function targetsOf(db: Connection, rows: readonly PostRow[]): Promise<Map<string, PlacedTargetRow[]>> {
  const ids = rows.map(({ id }) => id);
  const targets = await db.all<PlacedTargetRow>(`${TARGETS_OF_POST} = ANY($ids::text[])`, { ids });
  return Map.groupBy(targets, ({ postId }) => postId);
}

/** Posts with all that belongs to them, in three queries however many there are. */
export async function wholePosts(db: Connection, rows: readonly PostRow[]): Promise<Post[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const targets = await targetsOf(db, rows);
  const content = Map.groupBy(await contentOf(db, ids), ({ postId }) => postId);
  const media = Map.groupBy(await filesOf(db, ids), ({ postId }) => postId);
  return rows.map((row) =>
    postOf(row, textsOf(content.get(row.id) ?? []), {
      targets: targets.get(row.id) ?? [],
      media: media.get(row.id) ?? [],
    }),
  );
}

const contentOf = (db: Connection, ids: readonly string[]) =>
  db.all<ContentOfPostRow>(`${CONTENT_OF_POST} = ANY($ids::text[])`, { ids });
const filesOf = (db: Connection, ids: readonly string[]) =>
  db.all<PostMediaRow>(`${MEDIA_OF_POST} = ANY($ids::text[])`, { ids });

/** A post, and who makes it, as the audit log names them. */
export interface AddedPost {
  readonly post: NewPost;
  readonly actor: string;
}

/** In this order. @throws MissingMediaError, MissingLabelError */
export async function addPosts(db: Connection, added: readonly AddedPost[]): Promise<void> {
  if (added.length === 0) return;
  const posts = added.map(({ post }) => post);
  const list = <K extends keyof NewPost>(field: K) => posts.map((post) => post[field]);
  await db.run(
    `INSERT INTO post (id, profile_id, words, accounts, schedule, scheduled_for, canceled,
       idempotency_key, created_at, updated_at, check_at, created_by, problems)
     SELECT id, profile_id, words, accounts::json, schedule, scheduled_for, canceled,
       idempotency_key, created_at, created_at, check_at, created_by, problems::json
     FROM unnest($ids::text[], $profileIds::text[], $words::text[], $accounts::text[], $schedules::text[],
       $scheduledFor::bigint[], $canceled::smallint[], $idempotencyKeys::text[],
       $createdAt::bigint[], $checkAt::bigint[], $actors::text[], $problems::text[]) WITH ORDINALITY
       AS added (id, profile_id, words, accounts, schedule, scheduled_for, canceled,
         idempotency_key, created_at, check_at, created_by, problems, n) ORDER BY n`,
    {
      ids: list("id"),
      profileIds: list("profileId"),
      words: posts.map(({ caption }) => searchTextOf(caption)),
      accounts: list("accounts").map(jsonOf),
      schedules: list("schedule"),
      scheduledFor: list("scheduledFor"),
      canceled: list("canceled").map(Number),
      idempotencyKeys: list("idempotencyKey"),
      createdAt: list("createdAt"),
      checkAt: list("checkAt"),
      actors: added.map(({ actor }) => actor),
      problems: list("problems").map(jsonOf),
    },
  );
  await addContent(db, posts);
  for (const { id, mediaIds, targetMediaIds, labels } of posts) {
    await addMedia(db, id, mediaIds, targetMediaIds);
    if (labels.length > 0) await setLabels(db, id, labels);
  }
  await addTargets(
    db,
    posts.flatMap(({ id, targets }) => placedTargets(id, targets)),
  );
}

/** Replaces the texts that are given. */
export async function setTexts(db: Connection, id: string, texts: Partial<PostTexts>): Promise<void> {
  const given = TEXT_FIELDS.filter((field) => texts[field] !== undefined);
  if (given.length === 0) return;
  const replaced = given.map((field) => `(${ROWS_OF[field]})`).join(" OR ");
  await db.run(`DELETE FROM post_content WHERE post_id = $id AND (${replaced})`, { id });
  await addContent(db, [{ id, ...texts }]);
}

async function addContent(
  db: Connection,
  posts: readonly ({ readonly id: string } & Partial<PostTexts>)[],
): Promise<void> {
  const rows = posts.flatMap((post) => contentRows(post, jsonOf).map((row) => ({ ...row, postId: post.id })));
  const list = <K extends keyof ContentOfPostRow>(field: K) => rows.map((row) => row[field]);
  if (rows.length === 0) return;
  await db.run(
    `INSERT INTO post_content (post_id, kind, key, position, value)
     SELECT * FROM unnest($postIds::text[], $kinds::text[], $keys::text[], $positions::bigint[], $values::text[])`,
    {
      postIds: list("postId"),
      kinds: list("kind"),
      keys: list("key"),
      positions: list("position"),
      values: list("value"),
    },
  );
}

/** @param ofTargets files that only some targets have @throws MissingMediaError */
export async function addMedia(
  db: Connection,
  postId: string,
  mediaIds: readonly string[],
  ofTargets: readonly string[],
): Promise<void> {
  const ids = [...mediaIds, ...ofTargets];
  if (ids.length === 0) return;
  // Locked as for the count of their uses, which follows: whoever removes one of them waits, and then finds it used.
  const found = await db.all<{ id: string }>(
    "SELECT id FROM media WHERE id = ANY($ids::text[]) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE",
    { ids },
  );
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing !== -1) throw new MissingMediaError(missing);
  await db.run(
    `INSERT INTO post_media (post_id, position, of_target, media_id)
     SELECT $postId, position, of_target, media_id
     FROM unnest($positions::bigint[], $ofTarget::smallint[], $ids::text[]) AS file (position, of_target, media_id)`,
    {
      postId,
      ids,
      positions: ids.map((_, n) => n),
      ofTarget: ids.map((_, n) => Number(n >= mediaIds.length)),
    },
  );
}

/** A target, and where it stands among those of its post. */
interface PlacedTarget extends NewTarget {
  readonly postId: string;
  readonly position: number;
}

export const placedTargets = (postId: string, targets: readonly NewTarget[]): PlacedTarget[] =>
  targets.map((target, position) => ({ ...target, postId, position }));

export async function addTargets(db: Connection, targets: readonly PlacedTarget[]): Promise<void> {
  if (targets.length === 0) return;
  const list = <K extends keyof PlacedTarget>(field: K) => targets.map((target) => target[field]);
  await db.run(
    `INSERT INTO target (id, post_id, position, account_id, platform, handle, simulated, state, due_at, override_key,
       options_key)
     SELECT id, post_id, position, account_id, platform, handle, simulated, state, due_at, override_key, options_key
     FROM unnest($ids::text[], $postIds::text[], $positions::bigint[], $accounts::text[], $platforms::text[], $handles::text[],
       $simulated::smallint[], $states::text[], $due::bigint[], $overrides::text[], $options::text[])
       AS added (id, post_id, position, account_id, platform, handle, simulated, state, due_at, override_key, options_key)`,
    {
      ids: list("id"),
      postIds: list("postId"),
      positions: list("position"),
      accounts: list("accountId"),
      platforms: list("platform"),
      handles: list("handle"),
      simulated: list("simulated").map(Number),
      states: list("state"),
      due: list("dueAt"),
      overrides: list("overrideKey"),
      options: list("optionsKey"),
    },
  );
}

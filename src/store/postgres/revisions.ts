// Revises a post: reads it, calls the decision function and writes the changes, all in one transaction.
import type { Post, PostWithoutContent } from "../../domain/post.ts";
import { KEY_OUTLIVES_POST_MS, type DecideAll, type Revision } from "../../domain/store/posts.ts";
import { newsOfDeletion } from "../rows/news.ts";
import { TEXT_FIELDS, type KnownTexts } from "../rows/post-content.ts";
import { changedColumns, changesNothing } from "../rows/revision.ts";
import { searchTextOf } from "../rows/search-text.ts";
import type { Transaction } from "./access.ts";
import { amongHeld } from "./held-slots.ts";
import { lockPosts, lockProfile } from "./locks.ts";
import { makeMoves } from "./moves.ts";
import type { Value } from "./statements.ts";
import { addMedia, addTargets, placedTargets, readPost, readWithoutContent, setTexts } from "./post-rows.ts";
import { setLabels } from "./labels.ts";
import { jsonOf } from "./statements.ts";

/** Null when there is no such post (any more). */
export async function revise(
  db: Transaction,
  profileId: string,
  id: string,
  { decide, known }: { readonly decide: (post: Post) => Revision; readonly known: Post | undefined },
): Promise<Post | null> {
  await lockPosts(db, [id]);
  const post = await readPost(db, profileId, id, known);
  if (!post) return null;
  const revision = decide(post);
  if (changesNothing(revision)) return post;
  await apply(db, post, revision);
  return revision.remove ? post : await readPost(db, profileId, id, sameTexts(post, revision));
}

/** Of the revision that is made, unless it changes them. */
const sameTexts = (post: Post, { post: change = {} }: Revision): KnownTexts | undefined =>
  TEXT_FIELDS.some((field) => change[field] !== undefined)
    ? undefined
    : { ...post, revision: post.revision + 1 };

export async function reviseAll(
  db: Transaction,
  {
    profileId,
    ids,
    now,
  }: { readonly profileId: string; readonly ids: readonly string[]; readonly now: number },
  decide: DecideAll,
): Promise<PostWithoutContent[]> {
  await lockProfile(db, profileId);
  await lockPosts(db, ids);
  const posts: PostWithoutContent[] = [];
  for (const id of ids) {
    const post = await readWithoutContent(db, profileId, id);
    if (post) posts.push(post);
  }
  const revisions = await amongHeld(db, profileId, now, (held) => decide(posts, held));
  // No moment holds two posts, not even while they change places.
  const moving = revisions.filter(({ revision }) => revision.post?.scheduledFor !== undefined);
  await db.run("UPDATE post SET scheduled_for = NULL WHERE id = ANY($ids::text[]) AND schedule = 'queue'", {
    ids: moving.map(({ post }) => post.id),
  });
  const revised: PostWithoutContent[] = [];
  for (const { post, revision } of revisions) {
    const isChanged = !changesNothing(revision);
    if (isChanged) await apply(db, post, revision);
    const isThere = isChanged && !revision.remove;
    const after = isThere ? await readWithoutContent(db, profileId, post.id) : post;
    if (after) revised.push(after);
  }
  return revised;
}

async function apply(db: Transaction, post: PostWithoutContent, revision: Revision): Promise<void> {
  const { id, profileId } = post;
  if (revision.audit) db.records.audit(revision.audit);
  if (revision.remove) {
    await remove(db, post, revision.at);
    return;
  }
  if (revision.look) {
    // A question changes nothing about the post.
    await askLook(db, id, revision.look, revision.at);
    return;
  }
  await replaceParts(db, id, revision);
  await makeAllMoves(db, id, revision);
  if (revision.slots) await lockProfile(db, profileId);
  const place = revision.slots ? await amongHeld(db, profileId, revision.at, revision.slots) : undefined;
  await update(db, id, { ...revision.post, ...place }, revision.at);
  const dueAt = place?.scheduledFor ?? revision.dueAt;
  if (dueAt !== undefined)
    await db.run(
      `UPDATE target SET due_at = $dueAt, deferred_since = NULL, failure = NULL
       WHERE post_id = $id AND state = 'pending' AND attempt = 0`,
      { id, dueAt },
    );
  for (const event of [revision.event ?? []].flat()) {
    const scheduled = place && event.kind === "scheduled" && { dueAt: place.scheduledFor };
    const data = { ...event.data, ...scheduled };
    db.records.ofPost(id, { ...event, data, at: revision.at, actor: revision.audit?.actor });
  }
}

/** Texts, files, labels and targets that are others from now on. */
async function replaceParts(db: Transaction, id: string, { post, targets }: Revision): Promise<void> {
  const { mediaIds, targetMediaIds = [], labels } = post ?? {};
  await setTexts(db, id, post ?? {});
  if (mediaIds) {
    await db.run("DELETE FROM post_media WHERE post_id = $id", { id });
    await addMedia(db, id, mediaIds, targetMediaIds);
  }
  if (labels) await setLabels(db, id, labels);
  if (targets) {
    await db.run("DELETE FROM target WHERE post_id = $id", { id });
    await addTargets(db, placedTargets(id, targets));
  }
}

async function makeAllMoves(
  db: Transaction,
  id: string,
  { reconciled, moves = [], audit }: Revision,
): Promise<void> {
  // Before the moves: their events tell what the person said.
  if (reconciled)
    await db.run("UPDATE target SET reconciled = $as WHERE id = ANY($ids::text[])", {
      ids: reconciled.targetIds,
      as: jsonOf(reconciled.as),
    });
  // One after the other: two moves may be of the same target.
  for (const move of moves) {
    const [isMade] = await makeMoves(db, [{ ...move, actor: audit?.actor }]);
    if (!isMade) throw new Error(`the post ${id} was not as it was read`);
  }
}

async function askLook(
  db: Transaction,
  postId: string,
  { targetId, by }: NonNullable<Revision["look"]>,
  at: number,
): Promise<void> {
  await db.run(
    `UPDATE target SET look_asked_by = $by, look_planned_at = due_at, due_at = $at
     WHERE id = $targetId AND post_id = $postId AND state = 'uncertain'`,
    { targetId, postId, by, at },
  );
}

async function remove(db: Transaction, post: PostWithoutContent, at: number): Promise<void> {
  const place = await db.get<{ sequence: number }>("SELECT sequence FROM post WHERE id = $id", {
    id: post.id,
  });
  db.records.announce(newsOfDeletion(post, place?.sequence ?? 0, at));
  await db.run("UPDATE idempotency SET forget_at = $until WHERE post_id = $id", {
    id: post.id,
    until: at + KEY_OUTLIVES_POST_MS,
  });
  await db.run("DELETE FROM post WHERE id = $id", { id: post.id });
}

async function update(
  db: Transaction,
  id: string,
  change: NonNullable<Revision["post"]>,
  at: number,
): Promise<void> {
  const set: readonly (readonly [string, Value])[] = [
    ...changedColumns(change, jsonOf),
    ...(change.caption === undefined ? [] : [["words", searchTextOf(change.caption)] as const]),
  ];
  const assignments = [
    ...set.map(([column]) => `${column} = $${column}`),
    "updated_at = greatest(updated_at, $at)",
    "revision = revision + 1",
  ];
  await db.run(`UPDATE post SET ${assignments.join(", ")} WHERE id = $id`, {
    ...Object.fromEntries(set),
    id,
    at,
  });
}

// Revises a post: reads it, calls the decision function and writes the changes, all in one transaction.
import type { Database } from "bun:sqlite";
import type { Post, PostWithoutContent } from "../../domain/post.ts";
import { type DecideAll, KEY_OUTLIVES_POST_MS, type Revision } from "../../domain/store/posts.ts";
import { textsAfter, type KnownTexts } from "../rows/post-content.ts";
import { changedColumns, changesNothing } from "../rows/revision.ts";
import { announcementsOf } from "./announcements.ts";
import { appendAudit } from "./audit.ts";
import { appendPostEvent } from "./events.ts";
import type { HeldSlotRows } from "./held-slots.ts";
import { openTransitions } from "./transitions.ts";
import type { PostRows } from "./post-rows.ts";
import type { SearchIndex } from "./search.ts";

type Decide = (post: Post) => Revision;

interface Parts {
  readonly rows: PostRows;
  readonly search: Pick<SearchIndex, "edited">;
  readonly slots: Pick<HeldSlotRows, "after">;
}

/** Of the revision that is made. */
const nextTexts = (post: Post, { post: change = {} }: Revision): KnownTexts => ({
  ...textsAfter(post, change),
  revision: post.revision + 1,
});

/** Both are to be called inside a transaction. */
export interface Revisions {
  /** Null when there is no such post (any more). */
  revise(profileId: string, id: string, decide: Decide, known?: Post): Post | null;
  reviseAll(profileId: string, ids: readonly string[], now: number, decide: DecideAll): PostWithoutContent[];
}

export function openRevisions(db: Database, { rows, search, slots }: Parts): Revisions {
  const makeMove = openTransitions(db);
  const dropMedia = db.query("DELETE FROM post_media WHERE post_id = ?");
  const dropTargets = db.query("DELETE FROM target WHERE post_id = ?");
  const dropPost = db.query("DELETE FROM post WHERE id = ?");
  const retireKeys = db.query("UPDATE idempotency SET forget_at = ? WHERE post_id = ?");
  const moveDue = db.query(
    "UPDATE target SET due_at = ?, deferred_since = NULL, failure = NULL WHERE post_id = ? AND state = 'pending' AND attempt = 0",
  );
  const letGo = db.query("UPDATE post SET scheduled_for = NULL WHERE id = ? AND schedule = 'queue'");
  const setReconciled = db.query("UPDATE target SET reconciled = ? WHERE id = ?");
  const askLook = db.query(
    `UPDATE target SET look_asked_by = $by, look_planned_at = due_at, due_at = $at
     WHERE id = $id AND post_id = $post AND state = 'uncertain'`,
  );

  return {
    revise(profileId, id, decide, known) {
      const post = rows.one(profileId, id, known);
      if (!post) return null;
      const revision = decide(post);
      if (changesNothing(revision)) return post;
      apply(post, revision);
      return revision.remove ? post : rows.one(profileId, id, nextTexts(post, revision));
    },
    reviseAll(profileId, ids, now, decide) {
      const posts = ids.map((id) => rows.withoutContent(profileId, id)).filter((post) => post !== null);
      const revisions = decide(posts, slots.after(profileId, now));
      // No moment holds two posts, not even while they change places.
      for (const { post, revision } of revisions)
        if (revision.post?.scheduledFor !== undefined) letGo.run(post.id);
      return revisions
        .map(({ post, revision }) => {
          if (changesNothing(revision)) return post;
          apply(post, revision);
          return revision.remove ? post : rows.withoutContent(profileId, post.id);
        })
        .filter((post) => post !== null);
    },
  };

  function apply(post: PostWithoutContent, revision: Revision): void {
    const { id, profileId } = post;
    if (revision.audit) appendAudit(db, revision.audit);
    if (revision.remove) {
      remove(post, revision.at);
      return;
    }
    if (revision.look) {
      // A question changes nothing about the post.
      askLook.run({ by: revision.look.by, id: revision.look.targetId, post: id, at: revision.at });
      return;
    }
    rows.setTexts(id, revision.post ?? {});
    const { mediaIds, targetMediaIds = [], labels: labelIds } = revision.post ?? {};
    if (mediaIds) replaceMedia(id, mediaIds, targetMediaIds);
    if (labelIds) rows.setLabels(id, labelIds);
    if (revision.targets) replaceTargets(id, revision);
    const actor = revision.audit?.actor;
    // Before the moves: their events tell what the person said.
    for (const targetId of revision.reconciled?.targetIds ?? [])
      setReconciled.run(JSON.stringify(revision.reconciled?.as), targetId);
    for (const move of revision.moves ?? []) {
      if (!makeMove(move, actor)) throw new Error(`the post ${id} was not as it was read`);
    }
    const place = revision.slots?.(slots.after(profileId, revision.at));
    update(id, { ...revision.post, ...place }, revision.at);
    if (revision.post?.caption !== undefined) search.edited(id);
    const dueAt = place?.scheduledFor ?? revision.dueAt;
    if (dueAt !== undefined) moveDue.run(dueAt, id);
    for (const event of [revision.event ?? []].flat()) {
      const data = {
        ...event.data,
        ...(place && event.kind === "scheduled" && { dueAt: place.scheduledFor }),
      };
      appendPostEvent(db, id, { ...event, data, at: revision.at, actor });
    }
  }

  function remove(post: PostWithoutContent, at: number): void {
    announcementsOf(db).postDeleted(post, at);
    retireKeys.run(at + KEY_OUTLIVES_POST_MS, post.id);
    dropPost.run(post.id);
  }

  function replaceMedia(id: string, mediaIds: readonly string[], ofTargets: readonly string[]): void {
    dropMedia.run(id);
    rows.addMedia(id, mediaIds, ofTargets);
  }

  function replaceTargets(id: string, { targets = [] }: Revision): void {
    dropTargets.run(id);
    rows.addTargets(id, targets);
  }

  function update(id: string, change: NonNullable<Revision["post"]>, at: number): void {
    const set = changedColumns(change, JSON.stringify);
    const assignments = [
      ...set.map(([column]) => `${column} = ?`),
      "updated_at = max(updated_at, ?)",
      "revision = revision + 1",
    ].join(", ");
    db.query(`UPDATE post SET ${assignments} WHERE id = ?`).run(...set.map(([, value]) => value), at, id);
  }
}

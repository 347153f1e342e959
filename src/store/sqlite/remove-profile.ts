// Removes a profile with everything that belongs to it, a little at a time: a profile may have years of posts, and other
// work goes on meanwhile.
import type { Database } from "bun:sqlite";
import type { AuditEntry } from "../../domain/audit.ts";
import { auditIf } from "./audit.ts";
import type { Write } from "./writer.ts";

/** How many targets, files or webhook events are removed in one transaction. */
const STEP = 50;

/** @returns false when the profile does not exist */
export type RemoveProfile = (id: string, audit: AuditEntry) => Promise<boolean>;

/**
 * If it is interrupted, the profile is left with fewer posts, each of them whole. Removing the profile again continues.
 */
export function openRemoveProfile(db: Database, write: Write): RemoveProfile {
  // Descending by status: posts that may still be published go first, finished ones and drafts last.
  const nextPosts = db.query<{ seq: number; targets: number }, [string]>(
    `SELECT seq, (SELECT count(*) FROM target WHERE post_id = post.id) AS targets FROM post
     WHERE profile_id = ? ORDER BY status DESC, id DESC LIMIT ${STEP}`,
  );
  const dropPost = db.query("DELETE FROM post WHERE seq = ?");
  // A file in use by a post that was created meanwhile goes later, together with the profile.
  const dropMedia = db.query(
    `DELETE FROM media WHERE id IN (SELECT id FROM media WHERE profile_id = ?
       AND NOT EXISTS (SELECT 1 FROM post_media WHERE media_id = media.id) LIMIT ${STEP})`,
  );
  const dropEvents = db.query(
    `DELETE FROM webhook_event WHERE seq IN (SELECT seq FROM webhook_event WHERE profile_id = ? LIMIT ${STEP})`,
  );
  // Targets point at accounts without a cascade, so posts go first.
  const dropPosts = db.query("DELETE FROM post WHERE profile_id = ?");
  const drop = db.query("DELETE FROM profile WHERE id = ?");
  const steps = [
    dropSomePosts,
    (id: string) => dropMedia.run(id).changes,
    (id: string) => dropEvents.run(id).changes,
  ];

  return async (id, audit) => {
    for (const step of steps) while ((await write(() => step(id))) > 0);
    return await write(() => {
      dropPosts.run(id);
      return auditIf(drop.run(id).changes > 0, db, audit);
    }, "large");
  };

  /** @returns how many */
  function dropSomePosts(profileId: string): number {
    let [posts, dropped] = [0, 0];
    for (const { seq, targets } of nextPosts.all(profileId)) {
      if (dropped >= STEP) break;
      dropPost.run(seq);
      posts++;
      dropped += Math.max(targets, 1);
    }
    return posts;
  }
}

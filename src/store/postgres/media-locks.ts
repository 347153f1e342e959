// Removes a file where nothing needs it, and keeps posts from needing it meanwhile.
import { eventActor, type EventActor } from "../../domain/event.ts";
import type { Media, MediaRemoval } from "../../domain/media.ts";
import { ENDED } from "../../domain/target-state.ts";
import { MEDIA_COLUMNS, mediaOf, type MediaRow } from "../rows/media.ts";
import { sqlList } from "../rows/sql-list.ts";
import type { Connection } from "./pool.ts";

/** The posts that use a file stay as they are until the transaction ends. Before the file is locked. */
export async function lockUsers(db: Connection, profileId: string, mediaId: string): Promise<void> {
  await db.all(
    `SELECT id FROM post WHERE profile_id = $profileId AND id IN (SELECT post_id FROM post_media WHERE media_id = $mediaId)
     ORDER BY id FOR NO KEY UPDATE`,
    { profileId, mediaId },
  );
}

/** Until the transaction ends no other post begins to use the file. Null when the profile has no such file. */
export async function lockFile(
  db: Connection,
  profileId: string,
  id: string,
): Promise<{ readonly media: Media; readonly creator: EventActor } | null> {
  const found = await db.get<MediaRow & { readonly creator: string | null }>(
    `SELECT ${MEDIA_COLUMNS}, created_by AS creator FROM media
     WHERE id = $id AND profile_id = $profileId AND deleted_at IS NULL FOR UPDATE`,
    { id, profileId },
  );
  if (!found) return null;
  const { creator, ...row } = found;
  return { media: mediaOf(row), creator: eventActor(creator, null) };
}

/** Removes the row of a file that is locked; while a settled post points at it, it is only marked. */
export async function removeFile(db: Connection, id: string, at: number): Promise<MediaRemoval> {
  const posts = await db.all<{ postId: string }>(
    `SELECT DISTINCT post_id AS "postId" FROM post_media WHERE media_id = $id
       AND (EXISTS (SELECT 1 FROM target WHERE target.post_id = post_media.post_id AND state NOT IN (${sqlList(ENDED)}))
         -- An unfinished draft may have no targets yet.
         OR NOT EXISTS (SELECT 1 FROM target WHERE target.post_id = post_media.post_id))
     ORDER BY post_id LIMIT 20`,
    { id },
  );
  if (posts.length > 0) return { kind: "inUse", postIds: posts.map(({ postId }) => postId) };
  const marked = await db.get<{ sha256: string }>(
    "UPDATE media SET deleted_at = $at WHERE id = $id AND deleted_at IS NULL RETURNING sha256",
    { id, at },
  );
  if (!marked) return { kind: "unknown" };
  await db.run("DELETE FROM upload WHERE media_id = $id", { id });
  await db.run(
    "DELETE FROM media WHERE id = $id AND NOT EXISTS (SELECT 1 FROM post_media WHERE media_id = $id)",
    {
      id,
    },
  );
  return { kind: "removed", sha256: marked.sha256 };
}

// Table media: the files of profiles.
import type { Database } from "bun:sqlite";
import { eventActor } from "../../domain/event.ts";
import { mayChange } from "../../domain/person.ts";
import { ENDED } from "../../domain/target-state.ts";
import { sqlList } from "../rows/sql-list.ts";
import type { Media, MediaChangeResult, MediaRemoval } from "../../domain/media.ts";
import type { MediaRecords } from "../../domain/store/media.ts";
import type { Access } from "./access.ts";
import { appendAudit } from "./audit.ts";
import { openMediaList } from "./media-list.ts";
import { MEDIA_COLUMNS, mediaOf, type MediaRow } from "../rows/media.ts";

/** Bytes of all media of a profile, as its row says. */
function mediaUsed(db: Database): (profileId: string) => number {
  const one = db.query<{ bytes: number }, [string]>("SELECT media_bytes AS bytes FROM profile WHERE id = ?");
  return (profileId) => one.get(profileId)?.bytes ?? 0;
}

/**
 * Adds a row, and its audit entry, in whatever transaction is open, so that of two racers for the last room one gets it.
 * @returns false when the profile would then have more than `quota` bytes
 */
export function mediaInsert(db: Database): (media: Media, quota: number, actor: string) => boolean {
  const used = mediaUsed(db);
  const insert = db.query(
    `INSERT INTO media (id, profile_id, sha256, filename, kind, mime, size, width, height, duration_ms, alt_text, created_at, facts,
       parent_id, poster_ms, described, created_by)
     VALUES ($id, $profileId, $sha256, $filename, $kind, $mime, $size, $width, $height, $durationMs, $altText, $createdAt, $facts,
       $parentId, $posterMs, $altText IS NOT NULL, $actor)`,
  );
  return (media, quota, actor) => {
    const { id: subject, profileId, createdAt: at, size } = media;
    if (used(profileId) + size > quota) return false;
    insert.run({ ...media, actor, facts: media.facts && JSON.stringify(media.facts) });
    appendAudit(db, { at, actor, action: "media.create", profileId, subject, detail: { size } });
    return true;
  };
}

export function openMedia({ db, read, write }: Access): MediaRecords {
  const insert = mediaInsert(db);
  const byId = db.query<MediaRow, [string]>(
    `SELECT ${MEDIA_COLUMNS} FROM media WHERE id = ? AND deleted_at IS NULL`,
  );
  const bySha = db.query<{ id: string }, [string]>(
    "SELECT id FROM media WHERE sha256 = ? AND deleted_at IS NULL LIMIT 1",
  );
  const total = db.query<{ bytes: number; files: number }, [string]>(
    "SELECT media_bytes AS bytes, media_files AS files FROM profile WHERE id = ?",
  );
  const derived = db.query<MediaRow, [string, string]>(
    `SELECT ${MEDIA_COLUMNS} FROM media WHERE parent_id = ? AND sha256 = ? AND deleted_at IS NULL LIMIT 1`,
  );
  const hashes = db.query<{ sha256: string }, [string]>("SELECT sha256 FROM media WHERE profile_id = ?");
  const waiting = db.query(
    `SELECT 1 FROM post_media JOIN post ON post.id = post_id
     WHERE media_id = +? AND (status = 'draft' AND review_state = 'approved' OR EXISTS
       (SELECT 1 FROM target WHERE target.post_id = post.id AND state NOT IN ('draft', ${sqlList(ENDED)}))) LIMIT 1`,
  );
  const real = db.query(
    `SELECT 1 FROM post_media JOIN target USING (post_id)
     WHERE media_id = +? AND NOT simulated AND state NOT IN (${sqlList(ENDED)}) LIMIT 1`,
  );
  const change = db.query(
    "UPDATE media SET alt_text = ?1, described = ?1 IS NOT NULL, filename = ?2, poster_ms = ?3 WHERE id = ?4",
  );
  const remove = mediaRemoval(db);
  const older = db.query<{ id: string; createdAt: number }, [number, number, string, number]>(
    `SELECT id, created_at AS createdAt FROM media WHERE deleted_at IS NULL AND created_at < +?
       AND (created_at, id) > (+?, +?) ORDER BY created_at, id LIMIT +?`,
  );
  const lastUse = db.query<{ at: number | null }, [string]>(
    `SELECT max(max(post.updated_at, coalesce((SELECT max(settled_at) FROM target JOIN attempt ON target_id = target.id
       WHERE target.post_id = post.id), 0))) AS at
     FROM post_media JOIN post ON post.id = post_id WHERE media_id = +?`,
  );
  const forget = db.query(
    `DELETE FROM media WHERE id IN (SELECT id FROM media WHERE deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM post_media WHERE media_id = media.id) LIMIT +?)`,
  );

  const creator = db.query<{ actor: string | null }, [string]>(
    "SELECT created_by AS actor FROM media WHERE id = ?",
  );
  const creatorOf = (id: string) => eventActor(creator.get(id)?.actor ?? null, null);
  const one = (profileId: string, id: string) => {
    const row = byId.get(id);
    return row?.profileId === profileId ? mediaOf(row) : null;
  };
  return {
    isUsed: (sha256) => read(() => bySha.get(sha256) !== null),
    add: (media, quota, actor) => write(() => insert(media, quota, actor)),
    one: (id) =>
      read(() => {
        const row = byId.get(id);
        return row ? mediaOf(row) : null;
      }),
    find: (profileId, ids) => read(() => ids.map((id) => one(profileId, id))),
    ...openMediaList({ db, read }),
    madeOf: (parentId, sha256) =>
      read(() => {
        const row = derived.get(parentId, sha256);
        return row && mediaOf(row);
      }),
    total: (profileId) => read(() => total.get(profileId) ?? { bytes: 0, files: 0 }),
    change: (by, id, input, at) =>
      write((): MediaChangeResult => {
        const { profileId, name: actor } = by;
        const media = one(profileId, id);
        if (!media) return { kind: "unknown" };
        if (!mayChange(by, creatorOf(id))) return { kind: "foreign" };
        if (!by.mayPublish && waiting.get(id)) return { kind: "refused" };
        if (by.simulatedOnly && real.get(id)) return { kind: "outOfReach" };
        const { altText, filename, posterMs } = { ...media, ...input };
        change.run(altText, filename, posterMs, id);
        const detail = { fields: Object.keys(input) };
        appendAudit(db, { at, actor, action: "media.edit", profileId, subject: id, detail });
        return { kind: "changed", media: one(profileId, id) ?? media };
      }),
    olderThan: (cutoff, after, limit) =>
      read(() => older.all(cutoff, after?.createdAt ?? -1, after?.id ?? "", limit)),
    expire: (id, cutoff, at) =>
      write(() => {
        if ((lastUse.get(id)?.at ?? 0) >= cutoff) return null;
        const removal = remove(id, at);
        return removal.kind === "removed" ? removal.sha256 : null;
      }),
    hashes: (profileId) => read(() => [...new Set(hashes.all(profileId).map(({ sha256 }) => sha256))]),
    forgetDeleted: (limit) => write(() => forget.run(limit).changes),
    remove: (by, id, at) =>
      write((): MediaRemoval => {
        const { profileId, name: actor } = by;
        if (!one(profileId, id)) return { kind: "unknown" };
        if (!mayChange(by, creatorOf(id))) return { kind: "foreign" };
        const removal = remove(id, at);
        if (removal.kind === "removed")
          appendAudit(db, { at, actor, action: "media.delete", profileId, subject: id, detail: {} });
        return removal;
      }),
  };
}

/** Removes a file's row in whatever transaction is open; while a settled post points at it, it is only marked. */
export function mediaRemoval(db: Database): (id: string, at: number) => MediaRemoval {
  const unsettled = db.query<{ id: string }, [string]>(
    `SELECT DISTINCT post_id AS id FROM post_media WHERE media_id = +?
       AND (EXISTS (SELECT 1 FROM target WHERE target.post_id = post_media.post_id AND state NOT IN (${sqlList(ENDED)}))
         -- An unfinished draft may have no targets yet.
         OR NOT EXISTS (SELECT 1 FROM target WHERE target.post_id = post_media.post_id))
     LIMIT 20`,
  );
  const mark = db.query<{ sha256: string }, [number, string]>(
    "UPDATE media SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL RETURNING sha256",
  );
  const purge = db.query(
    "DELETE FROM media WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM post_media WHERE media_id = ?1)",
  );
  const uploads = db.query("DELETE FROM upload WHERE media_id = ?");
  return (id, at) => {
    const postIds = unsettled.all(id).map((row) => row.id);
    if (postIds.length > 0) return { kind: "inUse", postIds };
    const marked = mark.get(at, id);
    if (!marked) return { kind: "unknown" };
    uploads.run(id);
    purge.run(id);
    return { kind: "removed", sha256: marked.sha256 };
  };
}

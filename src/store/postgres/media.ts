// Table media: the files of profiles.
import { mayChange } from "../../domain/person.ts";
import { ENDED } from "../../domain/target-state.ts";
import type { Media, MediaChangeResult, MediaEditor, MediaRemoval } from "../../domain/media.ts";
import type { MediaAge, MediaRecords } from "../../domain/store/media.ts";
import { MEDIA_COLUMNS, mediaOf, type MediaRow } from "../rows/media.ts";
import { sqlList } from "../rows/sql-list.ts";
import type { Access, Transaction } from "./access.ts";
import { lockProfile } from "./locks.ts";
import { lockFile, lockUsers, removeFile } from "./media-locks.ts";
import { openMediaList } from "./media-list.ts";
import type { Connection } from "./pool.ts";
import { jsonOf } from "./statements.ts";

export function openMedia(access: Access): MediaRecords {
  const { db, writeLocked } = access;
  return {
    ...openMediaList(access),
    isUsed: async (sha256) =>
      (await db.get("SELECT id FROM media WHERE sha256 = $sha256 AND deleted_at IS NULL LIMIT 1", {
        sha256,
      })) !== null,
    add: (media, quota, actor) => writeLocked((db) => insertMedia(db, media, quota, actor)),
    async one(id) {
      const row = await db.get<MediaRow>(
        `SELECT ${MEDIA_COLUMNS} FROM media WHERE id = $id AND deleted_at IS NULL`,
        { id },
      );
      return row && mediaOf(row);
    },
    async find(profileId, ids) {
      if (ids.length === 0) return [];
      const rows = await db.all<MediaRow>(
        `SELECT ${MEDIA_COLUMNS} FROM media
         WHERE id = ANY($ids::text[]) AND profile_id = $profileId AND deleted_at IS NULL`,
        { profileId, ids },
      );
      const found = new Map(rows.map((row) => [row.id, mediaOf(row)]));
      return ids.map((id) => found.get(id) ?? null);
    },
    async madeOf(parentId, sha256) {
      const row = await db.get<MediaRow>(
        `SELECT ${MEDIA_COLUMNS} FROM media
         WHERE parent_id = $parentId AND sha256 = $sha256 AND deleted_at IS NULL LIMIT 1`,
        { parentId, sha256 },
      );
      return row && mediaOf(row);
    },
    total: (profileId) => totalOf(db, profileId),
    change: (by, id, input, at) => writeLocked((db) => changeFile(db, by, id, input, at)),
    olderThan: (cutoff, after, limit) =>
      db.all<MediaAge>(
        `SELECT id, created_at AS "createdAt" FROM media WHERE deleted_at IS NULL AND created_at < $cutoff
           AND (created_at, id) > ($at, $id) ORDER BY created_at, id LIMIT $limit`,
        { cutoff, limit, at: after?.createdAt ?? -1, id: after?.id ?? "" },
      ),
    expire: (id, cutoff, at) => writeLocked((db) => expireFile(db, id, cutoff, at)),
    async hashes(profileId) {
      const rows = await db.all<{ sha256: string }>(
        "SELECT DISTINCT sha256 FROM media WHERE profile_id = $profileId",
        { profileId },
      );
      return rows.map(({ sha256 }) => sha256);
    },
    forgetDeleted: (limit) =>
      writeLocked((db) =>
        db.run(
          `DELETE FROM media WHERE id IN (SELECT id FROM media WHERE deleted_at IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM post_media WHERE media_id = media.id) LIMIT $limit)`,
          { limit },
        ),
      ),
    remove: (by, id, at) => writeLocked((db) => removeFor(db, by, id, at)),
  };
}

async function totalOf(db: Connection, id: string): Promise<{ bytes: number; files: number }> {
  const total = await db.get<{ bytes: number; files: number }>(
    "SELECT media_bytes AS bytes, media_files AS files FROM profile WHERE id = $id",
    { id },
  );
  return total ?? { bytes: 0, files: 0 };
}

/**
 * Adds a row, and its audit entry, in whatever transaction is open: of two racers for the last room one gets it.
 * @returns false when the profile would then have more than `quota` bytes
 */
export async function insertMedia(
  db: Transaction,
  media: Media,
  quota: number,
  actor: string,
): Promise<boolean> {
  const { id: subject, profileId, createdAt: at, size, altText, facts } = media;
  await lockProfile(db, profileId);
  if ((await totalOf(db, profileId)).bytes + size > quota) return false;
  await db.run(
    `INSERT INTO media (id, profile_id, sha256, filename, kind, mime, size, width, height, duration_ms, alt_text, created_at, facts,
       parent_id, poster_ms, described, created_by)
     VALUES ($id, $profileId, $sha256, $filename, $kind, $mime, $size, $width, $height, $durationMs, $altText, $createdAt, $facts,
       $parentId, $posterMs, $described, $actor)`,
    { ...media, actor, facts: facts && jsonOf(facts), described: Number(altText !== null) },
  );
  db.records.audit({ at, actor, action: "media.create", profileId, subject, detail: { size } });
  return true;
}

async function changeFile(
  db: Transaction,
  by: MediaEditor,
  id: string,
  input: Parameters<MediaRecords["change"]>[2],
  at: number,
): Promise<MediaChangeResult> {
  const { profileId, name: actor } = by;
  if (!by.mayPublish || by.simulatedOnly) await lockUsers(db, profileId, id);
  const file = await lockFile(db, profileId, id);
  if (!file) return { kind: "unknown" };
  if (!mayChange(by, file.creator)) return { kind: "foreign" };
  if (!by.mayPublish && (await db.get(WAITING, { id }))) return { kind: "refused" };
  if (by.simulatedOnly && (await db.get(REAL, { id }))) return { kind: "outOfReach" };
  const { altText, filename, posterMs } = { ...file.media, ...input };
  const changed = await db.get<MediaRow>(
    `UPDATE media SET alt_text = $altText, described = $described, filename = $filename, poster_ms = $posterMs
     WHERE id = $id RETURNING ${MEDIA_COLUMNS}`,
    { id, altText, filename, posterMs, described: Number(altText !== null) },
  );
  const detail = { fields: Object.keys(input) };
  db.records.audit({ at, actor, action: "media.edit", profileId, subject: id, detail });
  return { kind: "changed", media: changed ? mediaOf(changed) : file.media };
}

/** A post that waits, or will as soon as somebody says so, has the file. */
const WAITING = `SELECT 1 FROM post_media JOIN post ON post.id = post_id
  WHERE media_id = $id AND (status = 'draft' AND review_state = 'approved' OR EXISTS
    (SELECT 1 FROM target WHERE target.post_id = post.id AND state NOT IN ('draft', ${sqlList(ENDED)}))) LIMIT 1`;
const REAL = `SELECT 1 FROM post_media JOIN target USING (post_id)
  WHERE media_id = $id AND simulated = 0 AND state NOT IN (${sqlList(ENDED)}) LIMIT 1`;

async function removeFor(db: Transaction, by: MediaEditor, id: string, at: number): Promise<MediaRemoval> {
  const { profileId, name: actor } = by;
  await lockProfile(db, profileId);
  await lockUsers(db, profileId, id);
  const file = await lockFile(db, profileId, id);
  if (!file) return { kind: "unknown" };
  if (!mayChange(by, file.creator)) return { kind: "foreign" };
  const removal = await removeFile(db, id, at);
  if (removal.kind === "removed")
    db.records.audit({ at, actor, action: "media.delete", profileId, subject: id, detail: {} });
  return removal;
}

async function expireFile(db: Transaction, id: string, cutoff: number, at: number): Promise<string | null> {
  const found = await db.get<{ profileId: string }>(
    `SELECT profile_id AS "profileId" FROM media WHERE id = $id AND deleted_at IS NULL`,
    { id },
  );
  if (!found || !(await lockProfile(db, found.profileId))) return null;
  await lockUsers(db, found.profileId, id);
  if (!(await lockFile(db, found.profileId, id))) return null;
  const used = await db.get<{ at: number | null }>(
    `SELECT max(greatest(post.updated_at, (SELECT max(settled_at) FROM target JOIN attempt ON target_id = target.id
       WHERE target.post_id = post.id))) AS at
     FROM post_media JOIN post ON post.id = post_id WHERE media_id = $id`,
    { id },
  );
  if ((used?.at ?? 0) >= cutoff) return null;
  const removal = await removeFile(db, id, at);
  return removal.kind === "removed" ? removal.sha256 : null;
}

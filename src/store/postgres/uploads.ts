// Table upload: large uploads in progress. The only SQL that changes an upload's state.
import { uploadStateAfter, type UploadState, type UploadTransition } from "../../domain/upload-state.ts";
import type { OpenUploads, Upload } from "../../domain/upload.ts";
import type { UploadRecords } from "../../domain/store/uploads.ts";
import { UPLOAD_COLUMNS } from "../rows/upload.ts";
import type { Access } from "./access.ts";
import { lockProfile } from "./locks.ts";
import { insertMedia } from "./media.ts";
import type { Connection } from "./pool.ts";

// `state <> 'completed'`: only then is the index of those that are under way of use.

export function openUploads({ db, writeLocked }: Access): UploadRecords {
  return {
    add: ({ id, profileId, filename, mime, size, createdAt, expiresAt }, fits, actor) =>
      writeLocked(async (db) => {
        await lockProfile(db, profileId);
        if (!fits(await openOf(db, profileId, createdAt))) return false;
        await db.run(
          `INSERT INTO upload (id, profile_id, filename, mime, size, state, created_at, expires_at)
           VALUES ($id, $profileId, $filename, $mime, $size, 'prepared', $createdAt, $expiresAt)`,
          { id, profileId, filename, mime, size, createdAt, expiresAt },
        );
        const act = { at: createdAt, actor, action: "upload.create", profileId, subject: id };
        db.records.audit({ ...act, detail: { size } });
        return true;
      }),
    open: (profileId, now) => openOf(db, profileId, now),
    find: (id) => db.get<Upload>(`SELECT ${UPLOAD_COLUMNS} FROM upload WHERE id = $id`, { id }),
    note: async (id, received) =>
      (await db.run("UPDATE upload SET received = $received WHERE id = $id AND state = 'prepared'", {
        id,
        received,
      })) > 0,
    fill: (id, size, sha256) => move(db, id, "prepared", "fill", { received: size, sha256 }),
    reopen: (id) => move(db, id, "uploaded", "reopen", { received: 0 }),
    complete: (id, media, quota, actor) =>
      writeLocked(async (db) => {
        if (!(await insertMedia(db, media, quota, actor))) return false;
        const facts = { sha256: media.sha256, mediaId: media.id };
        if (await move(db, id, "uploaded", "complete", facts)) return true;
        // Thrown, so that the media is taken back with it.
        throw new Error(`upload ${id} is no longer uploaded`);
      }),
    expire: async ({ id, state, sha256 }) =>
      state !== "completed" && state !== "expired" && (await move(db, id, state, "expire", { sha256 })),
    overdue: (state, before, limit) =>
      db.all<Upload>(
        `SELECT ${UPLOAD_COLUMNS} FROM upload WHERE state = $state AND state <> 'completed' AND expires_at <= $before
         ORDER BY expires_at LIMIT $limit`,
        { state, before, limit },
      ),
    forget: (before, limit) =>
      writeLocked((db) =>
        db.run(
          `DELETE FROM upload WHERE id IN (SELECT id FROM upload
             WHERE state = 'expired' AND expires_at <= $before ORDER BY expires_at LIMIT $limit)`,
          { before, limit },
        ),
      ),
  };
}

async function openOf(db: Connection, profileId: string, now: number): Promise<OpenUploads> {
  const open = await db.get<OpenUploads>(
    `SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes,
       coalesce((SELECT media_bytes FROM profile WHERE id = $profileId), 0) AS "mediaBytes" FROM upload
     WHERE profile_id = $profileId AND state IN ('prepared', 'uploaded') AND state <> 'completed'
       AND (state = 'uploaded' OR expires_at > $now)`,
    { profileId, now },
  );
  return open ?? { count: 0, bytes: 0, mediaBytes: 0 };
}

type UploadFacts = Partial<Pick<Upload, "received" | "sha256" | "mediaId">>;

async function move<S extends UploadState>(
  db: Connection,
  id: string,
  from: S,
  by: UploadTransition<S>,
  facts: UploadFacts,
): Promise<boolean> {
  const { received = null, sha256 = null, mediaId = null } = facts;
  const moved = await db.run(
    `UPDATE upload SET state = $to, received = coalesce($received, received), sha256 = $sha256, media_id = $mediaId
     WHERE id = $id AND state = $from`,
    { id, from, to: uploadStateAfter(from, by), received, sha256, mediaId },
  );
  return moved > 0;
}

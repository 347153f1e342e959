// Table upload: large uploads in progress. The only SQL that changes an upload's state.
import { uploadStateAfter, type UploadTransition, type UploadState } from "../../domain/upload-state.ts";
import type { OpenUploads, Upload } from "../../domain/upload.ts";
import type { UploadRecords } from "../../domain/store/uploads.ts";
import { UPLOAD_COLUMNS } from "../rows/upload.ts";
import type { Access } from "./access.ts";
import { appendAudit } from "./audit.ts";
import { mediaInsert } from "./media.ts";

export function openUploads({ db, read, write }: Access): UploadRecords {
  const insert = db.query(
    `INSERT INTO upload (id, profile_id, filename, mime, size, state, created_at, expires_at)
     VALUES ($id, $profileId, $filename, $mime, $size, 'prepared', $createdAt, $expiresAt)`,
  );
  const byId = db.query<Upload, [string]>(`SELECT ${UPLOAD_COLUMNS} FROM upload WHERE id = ?`);
  const note = db.query("UPDATE upload SET received = ? WHERE id = ? AND state = 'prepared'");
  const change = db.query(
    `UPDATE upload SET state = $to, received = coalesce($received, received), sha256 = $sha256, media_id = $mediaId
     WHERE id = $id AND state = $from`,
  );
  // `state <> 'completed'`: only then is the index of those that are under way of use.
  const overdue = db.query<Upload, [string, number, number]>(
    `SELECT ${UPLOAD_COLUMNS} FROM upload WHERE state = +? AND state <> 'completed' AND expires_at <= +? ORDER BY expires_at LIMIT +?`,
  );
  const forget = db.query(
    `DELETE FROM upload WHERE id IN
       (SELECT id FROM upload WHERE state = 'expired' AND state <> 'completed' AND expires_at <= +? ORDER BY expires_at LIMIT +?)`,
  );
  // By the index of what is not completed: those of the profile are all that it ever uploaded.
  const open = db.query<OpenUploads, [string, number]>(
    `SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes,
       coalesce((SELECT media_bytes FROM profile WHERE id = ?1), 0) AS mediaBytes FROM upload
     WHERE state IN ('prepared', 'uploaded') AND state <> 'completed' AND +profile_id = ?1
       AND (state = 'uploaded' OR expires_at > ?2)`,
  );
  const addMedia = mediaInsert(db);
  const openOf = (profileId: string, now: number) =>
    open.get(profileId, now) ?? { count: 0, bytes: 0, mediaBytes: 0 };

  return {
    add: ({ id, profileId, filename, mime, size, createdAt, expiresAt }, fits, actor) =>
      write(() => {
        if (!fits(openOf(profileId, createdAt))) return false;
        insert.run({ id, profileId, filename, mime, size, createdAt, expiresAt });
        appendAudit(db, {
          at: createdAt,
          actor,
          action: "upload.create",
          profileId,
          subject: id,
          detail: { size },
        });
        return true;
      }),
    open: (profileId, now) => read(() => openOf(profileId, now)),
    find: (id) => read(() => byId.get(id)),
    note: (id, received) => write(() => note.run(received, id).changes > 0),
    fill: (id, size, sha256) => write(() => move(id, "prepared", "fill", { received: size, sha256 })),
    reopen: (id) => write(() => move(id, "uploaded", "reopen", { received: 0 })),
    complete: (id, media, quota, actor) =>
      write(() => {
        if (!addMedia(media, quota, actor)) return false;
        if (move(id, "uploaded", "complete", { sha256: media.sha256, mediaId: media.id })) return true;
        // Thrown, so that the media is taken back with it.
        throw new Error(`upload ${id} is no longer uploaded`);
      }),
    expire: ({ id, state, sha256 }) =>
      write(() =>
        state === "completed" || state === "expired" ? false : move(id, state, "expire", { sha256 }),
      ),
    overdue: (state, before, limit) => read(() => overdue.all(state, before, limit)),
    forget: (before, limit) => write(() => forget.run(before, limit).changes),
  };

  function move<S extends UploadState>(
    id: string,
    from: S,
    by: UploadTransition<S>,
    facts: UploadFacts,
  ): boolean {
    const { received = null, sha256 = null, mediaId = null } = facts;
    return change.run({ id, from, to: uploadStateAfter(from, by), received, sha256, mediaId }).changes > 0;
  }
}

type UploadFacts = Partial<Pick<Upload, "received" | "sha256" | "mediaId">>;

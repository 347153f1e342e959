// Rows of the table upload, as both stores read them.

export const UPLOAD_COLUMNS = `id, profile_id AS "profileId", filename, mime, size, state, received, sha256, media_id AS "mediaId",
  created_at AS "createdAt", expires_at AS "expiresAt"`;

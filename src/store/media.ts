// Files of a profile: table media.
import type { Database } from "bun:sqlite";
import type { Media, MediaFacts } from "../publishing/post.ts";
import type { Write } from "./writer.ts";

export const MEDIA_COLUMNS = `media.id, media.profile_id, media.sha256, media.filename, media.kind, media.mime, media.size,
  media.width, media.height, media.duration_ms, media.alt_text, media.created_at, media.facts`;

export interface MediaRow {
  id: string;
  profile_id: string;
  sha256: string;
  filename: string;
  kind: Media["kind"];
  mime: string;
  size: number;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  alt_text: string | null;
  created_at: number;
  facts: string | null;
}

export interface MediaTable {
  add(media: Media): Promise<void>;
  /** Whether any profile has these bytes. */
  isUsed(sha256: string): Promise<boolean>;
  /** In the order of `ids`; null where the profile has no such file. */
  find(profileId: string, ids: readonly string[]): Promise<(Media | null)[]>;
}

/** Adds a row in whatever transaction is open. */
export function mediaInsert(db: Database): (media: Media) => void {
  const insert = db.query(
    `INSERT INTO media (id, profile_id, sha256, filename, kind, mime, size, width, height, duration_ms, alt_text, created_at, facts)
     VALUES ($id, $profileId, $sha256, $filename, $kind, $mime, $size, $width, $height, $durationMs, $altText, $createdAt, $facts)`,
  );
  return (media) => void insert.run({ ...media, facts: media.facts && JSON.stringify(media.facts) });
}

export function openMedia(db: Database, write: Write): MediaTable {
  const insert = mediaInsert(db);
  const byId = db.query<MediaRow, [string, string]>(
    `SELECT ${MEDIA_COLUMNS} FROM media WHERE id = ? AND profile_id = ?`,
  );
  const bySha = db.query<{ id: string }, [string]>("SELECT id FROM media WHERE sha256 = ? LIMIT 1");
  return {
    async isUsed(sha256) {
      return bySha.get(sha256) !== null;
    },
    add: (media) => write(() => insert(media)),
    async find(profileId, ids) {
      return ids.map((id) => {
        const row = byId.get(id, profileId);
        return row ? mediaOf(row) : null;
      });
    },
  };
}

export function mediaOf(row: MediaRow): Media {
  return {
    id: row.id,
    profileId: row.profile_id,
    sha256: row.sha256,
    filename: row.filename,
    kind: row.kind,
    mime: row.mime,
    size: row.size,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    altText: row.alt_text,
    createdAt: row.created_at,
    facts: row.facts === null ? null : (JSON.parse(row.facts) as MediaFacts),
  };
}

-- The media library: where a file is used, which file it was made from, the frame that is a video's cover, and other orders.

-- The file that it was cropped from, which may have been deleted since.
ALTER TABLE media ADD COLUMN parent_id TEXT;
CREATE INDEX media_parent ON media (parent_id, sha256) WHERE parent_id IS NOT NULL;

-- The frame of a video that people chose as its cover; null: nobody did.
ALTER TABLE media ADD COLUMN poster_ms INTEGER;

-- How many posts use it, kept with every change: a list of unused files costs the same however many posts there are.
ALTER TABLE media ADD COLUMN posts INTEGER NOT NULL DEFAULT 0;
UPDATE media SET posts = (SELECT count(*) FROM post_media WHERE media_id = media.id);
CREATE TRIGGER media_used AFTER INSERT ON post_media BEGIN
  UPDATE media SET posts = posts + 1 WHERE id = NEW.media_id;
END;
CREATE TRIGGER media_unused AFTER DELETE ON post_media BEGIN
  UPDATE media SET posts = posts - 1 WHERE id = OLD.media_id;
END;

-- One index for each order, with what the filters ask: rows that are not shown are not read.
-- Whether it has an alt text, which is too long for an index; SQLite looks up the row for a generated column.
ALTER TABLE media ADD COLUMN described INTEGER NOT NULL DEFAULT 0;
UPDATE media SET described = alt_text IS NOT NULL;
DROP INDEX media_newest;
DROP INDEX media_kind;
CREATE INDEX media_newest ON media (profile_id, id, kind, posts, deleted_at, described) WHERE deleted_at IS NULL;
CREATE INDEX media_by_name ON media (profile_id, filename COLLATE NOCASE, id, kind, posts, deleted_at, described)
  WHERE deleted_at IS NULL;
CREATE INDEX media_by_size ON media (profile_id, size, id, kind, posts, deleted_at, described) WHERE deleted_at IS NULL;

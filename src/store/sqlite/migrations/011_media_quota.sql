-- How many bytes of media a profile has, kept with every change: a quota costs one look, however many files there are.
ALTER TABLE profile ADD COLUMN media_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE profile SET media_bytes =
  (SELECT coalesce(sum(size), 0) FROM media WHERE profile_id = profile.id AND deleted_at IS NULL);
CREATE TRIGGER media_counted AFTER INSERT ON media WHEN NEW.deleted_at IS NULL BEGIN
  UPDATE profile SET media_bytes = media_bytes + NEW.size WHERE id = NEW.profile_id;
END;
CREATE TRIGGER media_marked AFTER UPDATE OF deleted_at ON media
  WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
  UPDATE profile SET media_bytes = media_bytes - OLD.size WHERE id = OLD.profile_id;
END;
CREATE TRIGGER media_removed AFTER DELETE ON media WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE profile SET media_bytes = media_bytes - OLD.size WHERE id = OLD.profile_id;
END;

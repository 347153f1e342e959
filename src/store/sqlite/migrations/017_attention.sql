-- What needs a person: publishing that is paused, and entries of the list that a person put off.

-- Set while nothing may be published; all three or none.
ALTER TABLE workspace ADD COLUMN paused_at INTEGER;
ALTER TABLE workspace ADD COLUMN paused_by TEXT;
ALTER TABLE workspace ADD COLUMN paused_reason TEXT;

-- When an account came into its status, and a target into its state; null from before this was written down.
ALTER TABLE account ADD COLUMN status_at INTEGER;
ALTER TABLE target ADD COLUMN state_at INTEGER;
UPDATE target SET state_at = (SELECT updated_at FROM post WHERE id = post_id) WHERE state IN ('failed', 'uncertain');
-- What failed lately, whatever else there is.
CREATE INDEX target_failed ON target (state_at) WHERE state = 'failed';

-- Entries of the attention list that a person put off.
CREATE TABLE snooze (
  id    TEXT PRIMARY KEY,
  -- When the entry had begun: one that begins anew is shown again.
  since INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX snooze_until ON snooze (until);

-- Who created a post, as the audit log names them: lists are filtered by it.
ALTER TABLE post ADD COLUMN created_by TEXT;
UPDATE post SET created_by = audit.actor FROM audit WHERE audit.subject = post.id AND audit.action = 'post.create';
CREATE INDEX post_created_by ON post (profile_id, created_by, id);

-- Lists by the time of a post, newest first. Comparing pairs uses an index only of columns, not of expressions.
ALTER TABLE post ADD COLUMN planned_at INTEGER AS (coalesce(scheduled_for, created_at)) VIRTUAL;
DROP INDEX post_when;
CREATE INDEX post_planned ON post (profile_id, planned_at, id);
-- When the first target went live; 0 until then.
ALTER TABLE post ADD COLUMN published_at INTEGER NOT NULL DEFAULT 0;
UPDATE post SET published_at = coalesce((SELECT min(published_at) FROM target WHERE post_id = post.id), 0);
CREATE INDEX post_published ON post (profile_id, published_at, id);
CREATE TRIGGER post_published_first AFTER UPDATE OF published_at ON target WHEN NEW.published_at IS NOT NULL BEGIN
  UPDATE post SET published_at = NEW.published_at
  WHERE id = NEW.post_id AND (published_at = 0 OR published_at > NEW.published_at);
END;

-- The status of a post by the rules of D15, as `postStatus` has them.
CREATE VIEW post_status AS SELECT id, (
  SELECT CASE
    WHEN count(*) = count(*) FILTER (WHERE state = 'draft') THEN 'draft'
    WHEN count(*) = count(*) FILTER (WHERE state = 'pending' AND attempt = 0) AND post.schedule = 'queue' THEN 'queued'
    WHEN count(*) = count(*) FILTER (WHERE state = 'pending' AND attempt = 0) AND post.schedule = 'time' THEN 'scheduled'
    WHEN max(state IN ('pending', 'preparing', 'committing', 'processing', 'retrying')) THEN 'publishing'
    WHEN max(state = 'uncertain') THEN 'uncertain'
    WHEN min(state = 'posted') THEN 'posted'
    WHEN min(state = 'failed') THEN 'failed'
    ELSE 'partial' END
  FROM target WHERE post_id = post.id) AS status
FROM post;
-- Kept with every change: lists and counts of 100,000 posts read an index.
ALTER TABLE post ADD COLUMN status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN
  ('draft', 'queued', 'scheduled', 'publishing', 'uncertain', 'posted', 'failed', 'partial'));
UPDATE post SET status = post_status.status FROM post_status WHERE post_status.id = post.id;
CREATE INDEX post_by_status ON post (profile_id, status, id);
-- Most posts begin as drafts, and stay that with each draft target.
CREATE TRIGGER post_status_target_added AFTER INSERT ON target
  WHEN NEW.state <> 'draft' OR (SELECT status FROM post WHERE id = NEW.post_id) <> 'draft' BEGIN
  UPDATE post SET status = now.status FROM post_status AS now
  WHERE now.id = NEW.post_id AND post.id = NEW.post_id AND post.status <> now.status;
END;
CREATE TRIGGER post_status_target_moved AFTER UPDATE OF state, attempt ON target BEGIN
  UPDATE post SET status = now.status FROM post_status AS now
  WHERE now.id = NEW.post_id AND post.id = NEW.post_id AND post.status <> now.status;
END;
CREATE TRIGGER post_status_target_removed AFTER DELETE ON target BEGIN
  UPDATE post SET status = now.status FROM post_status AS now
  WHERE now.id = OLD.post_id AND post.id = OLD.post_id AND post.status <> now.status;
END;
CREATE TRIGGER post_status_scheduled AFTER UPDATE OF schedule ON post BEGIN
  UPDATE post SET status = now.status FROM post_status AS now
  WHERE now.id = NEW.id AND post.id = NEW.id AND post.status <> now.status;
END;

-- How many files a profile has, beside how many bytes.
ALTER TABLE profile ADD COLUMN media_files INTEGER NOT NULL DEFAULT 0;
UPDATE profile SET media_files = (SELECT count(*) FROM media WHERE profile_id = profile.id AND deleted_at IS NULL);
CREATE TRIGGER media_file_counted AFTER INSERT ON media WHEN NEW.deleted_at IS NULL BEGIN
  UPDATE profile SET media_files = media_files + 1 WHERE id = NEW.profile_id;
END;
CREATE TRIGGER media_file_marked AFTER UPDATE OF deleted_at ON media
  WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
  UPDATE profile SET media_files = media_files - 1 WHERE id = OLD.profile_id;
END;
CREATE TRIGGER media_file_removed AFTER DELETE ON media WHEN OLD.deleted_at IS NULL BEGIN
  UPDATE profile SET media_files = media_files - 1 WHERE id = OLD.profile_id;
END;

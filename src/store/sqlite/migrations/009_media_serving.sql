-- Media that people delete: the bytes and the file go, and the record of a settled post keeps telling what it had.

-- Set only on a row that a settled post points at; the row itself goes with the last such post.
ALTER TABLE media ADD COLUMN deleted_at INTEGER;
CREATE INDEX media_deleted ON media (deleted_at) WHERE deleted_at IS NOT NULL;
-- The oldest first, for the sweep of what is kept long enough.
CREATE INDEX media_age ON media (created_at, id) WHERE deleted_at IS NULL;

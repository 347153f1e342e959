-- As SQLite's 038_backup_job.sql.
CREATE TABLE backup_job (
  id      bigint PRIMARY KEY CHECK (id = 1),
  -- JSON; null: nothing.
  running utf8,
  -- When its process last said how far it is.
  seen_at bigint,
  -- JSON; null: nothing has ended yet.
  ended   utf8,
  CHECK ((running IS NULL) = (seen_at IS NULL))
);

-- As SQLite's 036_known_backups.sql.
CREATE TABLE known_backup (
  -- Its folder, absolute.
  path       utf8 PRIMARY KEY,
  -- Null: it was only checked.
  made_at    bigint,
  -- The last check; null: never.
  checked_at bigint,
  is_sound   smallint CHECK (is_sound IN (0, 1)),
  CHECK ((checked_at IS NULL) = (is_sound IS NULL))
);

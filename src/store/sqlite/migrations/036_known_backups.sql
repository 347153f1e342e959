-- Backups that were made or checked, for people who are asked about them: whichever process did it, and wherever they are.
CREATE TABLE known_backup (
  -- Its folder, absolute.
  path       TEXT PRIMARY KEY,
  -- Null: it was only checked.
  made_at    INTEGER,
  -- The last check; null: never.
  checked_at INTEGER,
  is_sound   INTEGER CHECK (is_sound IN (0, 1)),
  CHECK ((checked_at IS NULL) = (is_sound IS NULL))
) STRICT, WITHOUT ROWID;

-- What is being done with backups, and what was done last: whichever process does it.
CREATE TABLE backup_job (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  -- JSON; null: nothing.
  running TEXT,
  -- When its process last said how far it is.
  seen_at INTEGER,
  -- JSON; null: nothing has ended yet.
  ended   TEXT,
  CHECK ((running IS NULL) = (seen_at IS NULL))
) STRICT;

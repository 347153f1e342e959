-- Backups that the server makes by itself, and who confirmed that the secret key is kept somewhere else too.

CREATE TABLE backup_schedule (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  -- A time of day or a duration; null: none are made.
  every  TEXT,
  -- Null: all stay.
  keep   INTEGER CHECK (keep > 0),
  -- Null: the usual one.
  folder TEXT
) STRICT;

CREATE TABLE kept_key (
  -- Another key is asked about anew.
  fingerprint TEXT PRIMARY KEY,
  at          INTEGER NOT NULL,
  by          TEXT NOT NULL
) STRICT, WITHOUT ROWID;

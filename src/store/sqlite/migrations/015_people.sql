-- A post's revision: it grows with each change that a person or program makes, not with deliveries.
ALTER TABLE post ADD COLUMN revision INTEGER NOT NULL DEFAULT 1 CHECK (revision >= 1);

-- What a person chose for themselves. Without a time zone the profile's counts.
ALTER TABLE owner ADD COLUMN name TEXT;
ALTER TABLE owner ADD COLUMN timezone TEXT;
ALTER TABLE owner ADD COLUMN theme TEXT NOT NULL DEFAULT 'auto' CHECK (theme IN ('auto', 'light', 'dark'));

-- A session is listed and ended by its id; its hash stays inside.
CREATE TABLE new_session (
  -- SHA-256 of the token; the token itself is only in the browser.
  hash         BLOB PRIMARY KEY CHECK (length(hash) = 32),
  id           TEXT NOT NULL UNIQUE,
  owner_id     TEXT NOT NULL REFERENCES owner ON DELETE CASCADE,
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  -- Where the person signed in, and with what, such as "Firefox on Linux"; null where it is not known.
  address      TEXT,
  device       TEXT
) STRICT, WITHOUT ROWID;
-- The limit keeps SQLite from drawing a random value for every use of the column.
INSERT INTO new_session (hash, id, owner_id, created_at, last_used_at)
  SELECT hash, substr(random, 1, 8) || '-' || substr(random, 9, 4) || '-4' || substr(random, 14, 3) || '-8' ||
         substr(random, 18, 3) || '-' || substr(random, 21, 12), owner_id, created_at, last_used_at
  FROM (SELECT *, lower(hex(randomblob(16))) AS random FROM session LIMIT -1 OFFSET 0);
DROP TABLE session;
ALTER TABLE new_session RENAME TO session;
CREATE INDEX session_owner ON session (owner_id, last_used_at, created_at);

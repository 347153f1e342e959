-- Large files on their way in: prepared, filled by PUT, and completed into media.

CREATE TABLE upload (
  id         TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  filename   TEXT NOT NULL,
  -- As declared; the bytes decide when it is completed.
  mime       TEXT NOT NULL,
  size       INTEGER NOT NULL CHECK (size BETWEEN 1 AND 536870912),
  state      TEXT NOT NULL CHECK (state IN ('prepared', 'uploaded', 'completed', 'expired')),
  -- Bytes from the start that are known to be on the disk; what the file has beyond them is not relied on.
  received   INTEGER NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND size),
  sha256     TEXT CHECK (length(sha256) = 64),
  media_id   TEXT REFERENCES media ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- A state can't be without its facts.
  CHECK (state NOT IN ('uploaded', 'completed') OR (received = size AND sha256 IS NOT NULL)),
  CHECK ((state = 'completed') = (media_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX upload_expires ON upload (state, expires_at) WHERE state <> 'completed';
CREATE INDEX upload_media ON upload (media_id) WHERE media_id IS NOT NULL;
CREATE INDEX upload_profile ON upload (profile_id);

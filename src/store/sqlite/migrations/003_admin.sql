-- The owner's side: people and their sessions, hosts that files may be imported from, the plan's start, the audit log.

CREATE TABLE owner (
  id            TEXT PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (email <> ''),
  password_hash TEXT NOT NULL,
  created_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  -- SHA-256 of the token; the token itself is only in the browser.
  hash         BLOB PRIMARY KEY CHECK (length(hash) = 32),
  owner_id     TEXT NOT NULL REFERENCES owner ON DELETE CASCADE,
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_owner ON session (owner_id);

CREATE TABLE import_host (
  host       TEXT PRIMARY KEY CHECK (host <> ''),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- No references: what was done stays on record when the thing itself is gone.
CREATE TABLE audit (
  seq        INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  actor      TEXT NOT NULL CHECK (actor IN ('cli', 'crier') OR actor LIKE 'owner:_%' OR actor LIKE 'key:_%'),
  action     TEXT NOT NULL CHECK (action <> ''),
  profile_id TEXT,
  subject    TEXT NOT NULL,
  detail     TEXT NOT NULL CHECK (json_valid(detail))
) STRICT;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN
  SELECT raise(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN
  SELECT raise(ABORT, 'the audit log is only added to');
END;

-- A trial runs from the first profile, also when that one is deleted and another made.
ALTER TABLE workspace ADD COLUMN first_profile_at INTEGER;
UPDATE workspace SET first_profile_at = (SELECT min(created_at) FROM profile);
CREATE TRIGGER first_profile AFTER INSERT ON profile BEGIN
  UPDATE workspace SET first_profile_at = NEW.created_at WHERE first_profile_at IS NULL;
END;

-- Actions on several posts that were done lately: what undoes them, and what a repeated request is answered.
CREATE TABLE undo (
  token      TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  -- JSON: each post with its time before and after.
  steps      TEXT NOT NULL,
  until      INTEGER NOT NULL
) STRICT;
CREATE INDEX undo_until ON undo (until);
CREATE INDEX undo_profile ON undo (profile_id);

CREATE TABLE answer (
  profile_id  TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  -- As the caller gave it in Idempotency-Key.
  key         TEXT NOT NULL,
  -- Of the request.
  fingerprint TEXT NOT NULL,
  -- JSON.
  body        TEXT NOT NULL,
  until       INTEGER NOT NULL,
  PRIMARY KEY (profile_id, key)
) STRICT;
CREATE INDEX answer_until ON answer (until);

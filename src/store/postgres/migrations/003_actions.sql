-- As SQLite's 037_actions.sql.
CREATE TABLE undo (
  token      utf8 PRIMARY KEY,
  profile_id utf8 NOT NULL REFERENCES profile ON DELETE CASCADE,
  -- JSON: each post with its time before and after.
  steps      utf8 NOT NULL,
  until      bigint NOT NULL
);
CREATE INDEX undo_until ON undo (until);
CREATE INDEX undo_profile ON undo (profile_id);

CREATE TABLE answer (
  profile_id  utf8 NOT NULL REFERENCES profile ON DELETE CASCADE,
  -- As the caller gave it in Idempotency-Key.
  key         utf8 NOT NULL,
  -- Of the request.
  fingerprint utf8 NOT NULL,
  -- JSON.
  body        utf8 NOT NULL,
  until       bigint NOT NULL,
  PRIMARY KEY (profile_id, key)
);
CREATE INDEX answer_until ON answer (until);

-- Labels of a profile, and the posts that have them.

CREATE TABLE label (
  id         TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  -- The name without differences of case, in all scripts.
  name_key   TEXT NOT NULL,
  colour     TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (profile_id, name_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE post_label (
  post_id  TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
  label_id TEXT NOT NULL REFERENCES label ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (post_id, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX post_label_label ON post_label (label_id, post_id);

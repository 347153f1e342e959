-- The whole contract: queue slots, idempotency keys, caption search, checks before a post is due.

CREATE TABLE slot (
  id         TEXT PRIMARY KEY,
  profile_id TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  -- One bit a day: 1 Monday, 2 Tuesday … 64 Sunday.
  weekdays   INTEGER NOT NULL CHECK (weekdays BETWEEN 1 AND 127),
  at         TEXT NOT NULL CHECK (at GLOB '[0-2][0-9]:[0-5][0-9]'),
  timezone   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX slot_profile ON slot (profile_id);

-- One slot holds one post, whoever asks at the same moment.
CREATE UNIQUE INDEX post_slot ON post (profile_id, scheduled_for) WHERE schedule = 'queue';

-- Outlives its post: a key must not publish anew because somebody tidied up.
CREATE TABLE idempotency (
  profile_id  TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  key         TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  post_id     TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  -- Set when the post is deleted.
  forget_at   INTEGER,
  PRIMARY KEY (profile_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_post ON idempotency (post_id);
CREATE INDEX idempotency_forget ON idempotency (forget_at) WHERE forget_at IS NOT NULL;

-- When a waiting post is looked at again before it is due.
ALTER TABLE post ADD COLUMN check_at INTEGER;
CREATE INDEX post_check ON post (check_at) WHERE check_at IS NOT NULL;
-- How late the first attempt began, ms.
ALTER TABLE target ADD COLUMN lateness INTEGER;

-- In the order they came, without sorting.
CREATE INDEX account_profile ON account (profile_id, id);

CREATE INDEX post_when ON post (profile_id, coalesce(scheduled_for, created_at));
CREATE INDEX target_state ON target (state, post_id);

CREATE VIRTUAL TABLE post_search USING fts5 (caption, content = 'post', content_rowid = 'seq',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
INSERT INTO post_search (rowid, caption) SELECT seq, caption FROM post;
CREATE TRIGGER post_search_add AFTER INSERT ON post BEGIN
  INSERT INTO post_search (rowid, caption) VALUES (new.seq, new.caption);
END;
CREATE TRIGGER post_search_drop AFTER DELETE ON post BEGIN
  INSERT INTO post_search (post_search, rowid, caption) VALUES ('delete', old.seq, old.caption);
END;
CREATE TRIGGER post_search_edit AFTER UPDATE OF caption ON post BEGIN
  INSERT INTO post_search (post_search, rowid, caption) VALUES ('delete', old.seq, old.caption);
  INSERT INTO post_search (rowid, caption) VALUES (new.seq, new.caption);
END;

-- The search index catches up: a post gets into it after it was stored, and before anybody searches.

-- Every post up to this number is in the index, none beyond it.
ALTER TABLE workspace ADD COLUMN searched_to INTEGER NOT NULL DEFAULT 0;
-- Whether the index still has words of posts that are gone: 0 no, 1 yes, 2 they are being removed.
ALTER TABLE workspace ADD COLUMN search_stale INTEGER NOT NULL DEFAULT 0 CHECK (search_stale IN (0, 1, 2));

DROP TRIGGER post_search_add;
DROP TRIGGER post_search_drop;
DROP TRIGGER post_search_edit;
DROP TABLE post_search;
-- The words as words.ts finds them, each with its profile in front: a search reads one profile's part of the index only.
-- Two and three letters of a word have an index of their own, for words that are not typed to the end.
CREATE VIRTUAL TABLE post_search USING fts5 (words, tokenize = 'ascii', detail = none, columnsize = 0, prefix = '6 7');

CREATE TRIGGER post_search_drop AFTER DELETE ON post WHEN old.seq <= (SELECT searched_to FROM workspace) BEGIN
  DELETE FROM post_search WHERE rowid = old.seq;
  -- The highest number is given again once it is free, and then to a post that is not in the index.
  UPDATE workspace SET search_stale = 1, searched_to = min(searched_to, coalesce((SELECT max(seq) FROM post), 0));
END;

-- Accounts that are connected: how many there are is asked for every post that is to go out, and where for the status page.
CREATE INDEX account_connected ON account (platform, simulated) WHERE status <> 'disconnected';

-- The list of files reads what it shows, however many are only kept for the record.
CREATE INDEX media_newest ON media (profile_id, id) WHERE deleted_at IS NULL;
CREATE INDEX media_kind ON media (profile_id, kind, id) WHERE deleted_at IS NULL;

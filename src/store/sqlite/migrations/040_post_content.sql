-- Texts and options, each stored once. Every step of a delivery writes a row of post or target anew, which took as long as
-- the row's texts are: those of a post with fifty accounts can have a million characters.
CREATE TABLE post_content (
  post_id  TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
  kind     TEXT NOT NULL CHECK (kind IN ('text', 'options')),
  -- The name of an override or of options; empty for the caption.
  key      TEXT NOT NULL,
  position INTEGER NOT NULL,
  value    TEXT NOT NULL CHECK (kind = 'text' OR json_valid(value)),
  PRIMARY KEY (post_id, kind, key)
  -- With a rowid: without it, the pages of the tree would be full of texts.
) STRICT;

INSERT INTO post_content SELECT id, 'text', '', 0, caption FROM post;
INSERT INTO post_content
  SELECT post.id, 'text', each.key, each.id, each.value FROM post, json_each(post.overrides) AS each;
INSERT INTO post_content
  SELECT post.id, 'options', each.key, each.id, CASE WHEN each.type IN ('object', 'array') THEN each.value
    WHEN each.type IN ('true', 'false', 'null') THEN each.type ELSE json_quote(each.value) END
  FROM post, json_each(post.options) AS each;

-- Which text and which options a target gets; null: the caption, and none.
ALTER TABLE target ADD COLUMN override_key TEXT;
ALTER TABLE target ADD COLUMN options_key TEXT;
-- What a target has is kept to the letter: where it is not among those of its post, it is added under the account's id.
INSERT INTO post_content SELECT post_id, 'text', account_id, 1000000 + position, caption FROM target
  WHERE caption NOT IN (SELECT value FROM post_content AS each WHERE each.post_id = target.post_id AND kind = 'text')
  ON CONFLICT (post_id, kind, key) DO UPDATE SET value = excluded.value;
INSERT INTO post_content SELECT post_id, 'options', account_id, 1000000 + position, options FROM target
  WHERE options <> '{}'
    AND options NOT IN (SELECT value FROM post_content AS each WHERE each.post_id = target.post_id AND kind = 'options')
  ON CONFLICT (post_id, kind, key) DO UPDATE SET value = excluded.value;
UPDATE target SET
  override_key = nullif((SELECT key FROM post_content AS each
    WHERE each.post_id = target.post_id AND kind = 'text' AND value = caption
    ORDER BY key = '' DESC, key = account_id DESC, each.position LIMIT 1), ''),
  options_key = CASE WHEN options <> '{}' THEN (SELECT key FROM post_content AS each
    WHERE each.post_id = target.post_id AND kind = 'options' AND value = options
    ORDER BY key = account_id DESC, each.position LIMIT 1) END;

ALTER TABLE target DROP COLUMN caption;
ALTER TABLE target DROP COLUMN options;
ALTER TABLE post DROP COLUMN caption;
ALTER TABLE post DROP COLUMN overrides;
ALTER TABLE post DROP COLUMN options;

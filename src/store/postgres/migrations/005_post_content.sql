-- As SQLite's 040_post_content.sql.
CREATE TABLE post_content (
  post_id  utf8 NOT NULL REFERENCES post (id) ON DELETE CASCADE,
  kind     utf8 NOT NULL CHECK (kind IN ('text', 'options')),
  -- The name of an override or of options; empty for the caption.
  key      utf8 NOT NULL,
  position bigint NOT NULL,
  value    utf8 NOT NULL,
  PRIMARY KEY (post_id, kind, key)
);

INSERT INTO post_content SELECT id, 'text', '', 0, caption FROM post;
INSERT INTO post_content SELECT post.id, 'text', each.key, each.n, each.value
  FROM post, json_each_text(post.overrides) WITH ORDINALITY AS each (key, value, n);
INSERT INTO post_content SELECT post.id, 'options', each.key, each.n, each.value::text
  FROM post, json_each(post.options) WITH ORDINALITY AS each (key, value, n);

-- Which text and which options a target gets; null: the caption, and none.
ALTER TABLE target ADD COLUMN override_key utf8;
ALTER TABLE target ADD COLUMN options_key utf8;
-- What a target has is kept to the letter: where it is not among those of its post, it is added under the account's id.
INSERT INTO post_content SELECT post_id, 'text', account_id, 1000000 + position, caption FROM target
  WHERE caption NOT IN (SELECT value FROM post_content AS each WHERE each.post_id = target.post_id AND kind = 'text')
  ON CONFLICT (post_id, kind, key) DO UPDATE SET value = excluded.value;
INSERT INTO post_content SELECT post_id, 'options', account_id, 1000000 + position, options::text FROM target
  WHERE options::text <> '{}'
    AND options::text NOT IN (SELECT value FROM post_content AS each WHERE each.post_id = target.post_id AND kind = 'options')
  ON CONFLICT (post_id, kind, key) DO UPDATE SET value = excluded.value;
UPDATE target SET
  override_key = nullif((SELECT key FROM post_content AS each
    WHERE each.post_id = target.post_id AND kind = 'text' AND value = caption
    ORDER BY key = '' DESC, key = account_id DESC, each.position LIMIT 1), ''),
  options_key = CASE WHEN options::text <> '{}' THEN (SELECT key FROM post_content AS each
    WHERE each.post_id = target.post_id AND kind = 'options' AND value = options::text
    ORDER BY key = account_id DESC, each.position LIMIT 1) END;

ALTER TABLE target DROP COLUMN caption, DROP COLUMN options;
ALTER TABLE post DROP COLUMN caption, DROP COLUMN overrides, DROP COLUMN options;

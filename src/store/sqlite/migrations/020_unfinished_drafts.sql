-- Unfinished drafts (D46): a caption may be empty, and a draft carries what still prevents its publication.

-- The column had CHECK (caption <> ''), and SQLite can only drop a check with its column. The table itself stays: dropping
-- it would delete the targets, files and events that refer to it.
ALTER TABLE post ADD COLUMN any_caption TEXT NOT NULL DEFAULT '';
UPDATE post SET any_caption = caption;
ALTER TABLE post DROP COLUMN caption;
ALTER TABLE post RENAME COLUMN any_caption TO caption;

ALTER TABLE post ADD COLUMN problems TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(problems));

-- Files that only some targets of the post have (options.<key>.media, D47). They come after those of the whole post.
ALTER TABLE post_media ADD COLUMN of_target INTEGER NOT NULL DEFAULT 0 CHECK (of_target IN (0, 1));

-- How weeks begin, the accounts of a new post, and whether a person uses keys of a single letter.

ALTER TABLE profile ADD COLUMN week_start TEXT NOT NULL DEFAULT 'monday'
  CHECK (week_start IN ('monday', 'saturday', 'sunday'));
-- Ids; null: those that the person chose last.
ALTER TABLE profile ADD COLUMN default_accounts TEXT
  CHECK (default_accounts IS NULL OR json_valid(default_accounts));
ALTER TABLE person ADD COLUMN letter_keys INTEGER NOT NULL DEFAULT 1 CHECK (letter_keys IN (0, 1));

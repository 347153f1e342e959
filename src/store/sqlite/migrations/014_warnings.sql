-- What the last check before its time found in a waiting post (D25a): a JSON list, empty when all is well.
ALTER TABLE post ADD COLUMN warnings TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(warnings));

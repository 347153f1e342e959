-- What a post's revision is: it grows with each change that a person or program makes, not with deliveries.
ALTER TABLE post ADD COLUMN revision INTEGER NOT NULL DEFAULT 1 CHECK (revision >= 1);

-- Backups: a copy of the database knows that it is one, and a database can be told from an older copy of itself.

-- The same in every copy of one database, from its first start on.
ALTER TABLE workspace ADD COLUMN lineage TEXT;
-- Only rises while the appliance works; the file beside the database holds the highest that was seen.
ALTER TABLE workspace ADD COLUMN high_water INTEGER NOT NULL DEFAULT 0;
-- Set in a backup's copy: the moment up to which it is true. Nothing is delivered from it before it is restored.
ALTER TABLE workspace ADD COLUMN backup_at INTEGER;

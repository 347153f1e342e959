-- What needs a person: publishing that is paused, and entries of the list that a person put off.

-- Set while nothing may be published; all three or none.
ALTER TABLE workspace ADD COLUMN paused_at INTEGER;
ALTER TABLE workspace ADD COLUMN paused_by TEXT;
ALTER TABLE workspace ADD COLUMN paused_reason TEXT;

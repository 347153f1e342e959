-- What needs a person: publishing that is paused, and entries of the list that a person put off.

-- Set while nothing may be published; all three or none.
ALTER TABLE workspace ADD COLUMN paused_at INTEGER;
ALTER TABLE workspace ADD COLUMN paused_by TEXT;
ALTER TABLE workspace ADD COLUMN paused_reason TEXT;

-- When an account came into its status, and a target into its state; null from before this was written down.
ALTER TABLE account ADD COLUMN status_at INTEGER;
ALTER TABLE target ADD COLUMN state_at INTEGER;
UPDATE target SET state_at = (SELECT updated_at FROM post WHERE id = post_id) WHERE state IN ('failed', 'uncertain');
-- What failed lately, whatever else there is.
CREATE INDEX target_failed ON target (state_at) WHERE state = 'failed';

-- Entries of the attention list that a person put off.
CREATE TABLE snooze (
  id    TEXT PRIMARY KEY,
  -- When the entry had begun: one that begins anew is shown again.
  since INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX snooze_until ON snooze (until);

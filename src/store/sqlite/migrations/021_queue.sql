-- The calendar and the queue.

-- Where a post stands in a calendar: its time, or when it went live, or when it was made to go out at once; drafts have no place.
ALTER TABLE post ADD COLUMN calendar_at INTEGER AS
  (coalesce(scheduled_for, nullif(published_at, 0), CASE WHEN status <> 'draft' THEN created_at END)) VIRTUAL;
CREATE INDEX post_calendar ON post (profile_id, calendar_at, id) WHERE calendar_at IS NOT NULL;

-- Set while a profile's queue is paused: its queued posts wait, those with a time of their own do not.
ALTER TABLE profile ADD COLUMN queue_paused_at INTEGER;
ALTER TABLE profile ADD COLUMN queue_paused_by TEXT;
ALTER TABLE profile ADD COLUMN queue_paused_reason TEXT;
-- When the pause ends of its own accord; null: when somebody ends it.
ALTER TABLE profile ADD COLUMN queue_paused_until INTEGER;
CREATE INDEX profile_queue_paused ON profile (queue_paused_at) WHERE queue_paused_at IS NOT NULL;

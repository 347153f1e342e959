-- The calendar and the queue.

-- Where a post stands in a calendar: its time, or when it went live, or when it was made to go out at once; drafts have no place.
ALTER TABLE post ADD COLUMN calendar_at INTEGER AS
  (coalesce(scheduled_for, nullif(published_at, 0), CASE WHEN status <> 'draft' THEN created_at END)) VIRTUAL;
CREATE INDEX post_calendar ON post (profile_id, calendar_at, id) WHERE calendar_at IS NOT NULL;

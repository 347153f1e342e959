-- Live events: a reader's place in the journal is the number of the last event it has seen, so no number is given twice.

-- The highest event that was deleted with its post; SQLite would give its number to the next one.
ALTER TABLE workspace ADD COLUMN deleted_events_to INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER event_deleted AFTER DELETE ON event
  WHEN old.seq > (SELECT deleted_events_to FROM workspace) AND NOT EXISTS (SELECT 1 FROM event WHERE seq > old.seq) BEGIN
  UPDATE workspace SET deleted_events_to = old.seq;
END;
CREATE TRIGGER event_numbered AFTER INSERT ON event WHEN new.seq <= (SELECT deleted_events_to FROM workspace) BEGIN
  UPDATE event SET seq = (SELECT deleted_events_to FROM workspace) + 1 WHERE seq = new.seq;
END;

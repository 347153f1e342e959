-- Evidence: who did what, its figures, and what each attempt exchanged with its network.

-- As the audit log names them; null: Crier itself.
ALTER TABLE event ADD COLUMN actor TEXT;
ALTER TABLE event ADD COLUMN data TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data));

-- Requests to the network, without secrets: domain/evidence.ts.
ALTER TABLE attempt ADD COLUMN steps TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(steps));

-- Who asked for a look at the network now; null unless it is still to come. Its own time, if it had one, stays beside it.
ALTER TABLE target ADD COLUMN look_asked_by TEXT;
ALTER TABLE target ADD COLUMN look_planned_at INTEGER;

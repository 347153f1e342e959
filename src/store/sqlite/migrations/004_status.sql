-- The status page asks what came of the attempts of the last day, and what is still uncertain.
CREATE INDEX attempt_settled ON attempt (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX attempt_open ON attempt (sent_at) WHERE sent_at IS NOT NULL AND settled_at IS NULL;

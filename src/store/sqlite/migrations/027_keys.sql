-- Of a key: who made it, where it was used from last, and whether it may post to simulated accounts only.
ALTER TABLE api_key ADD COLUMN created_by TEXT;
ALTER TABLE api_key ADD COLUMN last_used_from TEXT;
ALTER TABLE api_key ADD COLUMN simulated_only INTEGER NOT NULL DEFAULT 0 CHECK (simulated_only IN (0, 1));

UPDATE api_key SET created_by = audit.actor FROM audit
WHERE (audit.action = 'key.create' AND audit.subject = api_key.id)
   OR (audit.action = 'key.rotate' AND json_extract(audit.detail, '$.into') = api_key.id);

-- Signing in at networks: what is under way, and what is known about credentials that are renewed.

-- When the credentials were handed out; null for those from before this was written down.
ALTER TABLE account ADD COLUMN credentials_at INTEGER;
-- New credentials were asked for then and no answer is on record: the network may have replaced the ones stored here.
ALTER TABLE account ADD COLUMN renewal_asked_at INTEGER;
-- The end (token_expires_at) that was told in advance.
ALTER TABLE account ADD COLUMN end_told INTEGER;

-- People who were sent to a network's page and have not come back.
CREATE TABLE consent (
  -- SHA-256 of the `state` that goes with them.
  hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
  -- SHA-256 of what their browser's cookie holds.
  browser    BLOB NOT NULL CHECK (length(browser) = 32),
  profile_id TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  platform   TEXT NOT NULL,
  -- Who began it, as the audit log calls them.
  actor      TEXT NOT NULL,
  until      INTEGER NOT NULL,
  -- They came back: it is good for nothing any more.
  used_at    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX consent_until ON consent (until);
CREATE INDEX consent_profile ON consent (profile_id);

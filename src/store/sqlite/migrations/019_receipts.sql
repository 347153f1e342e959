-- Receipts: a hash chain over each post's events, and the public keys that receipts were signed with.

-- domain/event-chain.ts; null for events from before, which get theirs with the next event of their post.
ALTER TABLE event ADD COLUMN link TEXT;

-- Public keys only. Those of earlier secret keys stay, so that what was signed with them can still be verified.
CREATE TABLE signing_key (
  kid        TEXT PRIMARY KEY,
  x          TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- The foundation: profiles and keys, accounts, media, posts and the delivery journal.
-- Times are ms since 1970; JSON columns hold what the connectors and callers gave.

CREATE TABLE workspace (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  -- Fingerprint of the secret key that encrypts credentials; set with the first secret.
  secret_kid   TEXT,
  plan         TEXT NOT NULL CHECK (plan IN ('unlimited', 'trial', 'active', 'lapsed')),
  plan_until   INTEGER,
  plan_accounts INTEGER
) STRICT;
INSERT INTO workspace (id, plan) VALUES (1, 'unlimited');

CREATE TABLE profile (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (name <> ''),
  timezone   TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key (
  id           TEXT PRIMARY KEY,
  profile_id   TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  name         TEXT NOT NULL,
  hash         BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  last4        TEXT NOT NULL,
  scopes       TEXT NOT NULL CHECK (json_valid(scopes)),
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at   INTEGER,
  revoked_at   INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_profile ON api_key (profile_id);

CREATE TABLE account (
  id               TEXT PRIMARY KEY,
  profile_id       TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  platform         TEXT NOT NULL,
  remote_id        TEXT NOT NULL,
  handle           TEXT NOT NULL,
  display_name     TEXT NOT NULL,
  avatar_url       TEXT,
  profile_url      TEXT,
  status           TEXT NOT NULL CHECK (status IN ('active', 'needs_reconnect', 'disconnected')),
  status_detail    TEXT,
  simulated        INTEGER NOT NULL CHECK (simulated IN (0, 1)),
  rules            TEXT NOT NULL CHECK (json_valid(rules)),
  -- Sealed; the version fences concurrent refreshes. Null once disconnected.
  credentials      BLOB,
  credentials_version INTEGER NOT NULL DEFAULT 1,
  token_expires_at INTEGER,
  connected_at     INTEGER NOT NULL,
  UNIQUE (profile_id, platform, remote_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE media (
  id          TEXT PRIMARY KEY,
  profile_id  TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  sha256      TEXT NOT NULL CHECK (length(sha256) = 64),
  filename    TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('image', 'video')),
  mime        TEXT NOT NULL,
  size        INTEGER NOT NULL CHECK (size > 0),
  width       INTEGER,
  height      INTEGER,
  duration_ms INTEGER,
  alt_text    TEXT,
  created_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX media_profile ON media (profile_id, id);
CREATE INDEX media_file ON media (sha256);

CREATE TABLE post (
  -- The search index points here.
  seq             INTEGER PRIMARY KEY,
  id              TEXT NOT NULL UNIQUE,
  profile_id      TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  caption         TEXT NOT NULL CHECK (caption <> ''),
  accounts        TEXT NOT NULL CHECK (json_valid(accounts)),
  overrides       TEXT NOT NULL CHECK (json_valid(overrides)),
  options         TEXT NOT NULL CHECK (json_valid(options)),
  schedule        TEXT NOT NULL CHECK (schedule IN ('draft', 'now', 'queue', 'time')),
  scheduled_for   INTEGER,
  canceled        INTEGER NOT NULL DEFAULT 0 CHECK (canceled IN (0, 1)),
  idempotency_key TEXT,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  CHECK (schedule <> 'time' OR scheduled_for IS NOT NULL)
) STRICT;
CREATE INDEX post_newest ON post (profile_id, id DESC);

CREATE TABLE post_media (
  post_id  TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  media_id TEXT NOT NULL REFERENCES media,
  PRIMARY KEY (post_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_media_media ON post_media (media_id);

CREATE TABLE target (
  id           TEXT PRIMARY KEY,
  post_id      TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  account_id   TEXT NOT NULL REFERENCES account,
  platform     TEXT NOT NULL,
  handle       TEXT NOT NULL,
  simulated    INTEGER NOT NULL CHECK (simulated IN (0, 1)),
  state        TEXT NOT NULL CHECK (state IN
    ('draft', 'pending', 'preparing', 'committing', 'processing', 'retrying', 'uncertain', 'failed', 'posted')),
  attempt      INTEGER NOT NULL DEFAULT 0,
  due_at       INTEGER,
  caption      TEXT NOT NULL,
  options      TEXT NOT NULL CHECK (json_valid(options)),
  progress     TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(progress)),
  tries        INTEGER NOT NULL DEFAULT 0,
  tries_since  INTEGER,
  remote_id    TEXT,
  url          TEXT,
  published_at INTEGER,
  failure      TEXT CHECK (failure IS NULL OR json_valid(failure)),
  verification TEXT CHECK (verification IS NULL OR json_valid(verification)),
  reconciled   TEXT CHECK (reconciled IS NULL OR json_valid(reconciled)),
  UNIQUE (post_id, account_id),
  -- A state can't be without its facts.
  CHECK (state NOT IN ('pending', 'retrying', 'processing') OR due_at IS NOT NULL),
  CHECK (state IN ('pending', 'retrying', 'processing', 'uncertain') OR due_at IS NULL),
  CHECK (state <> 'posted' OR published_at IS NOT NULL),
  CHECK (state NOT IN ('failed', 'uncertain') OR failure IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX target_due ON target (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX target_in_flight ON target (state) WHERE state IN ('preparing', 'committing');
CREATE INDEX target_account ON target (account_id, published_at);

CREATE TABLE attempt (
  target_id   TEXT NOT NULL REFERENCES target ON DELETE CASCADE,
  n           INTEGER NOT NULL,
  started_at  INTEGER NOT NULL,
  -- The send mark: committed and fsynced before the first byte of the publishing request leaves.
  sent_at     INTEGER,
  prepared    TEXT CHECK (prepared IS NULL OR json_valid(prepared)),
  fingerprint TEXT,
  receipt     TEXT CHECK (receipt IS NULL OR json_valid(receipt)),
  settled_at  INTEGER,
  outcome     TEXT,
  PRIMARY KEY (target_id, n),
  CHECK (sent_at IS NULL OR (prepared IS NOT NULL AND fingerprint IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- Append-only: what happened, in order. Also late news about attempts that are over.
CREATE TABLE event (
  seq       INTEGER PRIMARY KEY,
  post_id   TEXT NOT NULL REFERENCES post (id) ON DELETE CASCADE,
  target_id TEXT,
  attempt   INTEGER,
  kind      TEXT NOT NULL,
  detail    TEXT NOT NULL,
  at        INTEGER NOT NULL
) STRICT;
CREATE INDEX event_post ON event (post_id, seq);

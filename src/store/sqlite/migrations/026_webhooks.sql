-- Webhooks: endpoints with their secrets, the events that happened, and the delivery of each to each endpoint.

CREATE TABLE webhook (
  id            TEXT PRIMARY KEY,
  profile_id    TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  url           TEXT NOT NULL,
  -- JSON array of types; null: all.
  events        TEXT,
  description   TEXT NOT NULL,
  status        TEXT NOT NULL CHECK (status IN ('active', 'paused')),
  -- Null while it is active.
  paused_reason TEXT,
  -- Since when every try has failed; null after a success.
  failing_since INTEGER,
  -- What waited longer than some days when deliveries were resumed is not sent.
  resumed_at    INTEGER NOT NULL,
  -- Nothing is sent to it any more; its deliveries are removed a few at a time, and then the row.
  deleted_at    INTEGER,
  created_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_profile ON webhook (profile_id) WHERE deleted_at IS NULL;
CREATE INDEX webhook_deleted ON webhook (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE webhook_secret (
  id         TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhook ON DELETE CASCADE,
  sealed     BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  -- Until when it still signs after a newer one has come; null: it is the newest.
  until      INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_secret_webhook ON webhook_secret (webhook_id);

-- What happened, in order. The body is made once, in the transaction of the change, and never again.
CREATE TABLE webhook_event (
  seq        INTEGER PRIMARY KEY AUTOINCREMENT,
  id         TEXT NOT NULL,
  profile_id TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  -- Posts are deleted; that they were stays.
  post_id    TEXT,
  type       TEXT NOT NULL,
  body       TEXT NOT NULL,
  at         INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_event_feed ON webhook_event (profile_id, seq, type);
CREATE INDEX webhook_event_at ON webhook_event (at);

CREATE TABLE webhook_delivery (
  id              TEXT PRIMARY KEY,
  webhook_id      TEXT NOT NULL REFERENCES webhook ON DELETE CASCADE,
  event_seq       INTEGER NOT NULL REFERENCES webhook_event ON DELETE CASCADE,
  state           TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
  -- Of all tries, and of those since it was last sent again: these choose the next wait.
  attempts        INTEGER NOT NULL DEFAULT 0,
  tries           INTEGER NOT NULL DEFAULT 0,
  -- Set while it waits, and only then.
  due_at          INTEGER,
  -- A person asked for it: it is sent also while the endpoint is paused.
  manual          INTEGER NOT NULL DEFAULT 0,
  response_status INTEGER,
  created_at      INTEGER NOT NULL,
  CHECK ((due_at IS NOT NULL) = (state = 'waiting'))
) STRICT;
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, due_at, event_seq) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_delivery_manual ON webhook_delivery (due_at) WHERE due_at IS NOT NULL AND manual = 1;
CREATE INDEX webhook_delivery_sending ON webhook_delivery (webhook_id) WHERE state = 'sending';
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, id, state);
CREATE INDEX webhook_delivery_event ON webhook_delivery (event_seq);

CREATE TABLE webhook_try (
  delivery_id TEXT NOT NULL REFERENCES webhook_delivery (id) ON DELETE CASCADE,
  n           INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  -- How long it took.
  ms          INTEGER NOT NULL,
  -- Null when there was no complete answer.
  status      INTEGER,
  -- Null when it was delivered.
  problem     TEXT,
  PRIMARY KEY (delivery_id, n)
) STRICT, WITHOUT ROWID;

-- How many were delivered and failed in each hour: counting the rows of a busy endpoint would hold up everything else.
CREATE TABLE webhook_hour (
  webhook_id TEXT NOT NULL REFERENCES webhook ON DELETE CASCADE,
  -- Hours since 1970.
  hour       INTEGER NOT NULL,
  delivered  INTEGER NOT NULL,
  failed     INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_hour_hour ON webhook_hour (hour);

-- How many events of a post there were, and the status that the last of them announced.
ALTER TABLE post ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE post ADD COLUMN announced TEXT;
UPDATE post SET announced = status WHERE status IN ('publishing', 'uncertain', 'posted', 'failed', 'partial');

-- The operator's applications at networks, sign-ins that lead back to the web app, and accounts that people manage.

-- What a server's environment says of a network wins over its row here.
CREATE TABLE network_application (
  network   TEXT PRIMARY KEY CHECK (network <> ''),
  client_id TEXT NOT NULL CHECK (client_id <> ''),
  -- The secret, encrypted.
  sealed    BLOB NOT NULL,
  -- Requested in place of the network's usual ones; null: those.
  scopes    TEXT CHECK (json_valid(scopes)),
  set_at    INTEGER NOT NULL,
  set_by    TEXT NOT NULL,
  -- When this client id took the place of another one; null: it did not.
  replaced_at INTEGER
) STRICT, WITHOUT ROWID;

-- The page of the web app that the person comes back to; null: the server's own page.
ALTER TABLE consent ADD COLUMN return_to TEXT;

-- Set while an account is paused: its posts wait, those of other accounts go out.
ALTER TABLE account ADD COLUMN paused_at INTEGER;
ALTER TABLE account ADD COLUMN paused_by TEXT;
CREATE INDEX account_paused ON account (paused_at) WHERE paused_at IS NOT NULL;
-- A name from the list of colours; null: none.
ALTER TABLE account ADD COLUMN colour TEXT;
-- The permissions that were requested when the person signed in; null: it was connected without a sign-in.
ALTER TABLE account ADD COLUMN scopes TEXT CHECK (json_valid(scopes));

-- What an account's page shows of what did not go out there.
CREATE INDEX target_account_trouble ON target (account_id, state, state_at) WHERE state IN ('failed', 'uncertain');

-- What networks asked for is kept: a restart asks none of them earlier.

-- Its network asked the account to wait until then (Retry-After).
ALTER TABLE account ADD COLUMN not_before INTEGER;
CREATE INDEX account_not_before ON account (not_before) WHERE not_before IS NOT NULL;

-- Servers whose last requests all failed.
CREATE TABLE server_failure (
  server TEXT PRIMARY KEY,
  platform TEXT NOT NULL,
  -- In a row, not counting those that were under way when a pause began.
  failures INTEGER NOT NULL CHECK (failures > 0),
  -- Posts there wait until then, and after it until one has tried; NULL: so few failures are no reason to wait.
  until INTEGER,
  -- The target that tries.
  trial TEXT
) STRICT, WITHOUT ROWID;

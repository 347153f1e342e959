-- What came of a sign-in at a network, until the browser that began it has seen it: a restart in between loses nothing.

CREATE TABLE oauth_result (
  -- Hash of what its cookie holds.
  browser BLOB NOT NULL CHECK (length(browser) = 32),
  platform TEXT NOT NULL,
  -- May hold credentials.
  sealed BLOB NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (browser, platform)
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_result_until ON oauth_result (until);

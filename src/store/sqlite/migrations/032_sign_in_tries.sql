-- Recent attempts to sign in: a restart does not let passwords be guessed faster.

CREATE TABLE sign_in_try (
  -- Hash of the address, or of the browser that is known.
  who BLOB NOT NULL CHECK (length(who) = 32),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_try_who ON sign_in_try (who, at);
CREATE INDEX sign_in_try_at ON sign_in_try (at);

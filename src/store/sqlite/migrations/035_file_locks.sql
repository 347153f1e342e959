-- A process locks a file of media: while one stores its bytes, no other removes them.
CREATE TABLE file_lock (
  sha256 TEXT PRIMARY KEY,
  -- Of one lock, not of a process.
  holder TEXT NOT NULL,
  -- A lock that was never released expires then.
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Processes take turns at a file of media: while one stores its bytes, no other removes them.
CREATE TABLE file_turn (
  sha256 TEXT PRIMARY KEY,
  -- Of one turn, not of a process.
  holder TEXT NOT NULL,
  -- A turn that was never given back is over then.
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

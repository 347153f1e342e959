-- Why nothing can be changed here: a move has taken everything elsewhere, or still fills this place. NULL: it is in use.
ALTER TABLE workspace ADD COLUMN closed TEXT CHECK (closed IS NULL OR json_valid(closed));

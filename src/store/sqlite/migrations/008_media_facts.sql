-- What the probe found in a file beside its size: codecs, frame rate, animation and the like.

-- JSON; NULL: the file came before this was kept, so nothing of it is known.
ALTER TABLE media ADD COLUMN facts TEXT;

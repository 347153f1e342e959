-- Whether what a profile sends keeps what its files tell of place and camera.
ALTER TABLE profile ADD COLUMN keep_metadata INTEGER NOT NULL DEFAULT 0;

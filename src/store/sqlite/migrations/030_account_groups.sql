-- The order of a profile's accounts, and their groups.

-- Its place, from 1; null: nobody moved an account since it was connected, and it comes after those that have one.
ALTER TABLE account ADD COLUMN place INTEGER CHECK (place > 0);
-- The name of its group; null: it is in none.
ALTER TABLE account ADD COLUMN group_name TEXT CHECK (group_name <> '');

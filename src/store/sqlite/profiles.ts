// Profiles: table profile.
import type { Profile, Profiles } from "../../accounts/ports.ts";
import type { Access } from "./access.ts";
import type { Search } from "./search.ts";

const COLUMNS = "id, name, timezone, keep_metadata AS keepMetadata, created_at AS createdAt";
type Row = Omit<Profile, "keepMetadata"> & { keepMetadata: number };

/** @param tidy removes what the search index still has of it */
export function openProfiles({ db, read, write }: Access, { tidy }: Pick<Search, "tidy">): Profiles {
  const insert = db.query(
    `INSERT INTO profile (id, name, timezone, keep_metadata, created_at)
     VALUES ($id, $name, $timezone, $keepMetadata, $createdAt) ON CONFLICT (name) DO NOTHING`,
  );
  const all = db.query<Row, []>(`SELECT ${COLUMNS} FROM profile ORDER BY id`);
  // `+$wanted`: see due.ts.
  const one = db.query<Row, { wanted: string }>(
    `SELECT ${COLUMNS} FROM profile WHERE id = +$wanted OR name = +$wanted ORDER BY id = +$wanted DESC LIMIT 1`,
  );
  // Another's name is left alone, not taken; its own in other letters is its own.
  const update = db.query(
    "UPDATE OR IGNORE profile SET name = $name, timezone = $timezone, keep_metadata = $keepMetadata WHERE id = $id",
  );
  const drop = [
    // Targets point at accounts without a cascade, so posts go first.
    db.query("DELETE FROM post WHERE profile_id = ?"),
    db.query("DELETE FROM profile WHERE id = ?"),
  ];
  return {
    add: (profile) => write(() => insert.run({ ...profile }).changes > 0),
    list: () => read(() => all.all().map(profileOf)),
    find: (wanted) =>
      read(() => {
        const row = one.get({ wanted });
        return row && profileOf(row);
      }),
    update: ({ createdAt: _, ...profile }) => write(() => update.run(profile).changes > 0),
    async remove(id) {
      await write(() => drop.forEach((statement) => statement.run(id)));
      await tidy();
    },
  };
}

const profileOf = (row: Row): Profile => ({ ...row, keepMetadata: row.keepMetadata === 1 });

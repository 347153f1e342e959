// Profiles: table profile.
import type { Database } from "bun:sqlite";
import type { Profile, Profiles } from "../accounts/ports.ts";
import type { Write } from "./writer.ts";

const COLUMNS = "id, name, timezone, created_at AS createdAt";

export function openProfiles(db: Database, write: Write): Profiles {
  const insert = db.query(
    "INSERT INTO profile (id, name, timezone, created_at) VALUES ($id, $name, $timezone, $createdAt) ON CONFLICT (name) DO NOTHING",
  );
  const all = db.query<Profile, []>(`SELECT ${COLUMNS} FROM profile ORDER BY created_at, id`);
  const one = db.query<Profile, { wanted: string }>(
    `SELECT ${COLUMNS} FROM profile WHERE id = $wanted OR name = $wanted ORDER BY id = $wanted DESC LIMIT 1`,
  );
  // Another's name is left alone, not taken; its own in other letters is its own.
  const update = db.query("UPDATE OR IGNORE profile SET name = $name, timezone = $timezone WHERE id = $id");
  const drop = [
    // Targets point at accounts without a cascade, so posts go first.
    db.query("DELETE FROM post WHERE profile_id = ?"),
    db.query("DELETE FROM profile WHERE id = ?"),
  ];
  return {
    add: (profile) => write(() => insert.run({ ...profile }).changes > 0),
    async list() {
      return all.all();
    },
    async find(wanted) {
      return one.get({ wanted });
    },
    update: ({ id, name, timezone }) => write(() => update.run({ id, name, timezone }).changes > 0),
    remove: (id) => write(() => drop.forEach((statement) => statement.run(id))),
  };
}

// The profiles of people and invitations: rows of a table beside theirs.
import type { Database } from "bun:sqlite";
import type { Access } from "../../domain/person.ts";

/** Replaces the profiles of one person or invitation, in whatever transaction is open; those that do not exist are left out. */
export function openAccessProfiles(db: Database, table: "person" | "invite") {
  const drop = db.query(`DELETE FROM ${table}_profile WHERE ${table}_id = ?`);
  const add = db.query(
    `INSERT INTO ${table}_profile (${table}_id, profile_id)
     SELECT DISTINCT ?1, profile.id FROM profile JOIN json_each(?2) ON profile.id = json_each.value`,
  );
  return (id: string, profiles: Access["profiles"]): void => {
    drop.run(id);
    if (profiles !== "all") add.run(id, JSON.stringify(profiles));
  };
}

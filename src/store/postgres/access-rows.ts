// The profiles of people and invitations: rows of a table beside theirs.
import type { Access } from "../../domain/person.ts";
import { keepProfiles } from "./locks.ts";
import type { Connection } from "./pool.ts";

/** Replaces the profiles of one person or invitation, in whatever transaction is open; those that do not exist are left out. */
export async function setProfiles(
  db: Connection,
  table: "person" | "invite",
  id: string,
  profiles: Access["profiles"],
): Promise<void> {
  const ids = profiles === "all" ? [] : await keepProfiles(db, profiles);
  await db.run(`DELETE FROM ${table}_profile WHERE ${table}_id = $id AND profile_id <> ALL ($ids::text[])`, {
    id,
    ids,
  });
  await db.run(
    `INSERT INTO ${table}_profile (${table}_id, profile_id) SELECT $id, profile FROM unnest($ids::text[]) AS profile
     ON CONFLICT DO NOTHING`,
    { id, ids },
  );
}

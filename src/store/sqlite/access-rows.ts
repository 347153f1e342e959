// The profiles of people and invitations: all of them, or the rows of a table beside theirs.
import type { Database } from "bun:sqlite";
import type { Access } from "../../domain/person.ts";
import type { Role } from "../../domain/permission.ts";

/** What is selected of a person or an invitation about what they may do. */
export interface AccessRow {
  readonly role: Role;
  readonly allProfiles: number;
  /** JSON array of ids. */
  readonly profileIds: string;
}

/** Columns of an AccessRow. @param table `person` or `invite` */
export const accessColumns = (table: "person" | "invite"): string =>
  `${table}.role, ${table}.all_profiles AS allProfiles,
   (SELECT json_group_array(profile_id) FROM ${table}_profile WHERE ${table}_id = ${table}.id) AS profileIds`;

/** The row with its access in place of its columns. */
export function withAccess<Row extends AccessRow>(
  row: Row,
): Omit<Row, "allProfiles" | "profileIds"> & Pick<Access, "profiles"> {
  const { allProfiles, profileIds, ...rest } = row;
  return { ...rest, profiles: allProfiles === 1 ? "all" : (JSON.parse(profileIds) as string[]) };
}

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

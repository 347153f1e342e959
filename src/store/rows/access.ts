// The profiles of people and invitations, as both stores read them: all of them, or the rows of a table beside theirs.
import type { Access } from "../../domain/person.ts";
import type { Role } from "../../domain/permission.ts";

/** What is selected of a person or an invitation about what they may do. */
export interface AccessRow {
  readonly role: Role;
  readonly allProfiles: number;
  /** Ids with commas between them; null: none. */
  readonly profileIds: string | null;
}

/** Columns of an AccessRow. @param table `person` or `invite` */
export const accessColumns = (table: "person" | "invite"): string =>
  `${table}.role, ${table}.all_profiles AS "allProfiles",
   (SELECT string_agg(profile_id, ',') FROM ${table}_profile WHERE ${table}_id = ${table}.id) AS "profileIds"`;

/** The row with its access in place of its columns. */
export function withAccess<Row extends AccessRow>(
  row: Row,
): Omit<Row, "allProfiles" | "profileIds"> & Pick<Access, "profiles"> {
  const { allProfiles, profileIds, ...rest } = row;
  return { ...rest, profiles: allProfiles === 1 ? "all" : (profileIds?.split(",").toSorted() ?? []) };
}

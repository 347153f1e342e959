// Rows of the table person, as both stores read them.
import type { Access, ListedPerson, OwnSettings, Person } from "../../domain/person.ts";
import { accessColumns, type AccessRow } from "./access.ts";

export const PERSON_COLUMNS = `person.id, person.email, person.password_hash AS "passwordHash",
  person.created_at AS "createdAt", ${accessColumns("person")}`;
export type PersonRow = Omit<Person, keyof Access> & AccessRow;

export const LISTED_COLUMNS = `person.id, person.email, person.name, person.created_at AS "createdAt",
  (SELECT max(last_used_at) FROM session WHERE person_id = person.id) AS "lastSeenAt", ${accessColumns("person")}`;
export type ListedRow = Omit<ListedPerson, keyof Access> & AccessRow;

export const SETTINGS_COLUMNS = 'name, timezone, theme, letter_keys AS "letterKeys"';
export type SettingsRow = Omit<OwnSettings, "letterKeys"> & { readonly letterKeys: number };

export const settingsOf = ({ name, timezone, theme, letterKeys }: SettingsRow): OwnSettings => ({
  name,
  timezone,
  theme,
  letterKeys: letterKeys === 1,
});

// Table person: people who can sign in.
import type { AuditEntry } from "../../domain/audit.ts";
import type { Access as PersonAccess, Person } from "../../domain/person.ts";
import type { NewProfileRecord } from "../../domain/store/profiles.ts";
import type { People, PersonChange } from "../../domain/store/people.ts";
import { withAccess } from "../rows/access.ts";
import {
  LISTED_COLUMNS,
  PERSON_COLUMNS,
  SETTINGS_COLUMNS,
  settingsOf,
  type ListedRow,
  type PersonRow,
  type SettingsRow,
} from "../rows/person.ts";
import { setProfiles } from "./access-rows.ts";
import type { Access, Transaction } from "./access.ts";
import { lockPeople } from "./locks.ts";
import type { Connection } from "./pool.ts";
import { insertProfile } from "./profile-rows.ts";

export function openPeople({ db, writeLocked }: Access): People {
  return {
    create: (person, audit) =>
      writeLocked(async (db) => {
        await lockPeople(db);
        return await insertPerson(db, person, audit);
      }),
    createFirst: (owner, first, audit) => writeLocked((db) => createFirst(db, owner, first, audit)),
    ownerExists: () => ownerExists(db),
    byEmail: async (email) => {
      const row = await personByEmail(db, email);
      return row && withAccess(row);
    },
    async find(id) {
      const row = await db.get<ListedRow>(`SELECT ${LISTED_COLUMNS} FROM person WHERE id = $id`, { id });
      return row && withAccess(row);
    },
    async list(limit, after) {
      const rows = await db.all<ListedRow>(
        `SELECT ${LISTED_COLUMNS} FROM person WHERE person.id > $after ORDER BY person.id LIMIT $limit`,
        { after: after ?? "", limit },
      );
      return rows.map(withAccess);
    },
    async settings(id) {
      const row = await db.get<SettingsRow>(`SELECT ${SETTINGS_COLUMNS} FROM person WHERE id = $id`, { id });
      return row && settingsOf(row);
    },
    update: (id, change, audit) => writeLocked((db) => update(db, id, change, audit)),
    setAccess: (id, access, keptSession, audit) =>
      writeLocked((db) => setAccess(db, id, access, keptSession, audit)),
    remove: (id, audit) =>
      writeLocked(async (db) => {
        await lockPeople(db);
        const row = await db.get<Pick<Person, "role">>("SELECT role FROM person WHERE id = $id", { id });
        if (!row) return "missing";
        if (row.role === "owner" && !(await ownerExists(db, id))) return "last_owner";
        await db.run("DELETE FROM person WHERE id = $id", { id });
        db.records.audit(audit);
        return "removed";
      }),
  };
}

/** @param but somebody who does not count */
async function ownerExists(db: Connection, but: string | null = null): Promise<boolean> {
  const sql = "SELECT id FROM person WHERE role = 'owner' AND id IS DISTINCT FROM $but::text LIMIT 1";
  return (await db.get(sql, { but })) !== null;
}

async function personByEmail(db: Connection, email: string): Promise<PersonRow | null> {
  const sql = `SELECT ${PERSON_COLUMNS} FROM person WHERE lower(email) = lower($email COLLATE "C")`;
  return await db.get<PersonRow>(sql, { email });
}

async function createFirst(
  db: Transaction,
  owner: Person,
  first: NewProfileRecord | null,
  audit: AuditEntry,
): Promise<Awaited<ReturnType<People["createFirst"]>>> {
  await lockPeople(db);
  if (await ownerExists(db)) return "owner_exists";
  if (await personByEmail(db, owner.email)) return "email_taken";
  if (first && !(await insertProfile(db, first.profile, first.slots, first.audit)))
    return "profile_name_taken";
  await insertPerson(db, owner, audit);
  return "created";
}

/** The row of the person is locked: no session begins meanwhile with what is being replaced. */
async function update(
  db: Transaction,
  id: string,
  { settings, password }: PersonChange,
  audit: readonly AuditEntry[],
): Promise<Awaited<ReturnType<People["update"]>>> {
  const person = await db.get<SettingsRow & Pick<Person, "passwordHash">>(
    `SELECT password_hash AS "passwordHash", ${SETTINGS_COLUMNS} FROM person WHERE id = $id FOR NO KEY UPDATE`,
    { id },
  );
  if (!person) return "missing";
  if (password && ![null, person.passwordHash].includes(password.replaces)) return "password_differs";
  if (settings) {
    const { letterKeys, ...changed } = { ...settingsOf(person), ...settings };
    await db.run(
      `UPDATE person SET name = $name, timezone = $timezone, theme = $theme, letter_keys = $letterKeys WHERE id = $id`,
      { ...changed, letterKeys: Number(letterKeys), id },
    );
  }
  if (password) {
    await db.run("UPDATE person SET password_hash = $hash WHERE id = $id", { hash: password.hash, id });
    await signOut(db, id, password.keeps);
  }
  for (const entry of audit) db.records.audit(entry);
  return "changed";
}

async function setAccess(
  db: Transaction,
  id: string,
  access: Partial<PersonAccess>,
  keptSession: string | null,
  audit: AuditEntry,
): Promise<Awaited<ReturnType<People["setAccess"]>>> {
  await lockPeople(db);
  const before = await db.get<Pick<PersonRow, "role" | "allProfiles">>(
    `SELECT role, all_profiles AS "allProfiles" FROM person WHERE id = $id FOR NO KEY UPDATE`,
    { id },
  );
  if (!before) return "missing";
  const { role = before.role, profiles } = access;
  if (before.role === "owner" && role !== "owner" && !(await ownerExists(db, id))) return "last_owner";
  const allProfiles = profiles === undefined ? before.allProfiles : Number(profiles === "all");
  const values = { role, allProfiles, id };
  await db.run("UPDATE person SET role = $role, all_profiles = $allProfiles WHERE id = $id", values);
  if (profiles !== undefined) await setProfiles(db, "person", id, profiles);
  if (role !== before.role) await signOut(db, id, keptSession);
  if (role !== "owner") await db.run("DELETE FROM invite WHERE inviter_id = $id AND used_at IS NULL", { id });
  db.records.audit(audit);
  return "changed";
}

/** The row of the person is locked. @param kept a session that stays */
async function signOut(db: Connection, id: string, kept: string | null): Promise<void> {
  const sql = "DELETE FROM session WHERE person_id = $id AND id IS DISTINCT FROM $kept::text";
  await db.run(sql, { id, kept });
}

/**
 * Writes a person's row with their profiles and its audit entry. False, and nothing is written, when the e-mail address is
 * taken. Nobody else changes who there is.
 */
export async function insertPerson(
  db: Transaction,
  { profiles, ...person }: Person,
  audit: AuditEntry,
): Promise<boolean> {
  const added = await db.run(
    `INSERT INTO person (id, email, password_hash, created_at, role, all_profiles)
     VALUES ($id, $email, $passwordHash, $createdAt, $role, $allProfiles) ON CONFLICT (lower(email)) DO NOTHING`,
    { ...person, allProfiles: Number(profiles === "all") },
  );
  if (added === 0) return false;
  await setProfiles(db, "person", person.id, profiles);
  db.records.audit(audit);
  return true;
}

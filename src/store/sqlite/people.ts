// Table person: people who can sign in.
import type { Person } from "../../domain/person.ts";
import type { People, PersonChange } from "../../domain/store/people.ts";
import type { AuditEntry } from "../../domain/audit.ts";
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
import type { Access } from "./access.ts";
import { openAccessProfiles } from "./access-rows.ts";
import { appendAudit } from "./audit.ts";
import { openProfileRows } from "./profile-rows.ts";

export function openPeople({ db, read, write }: Access): People {
  const { insertPerson } = openPersonRows(db);
  const byEmail = db.query<PersonRow, [string]>(`SELECT ${PERSON_COLUMNS} FROM person WHERE email = ?`);
  const anyOwner = db.query<{ id: string }, []>("SELECT id FROM person WHERE role = 'owner' LIMIT 1");
  const otherOwner = db.query<{ id: string }, [string]>(
    "SELECT id FROM person WHERE role = 'owner' AND id <> ? LIMIT 1",
  );
  const byId = db.query<PersonRow & SettingsRow, [string]>(
    `SELECT ${PERSON_COLUMNS}, ${SETTINGS_COLUMNS} FROM person WHERE id = ?`,
  );
  const one = db.query<ListedRow, [string]>(`SELECT ${LISTED_COLUMNS} FROM person WHERE id = ?`);
  // `+?`: see due.ts.
  const page = db.query<ListedRow, [string, number]>(
    `SELECT ${LISTED_COLUMNS} FROM person WHERE person.id > +? ORDER BY person.id LIMIT +?`,
  );
  const setSettings = db.query(
    "UPDATE person SET name = $name, timezone = $timezone, theme = $theme, letter_keys = $letterKeys WHERE id = $id",
  );
  const setPassword = db.query("UPDATE person SET password_hash = ? WHERE id = ?");
  const setRole = db.query("UPDATE person SET role = ?, all_profiles = ? WHERE id = ?");
  const drop = db.query("DELETE FROM person WHERE id = ?");
  // `IS NOT`: also without one that stays.
  const signOut = db.query("DELETE FROM session WHERE person_id = ? AND id IS NOT ?");
  const dropInvites = db.query("DELETE FROM invite WHERE inviter_id = ? AND used_at IS NULL");
  const setProfiles = openAccessProfiles(db, "person");
  const { insertProfile } = openProfileRows(db);
  return {
    create: (person, audit) => write(() => insertPerson(person, audit)),
    createFirst: (owner, first, audit) =>
      write(() => {
        if (anyOwner.get()) return "owner_exists";
        if (byEmail.get(owner.email)) return "email_taken";
        if (first && !insertProfile(first.profile, first.slots, first.audit)) return "profile_name_taken";
        insertPerson(owner, audit);
        return "created";
      }),
    ownerExists: () => read(() => anyOwner.get() !== null),
    byEmail: (email) =>
      read(() => {
        const row = byEmail.get(email);
        return row && withAccess(row);
      }),
    find: (id) =>
      read(() => {
        const row = one.get(id);
        return row && withAccess(row);
      }),
    list: (limit, after) => read(() => page.all(after ?? "", limit).map(withAccess)),
    settings: (id) =>
      read(() => {
        const person = byId.get(id);
        return person && settingsOf(person);
      }),
    update: (id, change, audit) => write(() => update(id, change, audit)),
    setAccess: (id, access, keptSession, audit) =>
      write(() => {
        const row = byId.get(id);
        if (!row) return "missing";
        const { role, profiles } = { ...withAccess(row), ...access };
        if (row.role === "owner" && role !== "owner" && !otherOwner.get(id)) return "last_owner";
        setRole.run(role, Number(profiles === "all"), id);
        setProfiles(id, profiles);
        if (role !== row.role) signOut.run(id, keptSession);
        if (role !== "owner") dropInvites.run(id);
        appendAudit(db, audit);
        return "changed";
      }),
    remove: (id, audit) =>
      write(() => {
        const row = byId.get(id);
        if (!row) return "missing";
        if (row.role === "owner" && !otherOwner.get(id)) return "last_owner";
        drop.run(id);
        appendAudit(db, audit);
        return "removed";
      }),
  };

  function update(id: string, { settings, password }: PersonChange, audit: readonly AuditEntry[]) {
    const person = byId.get(id);
    if (!person) return "missing";
    if (password && ![null, person.passwordHash].includes(password.replaces)) return "password_differs";
    if (settings) setSettings.run({ ...settingsOf(person), ...settings, id });
    if (password) {
      setPassword.run(password.hash, id);
      signOut.run(id, password.keeps);
    }
    for (const entry of audit) appendAudit(db, entry);
    return "changed";
  }
}

/** Writes a person's row with their profiles, inside whatever transaction is open. */
export function openPersonRows(db: Access["db"]) {
  const insert = db.query(
    `INSERT INTO person (id, email, password_hash, created_at, role, all_profiles)
     VALUES ($id, $email, $passwordHash, $createdAt, $role, $allProfiles) ON CONFLICT (email) DO NOTHING`,
  );
  const setProfiles = openAccessProfiles(db, "person");
  return {
    /** With its audit entry. False, and nothing is written, when the e-mail address is taken. */
    insertPerson({ profiles, ...person }: Person, audit: AuditEntry): boolean {
      if (insert.run({ ...person, allProfiles: Number(profiles === "all") }).changes === 0) return false;
      setProfiles(person.id, profiles);
      appendAudit(db, audit);
      return true;
    },
  };
}

// Table owner: people who can sign in.
import type { Owner, OwnSettings } from "../../domain/owner.ts";
import type { OwnerChange, Owners } from "../../domain/store/owners.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import type { Access } from "./access.ts";
import { appendAudit, auditIf } from "./audit.ts";
import { openProfileRows } from "./profile-rows.ts";

const COLUMNS = "id, email, password_hash AS passwordHash, created_at AS createdAt";

export function openOwners({ db, read, write }: Access): Owners {
  const insert = db.query(
    `INSERT INTO owner (id, email, password_hash, created_at) VALUES ($id, $email, $passwordHash, $createdAt)
     ON CONFLICT (email) DO NOTHING`,
  );
  const byEmail = db.query<Owner, [string]>(`SELECT ${COLUMNS} FROM owner WHERE email = ?`);
  const any = db.query<{ id: string }, []>("SELECT id FROM owner LIMIT 1");
  const byId = db.query<Owner & OwnSettings, [string]>(
    `SELECT ${COLUMNS}, name, timezone, theme FROM owner WHERE id = ?`,
  );
  const setSettings = db.query(
    "UPDATE owner SET name = $name, timezone = $timezone, theme = $theme WHERE id = $id",
  );
  const setPassword = db.query("UPDATE owner SET password_hash = ? WHERE id = ?");
  // `IS NOT`: also without one that stays.
  const signOut = db.query("DELETE FROM session WHERE owner_id = ? AND id IS NOT ?");
  const { insertProfile } = openProfileRows(db);
  return {
    create: (owner, audit) => write(() => auditIf(insert.run({ ...owner }).changes > 0, db, audit)),
    createFirst: (owner, first, audit) =>
      write(() => {
        if (any.get()) return "owner_exists";
        if (first && !insertProfile(first.profile, first.slots, first.audit)) return "profile_name_taken";
        insert.run({ ...owner });
        appendAudit(db, audit);
        return "created";
      }),
    exists: () => read(() => any.get() !== null),
    byEmail: (email) => read(() => byEmail.get(email)),
    settings: (id) =>
      read(() => {
        const owner = byId.get(id);
        return owner && settingsOf(owner);
      }),
    update: (id, change, audit) => write(() => update(id, change, audit)),
  };

  function update(id: string, { settings, password }: OwnerChange, audit: readonly AuditEntry[]) {
    const owner = byId.get(id);
    if (!owner) return "missing";
    if (password && ![null, owner.passwordHash].includes(password.replaces)) return "password_differs";
    if (settings) setSettings.run({ ...settingsOf(owner), ...settings, id });
    if (password) {
      setPassword.run(password.hash, id);
      signOut.run(id, password.keeps);
    }
    for (const entry of audit) appendAudit(db, entry);
    return "changed";
  }
}

const settingsOf = ({ name, timezone, theme }: OwnSettings): OwnSettings => ({ name, timezone, theme });

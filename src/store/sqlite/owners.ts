// Table owner: people who can sign in.
import type { Owner } from "../../domain/owner.ts";
import type { Owners } from "../../domain/store/owners.ts";
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
  const setPassword = db.query("UPDATE owner SET password_hash = ? WHERE id = ?");
  const signOut = db.query("DELETE FROM session WHERE owner_id = ?");
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
    setPassword: (id, hash, audit) =>
      write(() => {
        signOut.run(id);
        return auditIf(setPassword.run(hash, id).changes > 0, db, audit);
      }),
  };
}

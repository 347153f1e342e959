// Table invite: invitations to join, found by the hash of their token.
import type { Person } from "../../domain/person.ts";
import type { Invites } from "../../domain/store/invites.ts";
import { withAccess } from "../rows/access.ts";
import { INVITE_COLUMNS, isOpen, type InviteRow } from "../rows/invite.ts";
import type { Access } from "./access.ts";
import { openAccessProfiles } from "./access-rows.ts";
import { appendAudit, auditIf } from "./audit.ts";
import { openPersonRows } from "./people.ts";

export function openInvites({ db, read, write }: Access): Invites {
  const insert = db.query(
    `INSERT INTO invite (id, hash, role, all_profiles, created_by, inviter_id, created_at, expires_at)
     VALUES ($id, $hash, $role, $allProfiles, $createdBy, $inviterId, $createdAt, $expiresAt)`,
  );
  const forget = db.query("DELETE FROM invite WHERE expires_at < ?");
  const byHash = db.query<InviteRow, [Uint8Array]>(`SELECT ${INVITE_COLUMNS} FROM invite WHERE hash = +?`);
  const open = db.query<InviteRow, [string, number]>(
    `SELECT ${INVITE_COLUMNS} FROM invite WHERE used_at IS NULL AND invite.id > +? ORDER BY invite.id LIMIT +?`,
  );
  const use = db.query("UPDATE invite SET used_at = ? WHERE id = ?");
  const revoke = db.query("DELETE FROM invite WHERE id = ? AND used_at IS NULL");
  const setProfiles = openAccessProfiles(db, "invite");
  const { insertPerson } = openPersonRows(db);
  return {
    add: ({ profiles, usedAt: _unused, ...invite }, secret, forgetBefore, audit) =>
      write(() => {
        forget.run(forgetBefore);
        insert.run({ ...invite, ...secret, allProfiles: Number(profiles === "all") });
        setProfiles(invite.id, profiles);
        appendAudit(db, audit);
      }),
    byHash: (hash) =>
      read(() => {
        const row = byHash.get(hash);
        return row && withAccess(row);
      }),
    open: (limit, after) => read(() => open.all(after ?? "", limit).map(withAccess)),
    accept: (hash, newcomer, audit) =>
      write(() => {
        const row = byHash.get(hash);
        const invite = row && withAccess(row);
        if (!invite || !isOpen(invite, newcomer.createdAt)) return { kind: "invalid" };
        const { role, profiles } = invite;
        const person: Person = { ...newcomer, role, profiles };
        if (!insertPerson(person, audit({ role, profiles }))) return { kind: "email_taken" };
        use.run(newcomer.createdAt, invite.id);
        return { kind: "accepted", person };
      }),
    revoke: (id, audit) => write(() => auditIf(revoke.run(id).changes > 0, db, audit)),
  };
}

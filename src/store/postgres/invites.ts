// Table invite: invitations to join, found by the hash of their token.
import type { AuditEntry } from "../../domain/audit.ts";
import type { Access as PersonAccess, Person } from "../../domain/person.ts";
import type { Invites } from "../../domain/store/invites.ts";
import { withAccess } from "../rows/access.ts";
import { INVITE_COLUMNS, isOpen, type InviteRow } from "../rows/invite.ts";
import { setProfiles } from "./access-rows.ts";
import type { Access, Transaction } from "./access.ts";
import { keepProfiles, lockPeople } from "./locks.ts";
import { insertPerson } from "./people.ts";

const BY_HASH = `SELECT ${INVITE_COLUMNS} FROM invite WHERE hash = $hash`;

export function openInvites({ db, writeLocked }: Access): Invites {
  return {
    add: ({ profiles, usedAt: _unused, ...invite }, secret, forgetBefore, audit) =>
      writeLocked(async (db) => {
        await db.run("DELETE FROM invite WHERE expires_at < $forgetBefore", { forgetBefore });
        await db.run(
          `INSERT INTO invite (id, hash, role, all_profiles, created_by, inviter_id, created_at, expires_at)
           VALUES ($id, $hash, $role, $allProfiles, $createdBy, $inviterId, $createdAt, $expiresAt)`,
          { ...invite, ...secret, allProfiles: Number(profiles === "all") },
        );
        await setProfiles(db, "invite", invite.id, profiles);
        db.records.audit(audit);
      }),
    async byHash(hash) {
      const row = await db.get<InviteRow>(BY_HASH, { hash });
      return row && withAccess(row);
    },
    async open(limit, after) {
      const rows = await db.all<InviteRow>(
        `SELECT ${INVITE_COLUMNS} FROM invite WHERE used_at IS NULL AND invite.id > $after
         ORDER BY invite.id LIMIT $limit`,
        { after: after ?? "", limit },
      );
      return rows.map(withAccess);
    },
    accept: (hash, newcomer, audit) => writeLocked((db) => accept(db, hash, newcomer, audit)),
    revoke: (id, audit) =>
      writeLocked(async (db) => {
        const revoked = await db.run("DELETE FROM invite WHERE id = $id AND used_at IS NULL", { id });
        return db.records.auditIf(revoked > 0, audit);
      }),
  };
}

async function accept(
  db: Transaction,
  hash: Uint8Array,
  newcomer: Omit<Person, keyof PersonAccess>,
  audit: (access: PersonAccess) => AuditEntry,
): Promise<Awaited<ReturnType<Invites["accept"]>>> {
  await lockPeople(db);
  const row = await db.get<InviteRow>(`${BY_HASH} FOR UPDATE`, { hash });
  if (!row) return { kind: "invalid" };
  const invite = withAccess(row);
  const { role } = invite;
  const profiles = invite.profiles === "all" ? "all" : await keepProfiles(db, invite.profiles);
  if (!isOpen({ ...invite, profiles }, newcomer.createdAt)) return { kind: "invalid" };
  const person: Person = { ...newcomer, role, profiles };
  if (!(await insertPerson(db, person, audit({ role, profiles })))) return { kind: "email_taken" };
  await db.run("UPDATE invite SET used_at = $at WHERE id = $id", { at: newcomer.createdAt, id: invite.id });
  return { kind: "accepted", person };
}

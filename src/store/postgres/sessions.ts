// Table session: signed-in people, found by the hash of the browser's token.
import type { Sessions } from "../../domain/store/sessions.ts";
import { withAccess } from "../rows/access.ts";
import { SESSION_COLUMNS, type SessionRow } from "../rows/session.ts";
import type { Access } from "./access.ts";

const SELECT = `SELECT ${SESSION_COLUMNS} FROM session JOIN person ON person.id = person_id`;

export function openSessions({ db, writeLocked }: Access): Sessions {
  return {
    add: ({ email: _, role: _role, profiles: _profiles, ...session }, { replaces, ...start }, audit) =>
      writeLocked(async (db) => {
        // FOR SHARE: who sets another password waits for this, and then ends the new session too.
        const added = await db.run(
          `INSERT INTO session (hash, id, person_id, created_at, last_used_at, address, device)
           SELECT $hash, $id, id, $createdAt, $lastUsedAt, $address, $device FROM person
           WHERE id = $personId AND password_hash = $passwordHash FOR SHARE`,
          { ...session, ...start },
        );
        if (added === 0) return false;
        if (replaces) await db.run("DELETE FROM session WHERE hash = $replaces", { replaces });
        db.records.audit(audit);
        return true;
      }),
    async byHash(hash) {
      const row = await db.get<SessionRow>(`${SELECT} WHERE hash = $hash`, { hash });
      return row && withAccess(row);
    },
    async ofPerson(personId, limit) {
      const rows = await db.all<SessionRow>(
        `${SELECT} WHERE person_id = $personId ORDER BY last_used_at DESC, session.created_at DESC LIMIT $limit`,
        { personId, limit },
      );
      return rows.map(withAccess);
    },
    async used(hash, at) {
      await db.run("UPDATE session SET last_used_at = $at WHERE hash = $hash", { hash, at });
    },
    remove: (personId, id, audit) =>
      writeLocked(async (db) => {
        const sql = "DELETE FROM session WHERE id = $id AND person_id = $personId";
        return db.records.auditIf((await db.run(sql, { id, personId })) > 0, audit);
      }),
    removeOthers: (personId, keptId, audit) =>
      writeLocked(async (db) => {
        const ended = await db.run(
          "DELETE FROM session WHERE person_id = $personId AND id IS DISTINCT FROM $keptId::text",
          { personId, keptId },
        );
        if (ended > 0) db.records.audit(audit(ended));
      }),
    async sweep(createdUntil, usedUntil) {
      await db.run("DELETE FROM session WHERE created_at <= $createdUntil OR last_used_at <= $usedUntil", {
        createdUntil,
        usedUntil,
      });
    },
  };
}

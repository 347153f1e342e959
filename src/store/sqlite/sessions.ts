// Table session: signed-in people, found by the hash of the browser's token.
import type { Sessions } from "../../domain/store/sessions.ts";
import { withAccess } from "../rows/access.ts";
import { SESSION_COLUMNS, type SessionRow } from "../rows/session.ts";
import type { Access } from "./access.ts";
import { appendAudit, auditIf } from "./audit.ts";

const SELECT = `SELECT ${SESSION_COLUMNS} FROM session JOIN person ON person.id = person_id`;

export function openSessions({ db, read, write }: Access): Sessions {
  const insert = db.query(
    `INSERT INTO session (hash, id, person_id, created_at, last_used_at, address, device)
     SELECT $hash, $id, id, $createdAt, $lastUsedAt, $address, $device FROM person
     WHERE id = $personId AND password_hash = $passwordHash`,
  );
  // `+?`: see due.ts.
  const byHash = db.query<SessionRow, [Uint8Array]>(`${SELECT} WHERE hash = +?`);
  const ofPerson = db.query<SessionRow, [string, number]>(
    `${SELECT} WHERE person_id = +? ORDER BY last_used_at DESC, session.created_at DESC LIMIT +?`,
  );
  const used = db.query("UPDATE session SET last_used_at = ? WHERE hash = ?");
  const replace = db.query("DELETE FROM session WHERE hash = ?");
  const drop = db.query("DELETE FROM session WHERE id = ? AND person_id = ?");
  // `IS NOT`: also without one that stays.
  const dropOthers = db.query("DELETE FROM session WHERE person_id = ? AND id IS NOT ?");
  const sweep = db.query(
    "DELETE FROM session WHERE created_at <= $createdUntil OR last_used_at <= $usedUntil",
  );
  return {
    add: ({ email: _, role: _role, profiles: _profiles, ...session }, { replaces, ...start }, audit) =>
      write(() => {
        if (insert.run({ ...session, ...start }).changes === 0) return false;
        if (replaces) replace.run(replaces);
        appendAudit(db, audit);
        return true;
      }),
    byHash: (hash) =>
      read(() => {
        const row = byHash.get(hash);
        return row && withAccess(row);
      }),
    ofPerson: (personId, limit) => read(() => ofPerson.all(personId, limit).map(withAccess)),
    used: (hash, at) => write(() => void used.run(at, hash)),
    remove: (personId, id, audit) => write(() => auditIf(drop.run(id, personId).changes > 0, db, audit)),
    removeOthers: (personId, keptId, audit) =>
      write(() => {
        const { changes } = dropOthers.run(personId, keptId);
        if (changes > 0) appendAudit(db, audit(changes));
      }),
    sweep: (createdUntil, usedUntil) => write(() => void sweep.run({ createdUntil, usedUntil })),
  };
}

// Table session: signed-in owners, found by the hash of the browser's token.
import type { SessionRecord } from "../../domain/session.ts";
import type { Sessions } from "../../domain/store/sessions.ts";
import type { Access } from "./access.ts";
import { appendAudit, auditIf } from "./audit.ts";

const SELECT = `SELECT session.id, owner_id AS ownerId, email, session.created_at AS createdAt, last_used_at AS lastUsedAt,
  address, device FROM session JOIN owner ON owner.id = owner_id`;

export function openSessions({ db, read, write }: Access): Sessions {
  const insert = db.query(
    `INSERT INTO session (hash, id, owner_id, created_at, last_used_at, address, device)
     SELECT $hash, $id, id, $createdAt, $lastUsedAt, $address, $device FROM owner
     WHERE id = $ownerId AND password_hash = $passwordHash`,
  );
  // `+?`: see due.ts.
  const byHash = db.query<SessionRecord, [Uint8Array]>(`${SELECT} WHERE hash = +?`);
  const ofOwner = db.query<SessionRecord, [string, number]>(
    `${SELECT} WHERE owner_id = +? ORDER BY last_used_at DESC, session.created_at DESC LIMIT +?`,
  );
  const used = db.query("UPDATE session SET last_used_at = ? WHERE hash = ?");
  const replace = db.query("DELETE FROM session WHERE hash = ?");
  const drop = db.query("DELETE FROM session WHERE id = ? AND owner_id = ?");
  const dropOthers = db.query("DELETE FROM session WHERE owner_id = ? AND id <> ?");
  const sweep = db.query(
    "DELETE FROM session WHERE created_at <= $createdUntil OR last_used_at <= $usedUntil",
  );
  return {
    add: ({ email: _, ...session }, { replaces, ...start }, audit) =>
      write(() => {
        if (insert.run({ ...session, ...start }).changes === 0) return false;
        if (replaces) replace.run(replaces);
        appendAudit(db, audit);
        return true;
      }),
    byHash: (hash) => read(() => byHash.get(hash)),
    ofOwner: (ownerId, limit) => read(() => ofOwner.all(ownerId, limit)),
    used: (hash, at) => write(() => void used.run(at, hash)),
    remove: (ownerId, id, audit) => write(() => auditIf(drop.run(id, ownerId).changes > 0, db, audit)),
    removeOthers: (ownerId, keptId, audit) =>
      write(() => {
        const { changes } = dropOthers.run(ownerId, keptId);
        if (changes > 0) appendAudit(db, audit(changes));
      }),
    sweep: (createdUntil, usedUntil) => write(() => void sweep.run({ createdUntil, usedUntil })),
  };
}

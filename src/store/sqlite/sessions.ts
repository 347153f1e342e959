// Table session: signed-in owners, found by the hash of the browser's token.
import type { SessionRecord } from "../../domain/session.ts";
import type { Sessions } from "../../domain/store/sessions.ts";
import type { Access } from "./access.ts";
import { appendAudit, auditIf } from "./audit.ts";

export function openSessions({ db, read, write }: Access): Sessions {
  const insert = db.query(
    `INSERT INTO session (hash, owner_id, created_at, last_used_at) VALUES ($hash, $ownerId, $createdAt, $lastUsedAt)`,
  );
  // `+?`: see due.ts.
  const byHash = db.query<SessionRecord, [Uint8Array]>(
    `SELECT owner_id AS ownerId, email, session.created_at AS createdAt, last_used_at AS lastUsedAt
     FROM session JOIN owner ON owner.id = owner_id WHERE hash = +?`,
  );
  const used = db.query("UPDATE session SET last_used_at = ? WHERE hash = ?");
  const drop = db.query("DELETE FROM session WHERE hash = ?");
  const sweep = db.query(
    "DELETE FROM session WHERE created_at <= $createdUntil OR last_used_at <= $usedUntil",
  );
  return {
    add: ({ email: _, ...session }, hash, replaces, audit) =>
      write(() => {
        if (replaces) drop.run(replaces);
        insert.run({ ...session, hash });
        appendAudit(db, audit);
      }),
    byHash: (hash) => read(() => byHash.get(hash)),
    used: (hash, at) => write(() => void used.run(at, hash)),
    remove: (hash, audit) => write(() => auditIf(drop.run(hash).changes > 0, db, audit)),
    sweep: (createdUntil, usedUntil) => write(() => void sweep.run({ createdUntil, usedUntil })),
  };
}

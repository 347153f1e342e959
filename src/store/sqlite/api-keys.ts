// Table api_key: API keys, found by their hash.
import type { KeyRecord, Keys, Scope } from "../../accounts/ports.ts";
import type { Access } from "./access.ts";
import { auditIf } from "./audit.ts";

type Row = Omit<KeyRecord, "scopes"> & { scopes: string };

const COLUMNS = `id, profile_id AS profileId, name, last4, scopes, created_at AS createdAt, last_used_at AS lastUsedAt,
  expires_at AS expiresAt, revoked_at AS revokedAt`;

export function openKeys({ db, read, write }: Access): Keys {
  const insert = db.query(
    `INSERT INTO api_key (id, profile_id, name, hash, last4, scopes, created_at, expires_at)
     SELECT $id, id, $name, $hash, $last4, $scopes, $createdAt, $expiresAt FROM profile WHERE id = $profileId`,
  );
  const copy = db.query(
    `INSERT INTO api_key (id, profile_id, name, hash, last4, scopes, created_at, expires_at)
     SELECT $id, profile_id, name, $hash, $last4, scopes, $createdAt, expires_at FROM api_key
     WHERE id = $old AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $createdAt)`,
  );
  const byHash = db.query<Row, [Uint8Array]>(`SELECT ${COLUMNS} FROM api_key WHERE hash = ?`);
  const byId = db.query<Row, [string]>(`SELECT ${COLUMNS} FROM api_key WHERE id = ?`);
  const all = db.query<Row, []>(`SELECT ${COLUMNS} FROM api_key ORDER BY id`);
  const ofProfile = db.query<Row, [string]>(
    `SELECT ${COLUMNS} FROM api_key WHERE profile_id = +? ORDER BY id`,
  );
  const expire = db.query(
    "UPDATE api_key SET expires_at = min(coalesce(expires_at, $at), $at) WHERE id = $id",
  );
  const revoke = db.query("UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL");
  const used = db.query("UPDATE api_key SET last_used_at = ? WHERE id = ?");
  return {
    create: ({ lastUsedAt: _, revokedAt: __, scopes, ...key }, hash, audit) =>
      write(() => {
        const { changes } = insert.run({ ...key, scopes: JSON.stringify(scopes), hash });
        return auditIf(changes > 0, db, audit);
      }),
    byHash: (hash) =>
      read(() => {
        const row = byHash.get(hash);
        return row && keyOf(row);
      }),
    find: (id) =>
      read(() => {
        const row = byId.get(id);
        return row && keyOf(row);
      }),
    ofProfile: (profile) => read(() => (profile === null ? all.all() : ofProfile.all(profile)).map(keyOf)),
    rotate: (old, fresh, hash, endsAt, audit) =>
      write(() => {
        if (!auditIf(copy.run({ ...fresh, hash, old }).changes > 0, db, audit)) return null;
        expire.run({ id: old, at: endsAt });
        const row = byId.get(fresh.id);
        return row && keyOf(row);
      }),
    revoke: (id, at, audit) => write(() => auditIf(revoke.run(at, id).changes > 0, db, audit)),
    used: (id, at) => write(() => void used.run(at, id)),
  };
}

function keyOf(row: Row): KeyRecord {
  return { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
}

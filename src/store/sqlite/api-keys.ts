// Table api_key: API keys, found by their hash.
import type { KeyRecord, Keys, Scope } from "../../accounts/ports.ts";
import type { Access } from "./access.ts";

type Row = Omit<KeyRecord, "scopes"> & { scopes: string };

const COLUMNS = `id, profile_id AS profileId, name, last4, scopes, created_at AS createdAt, last_used_at AS lastUsedAt,
  expires_at AS expiresAt, revoked_at AS revokedAt`;

export function openKeys({ db, read, write }: Access): Keys {
  const insert = db.query(
    `INSERT INTO api_key (id, profile_id, name, hash, last4, scopes, created_at, expires_at)
     VALUES ($id, $profileId, $name, $hash, $last4, $scopes, $createdAt, $expiresAt)`,
  );
  const byHash = db.query<Row, [Uint8Array]>(`SELECT ${COLUMNS} FROM api_key WHERE hash = ?`);
  const byId = db.query<Row, [string]>(`SELECT ${COLUMNS} FROM api_key WHERE id = ?`);
  const all = db.query<Row, []>(`SELECT ${COLUMNS} FROM api_key ORDER BY id`);
  const ofProfile = db.query<Row, [string]>(
    `SELECT ${COLUMNS} FROM api_key WHERE profile_id = ? ORDER BY id`,
  );
  const expire = db.query(
    "UPDATE api_key SET expires_at = min(coalesce(expires_at, $at), $at) WHERE id = $id",
  );
  const revoke = db.query("UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?");
  const used = db.query("UPDATE api_key SET last_used_at = ? WHERE id = ?");
  return {
    add: ({ lastUsedAt: _, revokedAt: __, scopes, ...key }, hash) =>
      write(() => void insert.run({ ...key, scopes: JSON.stringify(scopes), hash })),
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
    expire: (id, at) => write(() => void expire.run({ id, at })),
    revoke: (id, at) => write(() => void revoke.run(at, id)),
    used: (id, at) => write(() => void used.run(at, id)),
  };
}

function keyOf(row: Row): KeyRecord {
  return { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
}

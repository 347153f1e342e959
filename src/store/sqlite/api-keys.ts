// Table api_key: API keys, found by their hash.
import { firstIdAt } from "../../id.ts";
import type { Keys } from "../../domain/store/api-keys.ts";
import { KEY_COLUMNS, keyOf, keyValues, type KeyRow } from "../rows/api-key.ts";
import type { Access } from "./access.ts";
import { auditIf } from "./audit.ts";

export function openKeys({ db, read, write }: Access): Keys {
  const insert = db.query(
    `INSERT INTO api_key (id, profile_id, name, hash, last4, scopes, simulated_only, created_by, created_at, expires_at)
     SELECT $id, id, $name, $hash, $last4, $scopes, $simulatedOnly, $createdBy, $createdAt, $expiresAt FROM profile WHERE id = $profileId`,
  );
  const copy = db.query(
    `INSERT INTO api_key (id, profile_id, name, hash, last4, scopes, simulated_only, created_by, created_at, expires_at)
     SELECT $id, profile_id, name, $hash, $last4, scopes, simulated_only, $createdBy, $createdAt, expires_at FROM api_key
     WHERE id = $old AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $createdAt)`,
  );
  const byHash = db.query<KeyRow, [Uint8Array]>(`SELECT ${KEY_COLUMNS} FROM api_key WHERE hash = ?`);
  const byId = db.query<KeyRow, [string]>(`SELECT ${KEY_COLUMNS} FROM api_key WHERE id = ?`);
  const all = db.query<KeyRow, []>(`SELECT ${KEY_COLUMNS} FROM api_key ORDER BY id`);
  const ofProfile = db.query<KeyRow, [string]>(
    `SELECT ${KEY_COLUMNS} FROM api_key WHERE profile_id = +? ORDER BY id`,
  );
  // Ids sort by time: of the index post_created_by, only what counts is read.
  const posts = db.query<{ id: string; posts: number }, [{ profile: string | null; since: string }]>(
    `SELECT id, (SELECT count(*) FROM post WHERE post.profile_id = api_key.profile_id
       AND post.created_by = 'key:' || api_key.id AND post.id >= $since) AS posts
     FROM api_key WHERE profile_id = +$profile OR $profile IS NULL`,
  );
  const expire = db.query(
    "UPDATE api_key SET expires_at = min(coalesce(expires_at, $at), $at) WHERE id = $id",
  );
  const revoke = db.query("UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL");
  const used = db.query("UPDATE api_key SET last_used_at = ?, last_used_from = ? WHERE id = ?");
  return {
    create: (key, hash, audit) =>
      write(() => auditIf(insert.run({ ...keyValues(key), hash }).changes > 0, db, audit)),
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
    postsOf: (profile, since) =>
      read(() => {
        const rows = posts.all({ profile, since: firstIdAt(since) });
        return new Map(rows.map((row) => [row.id, row.posts]));
      }),
    rotate: (old, fresh, hash, endsAt, audit) =>
      write(() => {
        if (!auditIf(copy.run({ ...fresh, hash, old }).changes > 0, db, audit)) return null;
        expire.run({ id: old, at: endsAt });
        const row = byId.get(fresh.id);
        return row && keyOf(row);
      }),
    revoke: (id, at, audit) => write(() => auditIf(revoke.run(at, id).changes > 0, db, audit)),
    used: (id, at, from) => write(() => void used.run(at, from, id)),
  };
}

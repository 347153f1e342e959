// Table api_key: API keys, found by their hash.
import { firstIdAt } from "../../id.ts";
import type { KeyRecord } from "../../domain/api-key.ts";
import type { Keys } from "../../domain/store/api-keys.ts";
import { KEY_COLUMNS, keyOf, keyValues, type KeyRow } from "../rows/api-key.ts";
import type { Access } from "./access.ts";
import { openGroup } from "./groups.ts";
import type { Connection } from "./pool.ts";

const INSERT = `INSERT INTO api_key
  (id, profile_id, name, hash, last4, scopes, simulated_only, created_by, created_at, expires_at)`;
/** The locks: a profile that is being removed gets no key, and of two rotations the second sees when the key ends. */
const COPY = `${INSERT}
  SELECT $id, profile_id, api_key.name, $hash, $last4, scopes, simulated_only, $createdBy, $createdAt, expires_at
  FROM api_key JOIN profile ON profile.id = profile_id
  WHERE api_key.id = $old AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $createdAt)
  FOR KEY SHARE OF profile FOR NO KEY UPDATE OF api_key`;

export function openKeys({ db, writeLocked }: Access): Keys {
  return {
    create: (key, hash, audit) =>
      writeLocked(async (db) => {
        const added = await db.run(
          `${INSERT}
           SELECT $id, id, $name, $hash, $last4, $scopes, $simulatedOnly, $createdBy, $createdAt, $expiresAt
           FROM profile WHERE id = $profileId FOR KEY SHARE`,
          { ...keyValues(key), hash },
        );
        return db.records.auditIf(added > 0, audit);
      }),
    byHash: openGroup((hashes) => byHashes(db, hashes)),
    find: (id) => findKey(db, id),
    async ofProfile(profile) {
      const rows = await db.all<KeyRow>(
        `SELECT ${KEY_COLUMNS} FROM api_key WHERE profile_id = $profile OR $profile::text IS NULL ORDER BY id`,
        { profile },
      );
      return rows.map(keyOf);
    },
    // Ids sort by time: of the index post_created_by, only what counts is read.
    async postsOf(profile, since) {
      const rows = await db.all<{ id: string; posts: number }>(
        `SELECT id, (SELECT count(*) FROM post WHERE post.profile_id = api_key.profile_id
           AND post.created_by = 'key:' || api_key.id AND post.id >= $since) AS posts
         FROM api_key WHERE profile_id = $profile OR $profile::text IS NULL ORDER BY id`,
        { profile, since: firstIdAt(since) },
      );
      return new Map(rows.map((row) => [row.id, row.posts]));
    },
    rotate: (old, fresh, hash, endsAt, audit) =>
      writeLocked(async (db) => {
        const copied = await db.run(COPY, { ...fresh, hash, old });
        if (!db.records.auditIf(copied > 0, audit)) return null;
        const expire = "UPDATE api_key SET expires_at = least(expires_at, $endsAt) WHERE id = $old";
        await db.run(expire, { old, endsAt });
        return await findKey(db, fresh.id);
      }),
    revoke: (id, at, audit) =>
      writeLocked(async (db) => {
        const sql = "UPDATE api_key SET revoked_at = $at WHERE id = $id AND revoked_at IS NULL";
        return db.records.auditIf((await db.run(sql, { id, at })) > 0, audit);
      }),
    async used(id, at, from) {
      await db.run("UPDATE api_key SET last_used_at = $at, last_used_from = $from WHERE id = $id", {
        id,
        at,
        from,
      });
    },
  };
}

async function findKey(db: Connection, id: string): Promise<KeyRecord | null> {
  const row = await db.get<KeyRow>(`SELECT ${KEY_COLUMNS} FROM api_key WHERE id = $id`, { id });
  return row && keyOf(row);
}

/** Every request asks for one: those of one moment are one query. */
async function byHashes(db: Connection, hashes: readonly Uint8Array[]): Promise<(KeyRecord | null)[]> {
  const hexes = hashes.map((hash) => hash.toHex());
  const rows = await db.all<KeyRow & { hash: string }>(
    `SELECT ${KEY_COLUMNS}, hexes.hash FROM unnest($hexes::text[]) AS hexes (hash)
     JOIN api_key ON api_key.hash = decode(hexes.hash, 'hex')`,
    { hexes: [...new Set(hexes)] },
  );
  const found = new Map(rows.map(({ hash, ...row }) => [hash, keyOf(row)]));
  return hexes.map((hash) => found.get(hash) ?? null);
}

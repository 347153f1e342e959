// Rows of the table api_key, as both stores read and write them.
import type { KeyRecord, Scope } from "../../domain/api-key.ts";

export const KEY_COLUMNS = `id, profile_id AS "profileId", name, last4, scopes, simulated_only AS "simulatedOnly",
  created_by AS "createdBy", created_at AS "createdAt", last_used_at AS "lastUsedAt", last_used_from AS "lastUsedFrom",
  expires_at AS "expiresAt", revoked_at AS "revokedAt"`;
export type KeyRow = Omit<KeyRecord, "scopes" | "simulatedOnly"> & {
  readonly scopes: string;
  readonly simulatedOnly: number;
};

export const keyOf = (row: KeyRow): KeyRecord => ({
  ...row,
  scopes: JSON.parse(row.scopes) as Scope[],
  simulatedOnly: row.simulatedOnly === 1,
});

/** A new key as its columns have it; the others are filled later. */
export const keyValues = ({
  lastUsedAt: _at,
  lastUsedFrom: _from,
  revokedAt: _revoked,
  scopes,
  simulatedOnly,
  ...key
}: KeyRecord) => ({ ...key, scopes: JSON.stringify(scopes), simulatedOnly: Number(simulatedOnly) });

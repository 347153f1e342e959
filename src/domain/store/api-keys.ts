// Store interface: API keys, found by their hash.
import type { KeyRecord, CreatedKey } from "../api-key.ts";
import type { AuditEntry } from "../audit.ts";

export interface Keys {
  /** False when there is no such profile. */
  create(key: KeyRecord, hash: Uint8Array, audit: AuditEntry): Promise<boolean>;
  byHash(hash: Uint8Array): Promise<KeyRecord | null>;
  ofProfile(profileId: string | null): Promise<KeyRecord[]>;
  find(id: string): Promise<KeyRecord | null>;
  /**
   * A fresh key with the rights of key `id`, which stops working at `endsAt` unless it stops earlier. Null when that key
   * is revoked or expired, or there is none.
   */
  rotate(
    id: string,
    fresh: CreatedKey,
    hash: Uint8Array,
    endsAt: number,
    audit: AuditEntry,
  ): Promise<KeyRecord | null>;
  /** False when it is revoked already, or there is none. */
  revoke(id: string, at: number, audit: AuditEntry): Promise<boolean>;
  used(id: string, at: number): Promise<void>;
}

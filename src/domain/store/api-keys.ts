// Store interface: API keys, found by their hash.
import type { KeyRecord, CreatedKey } from "../api-key.ts";
import type { AuditEntry } from "../audit.ts";

export interface Keys {
  /** False when there is no such profile. */
  create(key: KeyRecord, hash: Uint8Array, audit: AuditEntry): Promise<boolean>;
  byHash(hash: Uint8Array): Promise<KeyRecord | null>;
  /** @param profileId null: of all */
  ofProfile(profileId: string | null): Promise<KeyRecord[]>;
  /** How many posts each key has created since then that are still there. @param since ms since 1970 */
  postsOf(profileId: string | null, since: number): Promise<ReadonlyMap<string, number>>;
  find(id: string): Promise<KeyRecord | null>;
  /**
   * Stores a new key with the rights of key `id`, which stops working at `endsAt` or earlier. Null when key `id` is
   * revoked, expired or does not exist.
   */
  rotate(
    id: string,
    fresh: CreatedKey,
    hash: Uint8Array,
    endsAt: number,
    audit: AuditEntry,
  ): Promise<KeyRecord | null>;
  /** False when the key is revoked already or does not exist. */
  revoke(id: string, at: number, audit: AuditEntry): Promise<boolean>;
  /** @param from an address */
  used(id: string, at: number, from: string): Promise<void>;
}

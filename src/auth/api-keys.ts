// The life of API keys: create, recognise, rotate, revoke.
import type { Clock } from "../clock.ts";
import { isWellFormed, keyHash } from "./api-key.ts";
import type { KeyRecord } from "../domain/api-key.ts";
import type { Keys } from "../domain/store/api-keys.ts";

/** How often `last used` is written at most, ms (D7). */
const USED_GRAIN_MS = 60_000;

export interface ApiKeys {
  /**
   * The record of a live key; null for a malformed, unknown, revoked or expired one.
   * @param from the address that it is used from
   */
  recognise(key: string, from: () => string): Promise<KeyRecord | null>;
}

export function openApiKeys(keys: Pick<Keys, "byHash" | "used">, clock: Clock): ApiKeys {
  return { recognise };

  async function recognise(key: string, from: () => string): Promise<KeyRecord | null> {
    if (!isWellFormed(key)) return null;
    const record = await keys.byHash(keyHash(key));
    const now = clock.now();
    if (!record || record.revokedAt !== null || (record.expiresAt !== null && record.expiresAt <= now))
      return null;
    if (now - (record.lastUsedAt ?? 0) >= USED_GRAIN_MS) await keys.used(record.id, now, from());
    return record;
  }
}

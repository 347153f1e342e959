// The life of API keys: create, recognise, rotate, revoke.
import type { Clock } from "../clock.ts";
import { Refusal } from "../errors.ts";
import type { NewId } from "../id.ts";
import { isWellFormed, keyHash, makeKey } from "./api-key.ts";
import type { KeyRecord, Keys, Scope } from "../accounts/ports.ts";

/** How often `last used` is written at most, ms (D7). */
const USED_GRAIN_MS = 60_000;

export interface Keyring {
  create(wish: {
    profileId: string;
    name: string;
    scopes: readonly Scope[];
    expiresAt: number | null;
  }): Promise<NewKey>;
  /** The record of a live key; null for a malformed, unknown, revoked or expired one. */
  recognise(key: string): Promise<KeyRecord | null>;
  /** A new key with the same rights; the old one works for `overlapMs` more. */
  rotate(id: string, overlapMs: number): Promise<NewKey>;
  revoke(id: string): Promise<void>;
}

export interface NewKey {
  /** The only time it is shown. */
  readonly key: string;
  readonly record: KeyRecord;
}

export function openKeyring(keys: Keys, clock: Clock, newId: NewId): Keyring {
  return { create, recognise, rotate, revoke };

  async function create({
    profileId,
    name,
    scopes,
    expiresAt,
  }: Parameters<Keyring["create"]>[0]): Promise<NewKey> {
    const key = makeKey();
    const record: KeyRecord = {
      id: newId(),
      profileId,
      name,
      last4: key.slice(-4),
      scopes,
      createdAt: clock.now(),
      lastUsedAt: null,
      expiresAt,
      revokedAt: null,
    };
    await keys.add(record, keyHash(key));
    return { key, record };
  }

  async function recognise(key: string): Promise<KeyRecord | null> {
    if (!isWellFormed(key)) return null;
    const record = await keys.byHash(keyHash(key));
    const now = clock.now();
    if (!record || record.revokedAt !== null || (record.expiresAt !== null && record.expiresAt <= now))
      return null;
    if (now - (record.lastUsedAt ?? 0) >= USED_GRAIN_MS) await keys.used(record.id, now);
    return record;
  }

  async function rotate(id: string, overlapMs: number): Promise<NewKey> {
    const old = await existing(id);
    if (old.revokedAt !== null) throw new Refusal(`Key ${id} is revoked; create a new one.`);
    const fresh = await create(old);
    await keys.expire(id, clock.now() + overlapMs);
    return fresh;
  }

  async function revoke(id: string): Promise<void> {
    await keys.revoke((await existing(id)).id, clock.now());
  }

  async function existing(id: string): Promise<KeyRecord> {
    const record = await keys.find(id);
    if (!record) throw new Refusal(`Unknown key ${id}; crier key list shows all keys.`);
    return record;
  }
}

// Keys: created, replaced by a fresh one with the same rights, and revoked.
import { SCOPES, type KeyRecord, type Scope } from "../domain/api-key.ts";
import { keyHash, makeKey } from "../auth/api-key.ts";
import { Problem } from "../errors.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";
import { nameOf } from "./names.ts";
import { noProfile } from "./profiles.ts";

/** How long a replaced key works by default, and at most, ms. */
const OVERLAP_MS = 24 * 3_600_000;
export const LONGEST_OVERLAP_MS = 30 * 24 * 3_600_000;

export interface KeyInput {
  readonly profileId: string;
  readonly name: string;
  /** Default: all. */
  readonly scopes?: readonly Scope[] | undefined;
  /** ms since 1970; null: never. */
  readonly expiresAt: number | null;
}

export interface NewKey {
  /** The only time it is shown. */
  readonly key: string;
  readonly record: KeyRecord;
}

/** @throws Problem invalid_request, not_found */
export async function createKey(actor: string, input: KeyInput, deps: AdminDeps): Promise<NewKey> {
  const { store, clock, newId } = deps;
  const { profileId, expiresAt } = input;
  if (expiresAt !== null && expiresAt <= clock.now()) throw notAhead();
  const [name, scopes] = [nameOf(input.name, "key"), scopesOf(input.scopes ?? SCOPES)];
  const key = makeKey();
  const record: KeyRecord = {
    id: newId(),
    profileId,
    name,
    scopes,
    expiresAt,
    last4: key.slice(-4),
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  };
  const detail = { name, scopes, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
  const entry = entryOf(actor, deps, { action: "key.create", profileId, subject: record.id, detail });
  if (!(await store.keys.create(record, keyHash(key), entry))) throw noProfile();
  return { key, record };
}

/**
 * A fresh key with the rights of another, which stops working after the overlap.
 * @param overlapMs default: a day
 * @throws Problem not_found, key_revoked, invalid_request
 */
export async function rotateKey(
  actor: string,
  id: string,
  overlapMs: number = OVERLAP_MS,
  deps: AdminDeps,
): Promise<NewKey> {
  if (overlapMs > LONGEST_OVERLAP_MS)
    throw invalid(
      "/overlapMs",
      `must be at most ${LONGEST_OVERLAP_MS}`,
      "The overlap can be at most 30 days.",
    );
  const { store, clock, newId } = deps;
  const old = await existingKey(id, deps);
  const key = makeKey();
  const fresh = { id: newId(), last4: key.slice(-4), createdAt: clock.now() };
  const endsAt = fresh.createdAt + overlapMs;
  const entry = entryOf(actor, deps, {
    action: "key.rotate",
    profileId: old.profileId,
    subject: old.id,
    detail: { into: fresh.id, overlapMs },
  });
  const record = await store.keys.rotate(old.id, fresh, keyHash(key), endsAt, entry);
  if (!record) throw await ended(old.id, deps);
  return { key, record };
}

/**
 * Ends a key at once; one that is revoked stays as it is.
 * @throws Problem not_found
 */
export async function revokeKey(actor: string, id: string, deps: AdminDeps): Promise<KeyRecord> {
  const { id: subject, profileId, name } = await existingKey(id, deps);
  const entry = entryOf(actor, deps, { action: "key.revoke", profileId, subject, detail: { name } });
  await deps.store.keys.revoke(subject, entry.at, entry);
  return await existingKey(subject, deps);
}

async function existingKey(id: string, { store }: AdminDeps): Promise<KeyRecord> {
  const key = await store.keys.find(id.toLowerCase());
  if (!key) throw noKey();
  return key;
}

export const noKey = () => new Problem("not_found", "No key has this id.");

/** Why a key can't be replaced. */
async function ended(id: string, deps: AdminDeps): Promise<Problem> {
  const { revokedAt } = await existingKey(id, deps);
  const how = revokedAt === null ? "has expired" : "is revoked";
  return new Problem("key_revoked", `This key ${how}; create a new one.`);
}

/** Each once, in one order. */
function scopesOf(scopes: readonly Scope[]): Scope[] {
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  if (known.length > 0) return known;
  throw invalid("/scopes", "must name at least one scope", `A key needs a scope: ${SCOPES.join(", ")}.`);
}

function notAhead(): Problem {
  const message = "must be a time in the future with an offset";
  return invalid("/expiresAt", message, "The expiry of a key must be in the future.");
}

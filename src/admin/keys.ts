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
/** How far back the posts of a key are counted. */
const POSTS_MS = 30 * 24 * 3_600_000;

export interface KeyInput {
  readonly profileId: string;
  readonly name: string;
  /** Default: all. */
  readonly scopes?: readonly Scope[] | undefined;
  /** ms since 1970; null: never. */
  readonly expiresAt: number | null;
  /** It may post to simulated accounts only. Default: no. */
  readonly simulatedOnly?: boolean | undefined;
}

export interface NewKey {
  /** The only time it is shown. */
  readonly key: string;
  readonly record: KeyRecord;
}

export interface KeyWithPosts {
  readonly record: KeyRecord;
  /** Those that it has created in the last 30 days and that are still there. */
  readonly posts30d: number;
}

/** @param profileId null: of all profiles */
export async function listKeys(
  profileId: string | null,
  { store, clock }: Pick<AdminDeps, "store" | "clock">,
): Promise<KeyWithPosts[]> {
  const posts = await store.keys.postsOf(profileId, clock.now() - POSTS_MS);
  const records = await store.keys.ofProfile(profileId);
  return records.map((record) => ({ record, posts30d: posts.get(record.id) ?? 0 }));
}

/** @throws Problem invalid_request, not_found */
export async function createKey(actor: string, input: KeyInput, deps: AdminDeps): Promise<NewKey> {
  const { store, clock, newId } = deps;
  const { profileId, expiresAt, simulatedOnly = false } = input;
  if (expiresAt !== null && expiresAt <= clock.now()) throw notAhead();
  const [name, scopes] = [nameOf(input.name, "key"), scopesOf(input.scopes ?? SCOPES)];
  const key = makeKey();
  const record: KeyRecord = {
    id: newId(),
    profileId,
    name,
    scopes,
    simulatedOnly,
    expiresAt,
    last4: key.slice(-4),
    createdBy: actor,
    createdAt: clock.now(),
    lastUsedAt: null,
    lastUsedFrom: null,
    revokedAt: null,
  };
  const until = expiresAt === null ? null : new Date(expiresAt).toISOString();
  const detail = { name, scopes, simulatedOnly, expiresAt: until };
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
  const fresh = { id: newId(), last4: key.slice(-4), createdAt: clock.now(), createdBy: actor };
  const endsAt = fresh.createdAt + overlapMs;
  const entry = entryOf(actor, deps, {
    action: "key.rotate",
    profileId: old.profileId,
    subject: old.id,
    detail: { into: fresh.id, overlapMs },
  });
  const record = await store.keys.rotate(old.id, fresh, keyHash(key), endsAt, entry);
  if (!record) throw await reasonOf(old.id, deps);
  return { key, record };
}

/**
 * Ends a key at once; one that is revoked stays as it is.
 * @throws Problem not_found
 */
export async function revokeKey(actor: string, id: string, deps: AdminDeps): Promise<KeyWithPosts> {
  const { id: subject, profileId, name } = await existingKey(id, deps);
  const entry = entryOf(actor, deps, { action: "key.revoke", profileId, subject, detail: { name } });
  await deps.store.keys.revoke(subject, entry.at, entry);
  const keys = await listKeys(profileId, deps);
  const revoked = keys.find(({ record }) => record.id === subject);
  if (!revoked) throw noKey();
  return revoked;
}

async function existingKey(id: string, { store }: AdminDeps): Promise<KeyRecord> {
  const key = await store.keys.find(id.toLowerCase());
  if (!key) throw noKey();
  return key;
}

export const noKey = () => new Problem("not_found", "No key has this id.");

/** Why a key can't be replaced. */
async function reasonOf(id: string, deps: AdminDeps): Promise<Problem> {
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

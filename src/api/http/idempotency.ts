// The idempotency key of a request and the fingerprint of its content (D19).
import { Problem } from "../../errors.ts";
import type { IdempotencyClaim } from "../../domain/store/posts.ts";
import { jsonInTurns } from "./json-pieces.ts";
import { characters } from "../views/text.ts";

export const MAX_KEY_LENGTH = 200;

/** @param key as the caller gave it, in a header or beside the body. @throws Problem invalid_idempotency_key */
export async function claimOf(key: string | null, body: object): Promise<IdempotencyClaim | null> {
  if (key === null) return null;
  const length = characters(key);
  if (length === 0 || length > MAX_KEY_LENGTH) {
    throw new Problem(
      "invalid_idempotency_key",
      `The Idempotency-Key has ${length} characters; it must have 1 to ${MAX_KEY_LENGTH}.`,
    );
  }
  return { key, fingerprint: await fingerprintOf(body) };
}

/**
 * SHA-256 over the request as JSON with its keys in order; `accounts` is a set, the order of `media` counts. Written piece by
 * piece: the longest request takes longer than a request may have the loop for itself.
 */
export async function fingerprintOf(body: object): Promise<string> {
  const list: unknown = "accounts" in body ? body.accounts : null;
  const accounts = Array.isArray(list) ? { accounts: list.map(String).toSorted(byCode) } : {};
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const piece of jsonInTurns({ ...body, ...accounts }, membersInOrder)) hasher.update(piece);
  return hasher.digest("hex");
}

/** Those whose names are numbers come first, by number: fingerprints that are stored were made so. */
function membersInOrder(value: object): [string, unknown][] {
  const sorted = Object.entries(value).toSorted(([a], [b]) => byCode(a, b));
  return Object.entries(Object.fromEntries(sorted));
}

const byCode = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

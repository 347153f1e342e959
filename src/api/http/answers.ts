// Remembers answers by idempotency key, so that a request that is repeated after a lost answer is carried out once.
import type { IdempotencyClaim } from "../../domain/store/posts.ts";
import { Problem } from "../../errors.ts";
import { openExpiringMap } from "../../expiring-map.ts";

/** How long an answer is remembered, ms. */
const REMEMBERED_MS = 10 * 60_000;
/** With 100 results each, some 20 MB. */
const MOST_ANSWERS = 1000;

export interface Answers<T> {
  /**
   * Answers as it did before; a request that is still being carried out is waited for.
   * @throws Problem idempotency_conflict when the key came with another request
   */
  of(
    profileId: string,
    claim: IdempotencyClaim | null,
    make: () => Promise<T>,
  ): { readonly answer: Promise<T>; readonly replayed: boolean };
}

interface Remembered<T> {
  readonly fingerprint: string;
  readonly answer: Promise<T>;
}

/**
 * In memory only. A request that is refused as a whole changes nothing, and is not remembered.
 * @param monotonic the time, in ms that only grow
 */
export function openAnswers<T>(monotonic: () => number): Answers<T> {
  const remembered = openExpiringMap<Remembered<T>>({
    keptMs: REMEMBERED_MS,
    most: MOST_ANSWERS,
    monotonic,
  });
  return {
    of(profileId, claim, make) {
      if (claim === null) return { answer: make(), replayed: false };
      const name = `${profileId} ${claim.key}`;
      const known = remembered.get(name);
      if (known && known.fingerprint !== claim.fingerprint)
        throw new Problem(
          "idempotency_conflict",
          "This Idempotency-Key was used with another request. Use a new key for each action.",
        );
      if (known) return { answer: known.answer, replayed: true };
      const answer = make();
      remembered.set(name, { fingerprint: claim.fingerprint, answer });
      answer.catch(() => remembered.delete(name));
      return { answer, replayed: false };
    },
  };
}

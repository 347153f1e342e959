// Remembers answers by idempotency key, so that a request that is repeated after a lost answer is carried out once.
import type { Clock } from "../../clock.ts";
import type { ActionRecords } from "../../domain/store/actions.ts";
import type { IdempotencyClaim } from "../../domain/store/posts.ts";
import { Problem } from "../../errors.ts";
import type { SharedLocks } from "../../shared-locks.ts";

/** How long an answer is remembered, ms. */
const REMEMBERED_MS = 10 * 60_000;

export interface AnswersDeps {
  readonly actions: Pick<ActionRecords, "addAnswer" | "findAnswer">;
  readonly locks: SharedLocks;
  readonly clock: Clock;
}

/** `replayed`: it was carried out before. */
export interface Answered<T> {
  readonly answer: T;
  readonly replayed: boolean;
}

/**
 * Answers as before; a request that is still being carried out, here or by another process, is waited for. One that is refused as a
 * whole changes nothing, and is not remembered.
 * @param make its result is stored as JSON
 * @throws Problem idempotency_conflict when the key came with another request
 */
export async function answerOnce<T>(
  profileId: string,
  claim: IdempotencyClaim | null,
  { actions, locks, clock }: AnswersDeps,
  make: () => Promise<T>,
): Promise<Answered<T>> {
  if (claim === null) return { answer: await make(), replayed: false };
  const { key, fingerprint } = claim;
  return await locks.during(`answer ${profileId} ${key}`, async () => {
    const known = await actions.findAnswer(profileId, key, clock.now());
    if (known && known.fingerprint !== fingerprint)
      throw new Problem(
        "idempotency_conflict",
        "This Idempotency-Key was used with another request. Use a new key for each action.",
      );
    if (known) return { answer: JSON.parse(known.body) as T, replayed: true };
    const answer = await make();
    const now = clock.now();
    const body = JSON.stringify(answer);
    await actions.addAnswer({ profileId, key, fingerprint, body, until: now + REMEMBERED_MS }, now);
    return { answer, replayed: false };
  });
}

// When a message is tried again: the only place with the timings of webhooks (D36).

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** From the failure of one try to the next; the first is made at once. */
export const WAITS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Each wait is up to this much shorter or longer: what failed together does not come back together. */
const JITTER = 0.2;

/**
 * When to try again, ms since 1970; null when it has been tried enough.
 * @param tries made so far
 * @param askedMs what the answer's Retry-After said, ms
 * @param random from 0 to 1
 */
export function retryAt(
  now: number,
  tries: number,
  askedMs: number | null,
  random: () => number,
): number | null {
  const wait = WAITS_MS[tries - 1];
  if (wait === undefined) return null;
  return now + Math.max(Math.round(wait * (1 + JITTER * (2 * random() - 1))), askedMs ?? 0);
}

/** The whole answer has to be there by then. */
export const ANSWER_TIMEOUT_MS = 15 * SECOND;
/** Between two tries to write down what is known, while the disk is full. */
export const WRITE_AGAIN_MS = 2 * SECOND;

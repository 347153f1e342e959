// How long to wait before the next try or the next question: the one place with delivery's timings.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Automatic tries end after this many, or this long after the first (D35). */
const MAX_TRIES = 5;
const TRY_WITHIN_MS = 2 * HOUR;
const FIRST_RETRY_MS = 5 * SECOND;

/**
 * When to try again what is known not to have published; null when it has been tried enough.
 * @param asked what the network's Retry-After said, ms
 */
export function retryAt(
  now: number,
  tries: { count: number; since: number },
  asked: number | null,
  random: () => number,
): number | null {
  if (tries.count >= MAX_TRIES) return null;
  // Half fixed, half jitter: what failed together does not come back together.
  const backoff = FIRST_RETRY_MS * 6 ** (tries.count - 1) * (0.5 + random() / 2);
  const at = now + Math.max(asked ?? Math.round(backoff), SECOND);
  return at - tries.since > TRY_WITHIN_MS ? null : at;
}

/** Questions about a lost answer: at once, then ever more rarely, then only a person can tell. */
const QUESTIONS_AFTER_MS = [
  0,
  35 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  24 * HOUR,
] as const;

/** When to ask the network about an uncertain target again; null when it makes no sense any more. */
export function askAt(now: number, checksSoFar: number): number | null {
  const wait = QUESTIONS_AFTER_MS[checksSoFar];
  return wait === undefined ? null : now + wait;
}

/** Two answers of "absent" must lie this far apart before they count: the request may still have been under way. */
export const ABSENT_TWICE_MS = 30 * SECOND;

/** A network that still processes after this long has lost the post for all we know. */
export const PROCESSING_LIMIT_MS = 24 * HOUR;

/** While a network can't be reached to say how far it is. */
export const SETTLE_AGAIN_MS = 30 * SECOND;

/** Between two tries to write down what is known, while the disk is full. */
export const WRITE_AGAIN_MS = 2 * SECOND;

// Delays between attempts and between checks: the only place with delivery's timings.
import { LONGEST_PAUSE_MS } from "./circuit-breaker.ts";
import type { LongestWaits } from "../../domain/store/journal.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What an operator may set. */
export interface RetrySettings {
  /** Automatic tries end after this many, or this long after the first, ms (D35). */
  readonly tries: number;
  readonly triesWithinMs: number;
  /** Waits between the questions about a lost answer, ms; after the last, only a person can tell. */
  readonly questionsAfterMs: readonly number[];
}

export interface RetryPolicy {
  /**
   * When to try again what is known not to have published; null when it has been tried enough.
   * @param askedAfterMs what the network's Retry-After said, ms
   */
  retryAt(now: number, tries: { count: number; since: number }, askedAfterMs: number | null): number | null;
  /** When to ask the network about an uncertain target again: at once, then ever more rarely; null when no more. */
  askAt(now: number, checksSoFar: number): number | null;
  /** When the network is asked for the last time, if it is asked at `next` after this many checks. */
  lastAskAt(next: number, checksSoFar: number): number;
  /** The longest that anything may wait from now on, ms. */
  readonly longest: LongestWaits;
}

const FIRST_RETRY_MS = 5 * SECOND;

/** Retry-After is capped at one day, and quotas count a day. What should wait longer is looked at, and waits again. */
const LONGEST_WAIT_MS = 24 * HOUR;

/** @param random a number from 0 to 1, for jitter */
export function openRetryPolicy(settings: RetrySettings, random: () => number): RetryPolicy {
  const questionsMs = [0, ...settings.questionsAfterMs];
  return {
    longest: {
      questionsMs,
      lastQuestionMs: LOOK_APART_MS,
      serverMs: LONGEST_PAUSE_MS,
      otherMs: LONGEST_WAIT_MS,
    },
    retryAt(now, { count, since }, askedAfterMs) {
      if (count >= settings.tries) return null;
      // Half fixed, half jitter: what failed together does not come back together.
      const backoff = FIRST_RETRY_MS * 6 ** (count - 1) * (0.5 + random() / 2);
      const at = now + Math.max(askedAfterMs ?? Math.round(backoff), SECOND);
      return at - since > settings.triesWithinMs ? null : at;
    },
    askAt(now, checksSoFar) {
      const wait = questionsMs[checksSoFar];
      return wait === undefined ? null : now + wait;
    },
    lastAskAt: (next, checksSoFar) =>
      questionsMs.slice(checksSoFar + 1).reduce((at, wait) => at + wait, next),
  };
}

/** Two answers of "absent" must lie this far apart before they count: the request may still have been under way. */
export const ABSENT_TWICE_MS = 30 * SECOND;

/** The next look where two answers of "absent" may have been too close: a little more, as the clocks differ in the fraction. */
export const LOOK_APART_MS = ABSENT_TWICE_MS + SECOND;

/** A person may have the network asked about a target once in this time. */
export const LOOK_REQUEST_EVERY_MS = 30 * SECOND;

/** A network that still processes after this long has lost the post for all we know. */
export const PROCESSING_LIMIT_MS = 24 * HOUR;

/** While a network can't be reached to say how far it is. */
export const SETTLE_AGAIN_MS = 30 * SECOND;

/** Between two tries to write down what is known, while the disk is full. */
export const WRITE_AGAIN_MS = 2 * SECOND;

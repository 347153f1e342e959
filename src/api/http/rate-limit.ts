// Rate limits: token buckets, and the headers that report them (D5).
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";

export interface Rate {
  /** Tokens that come back in a window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Tokens a bucket holds at most. */
  readonly burst: number;
}

export interface Limiter {
  /** Takes a token, or several at once. @throws Problem rate_limited, with the headers as extras */
  take(who: string, count?: number): Record<string, string>;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Buckets that are full again are forgotten when there are this many. */
const MAX_BUCKETS = 10_000;

/** @param name of the policy in the headers */
export function openLimiter(name: string, rate: Rate, clock: Clock): Limiter {
  const buckets = new Map<string, Bucket>();
  const perMs = rate.limit / rate.windowMs;
  return {
    take(who, count = 1) {
      const bucket = filled(who);
      if (bucket.tokens < count) throw refused(bucket, count);
      bucket.tokens -= count;
      return headersOf(bucket);
    },
  };

  function filled(who: string): Bucket {
    const now = clock.monotonic();
    const bucket = buckets.get(who) ?? { tokens: rate.burst, at: now };
    bucket.tokens = Math.min(rate.burst, bucket.tokens + (now - bucket.at) * perMs);
    bucket.at = now;
    if (buckets.size >= MAX_BUCKETS) forgetFull(now);
    buckets.set(who, bucket);
    return bucket;
  }

  function forgetFull(now: number): void {
    for (const [who, { tokens, at }] of buckets) {
      if (tokens + (now - at) * perMs >= rate.burst) buckets.delete(who);
    }
    // A flood of unknown callers must not use memory without bound: the oldest entries go.
    for (const who of buckets.keys()) {
      if (buckets.size < MAX_BUCKETS) break;
      buckets.delete(who);
    }
  }

  function headersOf({ tokens }: Bucket): Record<string, string> {
    const seconds = Math.ceil((rate.burst - tokens) / perMs / 1000);
    return {
      "ratelimit-policy": `"${name}";q=${rate.burst};w=${Math.ceil(rate.burst / perMs / 1000)}`,
      ratelimit: `"${name}";r=${Math.floor(tokens)};t=${seconds}`,
    };
  }

  function refused(bucket: Bucket, count: number): Problem {
    const wait = Math.max(1, Math.ceil((Math.min(count, rate.burst) - bucket.tokens) / perMs / 1000));
    const detail = `That was more than ${rate.limit} requests in ${rate.windowMs / 1000} s. Wait ${wait} s.`;
    return new Problem("rate_limited", detail, { retryAfter: wait, headers: headersOf(bucket) });
  }
}

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

interface Share {
  readonly perMs: number;
  readonly burst: number;
}

/** Buckets that are full again are forgotten when there are this many. */
const MAX_BUCKETS = 10_000;

/**
 * @param name of the policy in the headers
 * @param whole of all processes together
 * @param processes how many there are: each allows its part, as callers are led to one or another
 */
export function openLimiter(name: string, whole: Rate, clock: Clock, processes: () => number): Limiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(who, count = 1) {
      const bucket = refill(who);
      const rate = share();
      if (bucket.tokens < count) throw refuse(bucket, count, rate);
      bucket.tokens -= count;
      return headersOf(bucket, rate);
    },
  };

  /** What this process allows. */
  function share(): Share {
    const part = 1 / processes();
    return { perMs: (whole.limit / whole.windowMs) * part, burst: Math.max(1, whole.burst * part) };
  }

  function refill(who: string): Bucket {
    const now = clock.monotonic();
    const { perMs, burst } = share();
    const bucket = buckets.get(who) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) * perMs);
    bucket.at = now;
    if (buckets.size >= MAX_BUCKETS) forgetFull(now);
    buckets.set(who, bucket);
    return bucket;
  }

  function forgetFull(now: number): void {
    const { perMs, burst } = share();
    for (const [who, { tokens, at }] of buckets) {
      if (tokens + (now - at) * perMs >= burst) buckets.delete(who);
    }
    // A flood of unknown callers must not use memory without bound: the oldest entries go.
    for (const who of buckets.keys()) {
      if (buckets.size < MAX_BUCKETS) break;
      buckets.delete(who);
    }
  }

  function headersOf({ tokens }: Bucket, { perMs, burst }: Share): Record<string, string> {
    const seconds = Math.ceil((burst - tokens) / perMs / 1000);
    return {
      "ratelimit-policy": `"${name}";q=${Math.floor(burst)};w=${Math.ceil(burst / perMs / 1000)}`,
      ratelimit: `"${name}";r=${Math.floor(tokens)};t=${seconds}`,
    };
  }

  function refuse(bucket: Bucket, count: number, rate: Share): Problem {
    const wait = Math.max(1, Math.ceil((Math.min(count, rate.burst) - bucket.tokens) / rate.perMs / 1000));
    const detail = `That was more than ${whole.limit} requests in ${whole.windowMs / 1000} s. Wait ${wait} s.`;
    return new Problem("rate_limited", detail, { retryAfter: wait, headers: headersOf(bucket, rate) });
  }
}

// Answers from a cache, and otherwise fetches: a few at once, the same thing once, and a failure not again at once.
import { createHash } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import { fairGate } from "../../fair-gate.ts";
import type { Json } from "../../domain/json.ts";
import type { CacheEntry, RemoteCache } from "./cache.ts";
import { RemoteError } from "./fetch.ts";

export interface Lookup {
  /**
   * What is known under this name, or fetched now. A fetch that fails gives what was known before, however old.
   * @throws RemoteError why there is nothing, Problem temporarily_unavailable when too many wait, Problem stopping
   */
  of(name: string, owner: string, fetch: () => Promise<Found>): Promise<Found>;
  /** What is known and not too old; never fetches. */
  cached(name: string): Promise<Found | null>;
}

export type Found = Pick<CacheEntry, "facts" | "bytes">;

interface LookupDeps {
  readonly cache: RemoteCache;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
}

const KEPT_MS = 24 * 3_600_000;
/** A page that is gone is not asked for with every post. */
const FAILURE_MS = 15 * 60_000;
const AT_ONCE = 4;
const PER_OWNER = 3;
const MOST_WAITING = 100;
/** Failures that are remembered. */
const MOST_FAILURES = 1000;

/** @param kind keeps names of different kinds apart */
export function openLookup(kind: string, { cache, clock, stopping }: LookupDeps): Lookup {
  const gate = fairGate(AT_ONCE, stopping, PER_OWNER);
  const underWay = new Map<string, Promise<Found>>();
  const failures = new Map<string, { readonly at: number; readonly error: RemoteError }>();
  const isFresh = ({ at }: { readonly at: number }, ms: number) => clock.now() - at < ms && at <= clock.now();
  return {
    of(name, owner, fetch) {
      const key = keyOf(kind, name);
      const running = underWay.get(key);
      if (running) return running;
      if (underWay.size >= MOST_WAITING)
        throw new Problem("temporarily_unavailable", "Too many addresses are being fetched; try again soon.");
      const found = lookUp(key, owner, fetch).finally(() => underWay.delete(key));
      underWay.set(key, found);
      return found;
    },
    async cached(name) {
      const entry = await cache.read(keyOf(kind, name));
      return entry && isFresh(entry, KEPT_MS) ? entry : null;
    },
  };

  async function lookUp(key: string, owner: string, fetch: () => Promise<Found>): Promise<Found> {
    const known = await cache.read(key);
    if (known && isFresh(known, KEPT_MS)) return known;
    const failed = failures.get(key);
    if (failed && isFresh(failed, FAILURE_MS)) return known ?? Promise.reject(failed.error);
    try {
      const found = await gate(owner, fetch);
      failures.delete(key);
      await cache.write(key, { at: clock.now(), ...found });
      return found;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      remember(key, error);
      return known ?? Promise.reject(error);
    }
  }

  function remember(key: string, error: RemoteError): void {
    failures.delete(key);
    failures.set(key, { at: clock.now(), error });
    const [oldest] = failures.keys();
    if (failures.size > MOST_FAILURES && oldest !== undefined) failures.delete(oldest);
  }
}

/** 64 hex digits; raise the number when the same name should be fetched anew. */
export function keyOf(kind: string, name: string): string {
  return createHash("sha256")
    .update(JSON.stringify([1, kind, name]))
    .digest("hex");
}

/** Facts that only the one who wrote them reads again. */
export type Facts = { readonly [name: string]: Json };

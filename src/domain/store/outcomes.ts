// Store interface: counts and durations of recent deliveries.
import type { Failure } from "../post.ts";

/** What the store remembers of deliveries. */
export interface Outcomes {
  /** By network, of real accounts only; networks without any are left out. */
  since(time: number): Promise<readonly NetworkOutcomes[]>;
  /** When something last went live on each network, however long ago, ms since 1970; of real accounts only. */
  lastPosted(): Promise<ReadonlyMap<string, number>>;
  /** The last failure of each network that was its own, among the latest of each real account. */
  lastFailed(): Promise<ReadonlyMap<string, NetworkFailure>>;
}

export interface NetworkFailure {
  /** ms since 1970. */
  readonly at: number;
  readonly category: NetworkFault;
}

export interface NetworkOutcomes {
  readonly platform: string;
  readonly posted: number;
  /** By the hour from `since` on, as many as have passed; without the hours in which nothing ended. */
  readonly hours: ReadonlyMap<number, HourOutcomes>;
  /** Because of the network, not of what was posted. */
  readonly failed: number;
  readonly uncertain: number;
  /** ms since 1970; null when nothing was posted. */
  readonly lastPostedAt: number | null;
  /** From the first try until live; null when nothing was posted. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface HourOutcomes {
  /** Ended in this hour; `posted` of them went live. */
  readonly deliveries: number;
  readonly posted: number;
}

/**
 * Categories of failures that say something about the network. The others are for the author to change (the text, a
 * file, a login, a quota) and are not counted.
 */
export const NETWORK_FAULTS = [
  "network_down",
  "rate_limit",
  "unknown",
  "interrupted",
] as const satisfies readonly Failure["category"][];
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

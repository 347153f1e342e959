// Counts of deliveries that ended alike, as both stores read them, and what they say of a network.
import type { HourOutcomes, NetworkFailure, NetworkOutcomes } from "../../domain/store/outcomes.ts";

export interface OutcomeGroup {
  readonly platform: string;
  readonly state: "posted" | "failed" | "uncertain";
  readonly ms: number | null;
  readonly count: number;
  /** When the latest of them went live; null when none did. */
  readonly at: number | null;
  /** Whole hours since the beginning. */
  readonly hour: number;
}

/** Of each account: the last failure of the network's own is hardly ever older than so many of all kinds. */
export const LATEST_FAILURES = 20;
export type FailureRow = NetworkFailure & { readonly platform: string };

/** @param groups those that took the least time first */
export function outcomesOf(groups: readonly OutcomeGroup[]): NetworkOutcomes[] {
  return [...Map.groupBy(groups, ({ platform }) => platform)].map(([platform, some]) =>
    ofNetwork(platform, some),
  );
}

function ofNetwork(platform: string, groups: readonly OutcomeGroup[]): NetworkOutcomes {
  const of = (kind: OutcomeGroup["state"]) => groups.filter(({ state }) => state === kind);
  const posted = of("posted");
  return {
    platform,
    posted: total(posted),
    failed: total(of("failed")),
    uncertain: total(of("uncertain")),
    lastPostedAt: latestOf(posted),
    hours: hoursOf(groups),
    p50Ms: percentile(posted, 0.5),
    p95Ms: percentile(posted, 0.95),
  };
}

function hoursOf(groups: readonly OutcomeGroup[]): ReadonlyMap<number, HourOutcomes> {
  const byHour = [...Map.groupBy(groups, ({ hour }) => hour)];
  return new Map(
    byHour.map(([hour, some]) => {
      const posted = some.filter(({ state }) => state === "posted");
      return [hour, { deliveries: total(some), posted: total(posted) }];
    }),
  );
}

function latestOf(groups: readonly OutcomeGroup[]): number | null {
  const times = groups.flatMap(({ at }) => at ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

const total = (groups: readonly OutcomeGroup[]) => groups.reduce((sum, { count }) => sum + count, 0);

/** Nearest rank, of groups in rising order; null when there are none. */
function percentile(groups: readonly OutcomeGroup[], share: number): number | null {
  let left = Math.ceil(total(groups) * share);
  for (const { ms, count } of groups) {
    left -= count;
    if (left <= 0) return ms;
  }
  return null;
}

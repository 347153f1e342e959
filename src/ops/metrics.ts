// What monitoring reads: the counters of this process, what the store knows of now, and the machine.
import type { Clock } from "../clock.ts";
import { lastMade } from "../domain/backup.ts";
import type { BackupRecords } from "../domain/store/backups.ts";
import type { FigureRecords, Gauges } from "../domain/store/figures.ts";
import type { Nodes } from "../domain/store/nodes.ts";
import type { ServerPauses } from "../domain/store/server-pauses.ts";
import { version } from "../version.ts";
import type { Counters } from "./counters.ts";
import { diskSpace } from "./disk.ts";
import { exposition, type Metric, type Sample } from "./exposition.ts";
import { recent } from "./recent.ts";

export interface MetricsDeps {
  readonly store: {
    readonly figures: Pick<FigureRecords, "gauges">;
    readonly serverPauses: Pick<ServerPauses, "all">;
    readonly nodes: Pick<Nodes, "leaseMs" | "count" | "leaseLeft">;
    readonly backups: Pick<BackupRecords, "known">;
  };
  readonly clock: Clock;
  readonly counters: Counters;
  /** All that there are. */
  readonly platforms: readonly string[];
  /** The data folder. */
  readonly folder: string;
  /** How long nothing else could run lately, ms. */
  readonly longestStall: () => number;
}

/** The text of `GET /metrics`. The store is asked at most once in five seconds. */
export function openMetrics(deps: MetricsDeps): () => Promise<string> {
  const { store, clock, counters } = deps;
  const stored = recent(async () => {
    const gauges = await store.figures.gauges(clock.now());
    const paused = (await store.serverPauses.all()).map(({ platform }) => platform);
    return { gauges, paused, backedUpAt: lastMade(await store.backups.known())?.madeAt ?? 0 };
  }, clock);
  return async () => {
    const { gauges, paused, backedUpAt } = await stored();
    return exposition([
      gauge("build_info", "The version of Crier.", [{ labels: { version }, value: 1 }]),
      ...counters.metrics(),
      ...deliveryGauges(gauges, paused, deps),
      backupGauge(backedUpAt),
      ...machineGauges(deps),
      ...nodeGauges(deps),
    ]);
  };
}

function deliveryGauges(
  { due, dueSince, uncertain, accessEnds, webhooksDueSince }: Gauges,
  paused: readonly string[],
  { clock, platforms }: MetricsDeps,
): Metric[] {
  const now = clock.now();
  const age = (since: number | null) => one(since === null ? 0 : Math.max(0, now - since) / 1000);
  const oldest = Math.min(...uncertain.map(({ since }) => since));
  const of = (platform: string) => uncertain.find((each) => each.platform === platform)?.count ?? 0;
  const waiting = (platform: string) => paused.filter((each) => each === platform).length;
  const byPlatform = (value: (platform: string) => number) =>
    platforms.map((platform) => ({ labels: { platform }, value: value(platform) }));
  const ends = accessEnds.map(({ platform, at }) => ({ labels: { platform }, value: (at - now) / 1000 }));
  return [
    gauge("targets_uncertain", "Deliveries whose answer was lost, not settled yet.", byPlatform(of)),
    gauge(
      "oldest_uncertain_seconds",
      "How long the oldest of them has been uncertain; 0: there is none.",
      age(Number.isFinite(oldest) ? oldest : null),
    ),
    gauge("due_targets", "Deliveries with something to do now; at most 10000.", one(due)),
    gauge("oldest_due_seconds", "How long the oldest of them has been due; 0: there is none.", age(dueSince)),
    gauge("paused", "Servers of the network that posts wait for.", byPlatform(waiting)),
    gauge("token_expiry_seconds", "Time left until an account has to be connected again.", ends),
    gauge(
      "webhooks_oldest_waiting_seconds",
      "How long the oldest message of a webhook has been due; 0: there is none.",
      age(webhooksDueSince),
    ),
  ];
}

/** @param at when the last one was made, ms since 1970; 0: none is known */
const backupGauge = (at: number) =>
  gauge(
    "backup_last_success_timestamp_seconds",
    "When the last backup was made, since 1970; 0: none is known.",
    one(at / 1000),
  );

function machineGauges({ folder, longestStall }: MetricsDeps): Metric[] {
  return [
    gauge(
      "loop_stall_seconds",
      "The longest time lately that one piece of work held up everything else.",
      one(longestStall() / 1000),
    ),
    gauge("disk_free_bytes", "Free space for the data folder.", one(diskSpace(folder, 0).freeBytes)),
    gauge("resident_memory_bytes", "Memory of this process.", one(process.memoryUsage.rss())),
  ];
}

/** Only where several processes may deliver. */
function nodeGauges({ store: { nodes } }: MetricsDeps): Metric[] {
  if (nodes.leaseMs === null) return [];
  return [
    gauge("nodes", "Processes that deliver.", one(nodes.count())),
    gauge(
      "lease_left_seconds",
      "How long this process may be silent before others take over its work.",
      one((nodes.leaseLeft() ?? 0) / 1000),
    ),
  ];
}

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  help,
  samples,
  type: "gauge",
});

const one = (value: number): Sample[] => [{ value }];

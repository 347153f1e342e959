// Runs a campaign of one kind: clusters side by side on one PostgreSQL server, events, and the verdict over all of them.
import { startPostgres, type PostgresServer } from "../../support/postgres.ts";
import { verdictOf } from "../kill/campaign.ts";
import { startNetworks } from "../kill/program.ts";
import { seedRandom } from "../kill/random.ts";
import type { Verdict } from "../kill/verdict.ts";
import { openCluster, type Cluster } from "./cluster.ts";
import { EVENTS, type Kind } from "./events.ts";
import { settleAndEnd } from "./settle.ts";

export interface NodesOptions {
  readonly kind: Kind;
  readonly events: number;
  readonly seed: number;
  /** Clusters side by side, and processes of each. */
  readonly clusters: number;
  readonly processes: number;
  /** Accounts of each post. */
  readonly targets: number;
  readonly leaseMs: number;
  /** Starts a process that delivers. */
  readonly engine: readonly string[];
  readonly faults: { readonly publishing: number; readonly other: number };
  readonly progress: (done: number) => void;
  /** Aborted: no more events, and what there is settles and is judged. */
  readonly ending?: AbortSignal;
}

export interface NodesResult extends Verdict {
  readonly seed: number;
  readonly events: number;
  /** Events that struck attempts under way, and how many of these. */
  readonly hits: number;
  readonly struck: number;
  /** Processes that did not end in order. */
  readonly faults: readonly string[];
  /** How often each kind of line is in the journals. */
  readonly journal: Readonly<Record<string, number>>;
  /** Errors that processes logged: how many of each. */
  readonly errors: Readonly<Record<string, number>>;
  readonly strikingMs: number;
  readonly settlingMs: number;
}

export async function nodesCampaign(options: NodesOptions): Promise<NodesResult> {
  const { kind, seed, faults: struckRequests, clusters: count } = options;
  await using all = new AsyncDisposableStack();
  const networks = all.use(await startNetworks({ seed, ...struckRequests }));
  const server = all.use(await startPostgres({ isDurable: kind === "crash" }));
  const clusters: Cluster[] = [];
  // One after the other: a database is copied while nobody uses the original.
  for (let n = 0; n < count; n++) {
    const name = String.fromCodePoint(97 + n);
    const databases = [await server.database()] as const;
    const own = { name, databases, networksUrl: networks.url, random: seedRandom(seed * 1000 + n) };
    clusters.push(all.use(await openCluster({ ...options, ...own })));
  }
  const began = performance.now();
  const strokes = await strike(clusters, server, options);
  const stood = performance.now();
  const faults = (await Promise.all(clusters.map(settleAndEnd))).flat();
  const times = { strikingMs: stood - began, settlingMs: performance.now() - stood };
  const stores = clusters.map((cluster) => ({ workspace: cluster, requests: cluster.requests }));
  const logErrors = clusters.map(({ members }) => members.logErrors);
  return {
    ...(await verdictOf(stores, networks)),
    ...times,
    seed,
    events: strokes.length,
    hits: strokes.filter((struck) => struck > 0).length,
    struck: strokes.reduce((sum, struck) => sum + struck, 0),
    faults,
    journal: sum(await Promise.all(clusters.map(({ database }) => database.events()))),
    errors: sum(logErrors.map(({ errors }) => Object.fromEntries(errors))),
  };
}

/** @returns how many attempts each event struck */
async function strike(
  clusters: readonly Cluster[],
  server: PostgresServer,
  { kind, events, progress, ending }: NodesOptions,
): Promise<number[]> {
  const strokes: number[] = [];
  let begun = 0;
  await Promise.all(
    clusters.map(async (cluster) => {
      while (!ending?.aborted && begun++ < events) {
        strokes.push(await EVENTS[kind](cluster, server));
        progress(strokes.length);
      }
    }),
  );
  return strokes;
}

/** Name by name. */
export function sum(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const each of all) for (const [name, n] of Object.entries(each)) sums[name] = (sums[name] ?? 0) + n;
  return sums;
}

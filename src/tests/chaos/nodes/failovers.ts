// Kills the first of two PostgreSQL servers, or cuts them apart, while processes publish: round after round, each judged alone.
import { startPostgresPair, type PostgresPair } from "../../support/postgres-pair.ts";
import { verdictOf } from "../kill/campaign.ts";
import { startNetworks } from "../kill/program.ts";
import { seedRandom } from "../kill/random.ts";
import { together, type Verdict } from "../kill/verdict.ts";
import { sum, type NodesOptions, type NodesResult } from "./campaign.ts";
import { openCluster, type Cluster } from "./cluster.ts";
import { theMoment } from "./events.ts";
import { settleAndEnd } from "./settle.ts";

/** The standby had everything that was answered; or lacks the last of it; or the first server lives on beside it. */
export const FAILOVERS = ["failover", "failover-behind", "split"] as const;
export type Failover = (typeof FAILOVERS)[number];

export interface FailoverOptions extends Omit<NodesOptions, "kind" | "clusters"> {
  readonly kind: Failover;
}

/** How long the standby is behind, and how long both servers live, at most, ms. */
const BEHIND_MS = 1500;
const SPLIT_MS = 4000;

type Round = Omit<NodesResult, "seed" | "events" | "hits">;

export async function failovers(options: FailoverOptions): Promise<NodesResult> {
  const { seed, events, progress, ending } = options;
  const rounds: Round[] = [];
  for (let n = 0; n < events && !ending?.aborted; n++) {
    rounds.push(await round(options, seedRandom(seed * 1000 + n), n));
    progress(rounds.length);
  }
  return {
    ...roundsTogether(rounds),
    seed,
    events: rounds.length,
    hits: rounds.filter(({ struck }) => struck > 0).length,
    journal: sum(rounds.map(({ journal }) => journal)),
    errors: sum(rounds.map(({ errors }) => errors)),
  };
}

function roundsTogether(rounds: readonly Round[]): Omit<Round, "journal" | "errors"> {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  return {
    ...together(rounds),
    struck: sum(({ struck }) => struck),
    strikingMs: sum(({ strikingMs }) => strikingMs),
    settlingMs: sum(({ settlingMs }) => settlingMs),
    faults: rounds.flatMap(({ faults }) => faults),
  };
}

async function round(options: FailoverOptions, random: () => number, n: number): Promise<Round> {
  const { kind, faults: struckRequests, seed } = options;
  await using all = new AsyncDisposableStack();
  const networks = all.use(await startNetworks({ seed: seed + n, ...struckRequests }));
  const pair = all.use(await startPostgresPair(kind !== "failover-behind"));
  const databases = [pair.url, pair.otherUrl] as const;
  const own = { name: `round${n}`, databases, networksUrl: networks.url, random };
  const cluster = all.use(await openCluster({ ...options, ...own }));
  const began = performance.now();
  await theMoment(cluster);
  const { struck, forgotten } = await HAPPENS[kind](cluster, pair);
  const stood = performance.now();
  await cluster.ask();
  const faults = await settleAndEnd(cluster);
  const settlingMs = performance.now() - stood;
  const journal = await cluster.database.events();
  const stores = [{ workspace: cluster, requests: cluster.requests }];
  const expected = [...forgotten.map((text) => JSON.stringify(text)), ...(await held(cluster))];
  const verdict = without(await verdictOf(stores, networks), expected);
  const errors = Object.fromEntries(cluster.members.logErrors.errors);
  return { ...verdict, struck, strikingMs: stood - began, settlingMs, faults, journal, errors };
}

interface Struck {
  /** Attempts under way. */
  readonly struck: number;
  /** Texts of posts that the server which is left never had. */
  readonly forgotten: readonly string[];
}

const HAPPENS: Readonly<Record<Failover, (cluster: Cluster, pair: PostgresPair) => Promise<Struck>>> = {
  async failover(cluster, pair) {
    const struck = await underWay(cluster);
    await pair.failOver();
    return { struck, forgotten: [] };
  },
  async "failover-behind"(cluster, pair) {
    const { requests, random } = cluster;
    await pair.catchUp();
    const safe = requests.length;
    pair.separate();
    await Promise.all([cluster.ask(), Bun.sleep(random() * BEHIND_MS)]);
    const struck = await underWay(cluster);
    await pair.failOver();
    const forgotten = requests.slice(safe).map(({ text }) => text);
    for (const request of requests.slice(safe)) request.id = null;
    return { struck, forgotten };
  },
  async split(cluster, pair) {
    const struck = await underWay(cluster);
    await pair.split();
    await Promise.race([cluster.ask(), Bun.sleep(cluster.random() * SPLIT_MS)]);
    await pair.failOver();
    return { struck, forgotten: [] };
  },
};

async function underWay({ database }: Cluster): Promise<number> {
  return [...(await database.underWay()).values()].reduce((sum, count) => sum + count, 0);
}

/** The targets that wait for a person, because they may have gone out at the server that died. */
async function held(cluster: Cluster): Promise<string[]> {
  const targets = (await cluster.posts()).flatMap((post) => post.targets);
  return targets.filter(({ failure }) => failure?.code === "restored").map(({ id }) => id);
}

/** What went out and was then forgotten with its post is no fault of a process, nor is what waits for a person. */
function without({ lost, stuck, ...verdict }: Verdict, expected: readonly string[]): Verdict {
  const isUnexpected = (line: string) => !expected.some((name) => line.includes(name));
  return { ...verdict, lost: lost.filter(isUnexpected), stuck: stuck.filter(isUnexpected) };
}

// Runs a kill campaign: networks that stay up, servers that are killed, and the verdict over all of them.
import { makeFolder, type TestFolder } from "./data-folder.ts";
import { killOnce, type Found, type Worker } from "./worker.ts";
import { startNetworks, type Networks, type Programs } from "./program.ts";
import { seedRandom } from "./random.ts";
import { settle } from "./settle.ts";
import { judge, type Asked, type Verdict } from "./verdict.ts";

export interface CampaignOptions {
  readonly kills: number;
  readonly seed: number;
  /** Accounts of each post. */
  readonly targets: number;
  /** Posts of each run. */
  readonly posts: number;
  /** Appliances that are killed side by side. */
  readonly workers: number;
  /** Share of the runs with the HTTP API, 0 to 1. */
  readonly served: number;
  readonly programs: Programs;
  readonly faults: { readonly publishing: number; readonly other: number };
  readonly progress: (state: Progress) => void;
}

export interface Progress {
  readonly stage: "killing" | "settling";
  readonly kills: number;
  readonly posts: number;
}

export interface Result extends Verdict {
  readonly kills: number;
  /** What the restarts found under way. */
  readonly found: Readonly<Found>;
  readonly killingMs: number;
  readonly settlingMs: number;
  /** Of all workers together, ms. */
  readonly spent: Readonly<Worker["spent"]>;
}

/** Accounts of a worker for each of a post's: read-backs look through all of an account's latest posts, so few are best. */
const POOL = 10;

export async function campaign(options: CampaignOptions): Promise<Result> {
  const { seed, faults, programs } = options;
  await using networks = await startNetworks({ seed, ...faults });
  const numbers = Array.from({ length: options.workers }, (_, n) => n);
  const workers = await Promise.all(numbers.map((n) => openWorker(n, networks, options)));
  try {
    let kills = 0;
    let broken = false;
    const report = (stage: Progress["stage"]) => options.progress({ stage, kills, posts: postsOf(workers) });
    const start = performance.now();
    const each = workers.map(async (worker) => {
      // Counted before, or every worker would do one more.
      while (!broken && kills++ < options.kills) {
        await killOnce(worker).catch((error: unknown) => {
          broken = true;
          throw error;
        });
        report("killing");
      }
      kills--;
    });
    // All of them end before their folders go, whatever became of one.
    await Promise.allSettled(each);
    await Promise.all(each);
    const killed = performance.now();
    report("settling");
    await Promise.all(
      workers.map(({ workspace }) => settle(workspace.folder, programs.engine, networks.url)),
    );
    const times = { killingMs: killed - start, settlingMs: performance.now() - killed };
    const found = sumOf(workers.map((lane) => lane.found));
    return { ...(await verdictOf(workers, networks)), ...times, kills, found, spent: spentBy(workers) };
  } finally {
    for (const { workspace } of workers) workspace[Symbol.dispose]();
  }
}

async function openWorker(n: number, networks: Networks, options: CampaignOptions): Promise<Worker> {
  const { programs, targets, posts, served, seed } = options;
  const name = String.fromCodePoint(97 + n);
  const handles = Array.from({ length: targets * POOL }, (_, n) => `ok-${name}-${n}`);
  return {
    name,
    workspace: await makeFolder(handles, networks.url),
    programs,
    networksUrl: networks.url,
    random: seedRandom(seed * 1000 + n),
    targets,
    posts,
    served,
    requests: [],
    found: { hits: 0, givenBack: 0, uncertain: 0 },
    spent: { starting: 0, asking: 0, waiting: 0, killing: 0, passing: 0 },
  };
}

/** A request that was on its way when its sender died is handled a moment later. */
const LANDED_MS = 2000;

/** Compares what stores say with what the networks hold. Nothing runs any more. */
export async function verdictOf(
  stores: readonly { readonly workspace: Pick<TestFolder, "posts">; readonly requests: readonly Asked[] }[],
  networks: Networks,
): Promise<Verdict> {
  await Bun.sleep(LANDED_MS);
  const posts = await Promise.all(stores.map(({ workspace }) => workspace.posts()));
  const requests = stores.flatMap((each) => each.requests);
  return judge(requests, posts.flat(), await networks.published());
}

function postsOf(workers: readonly Worker[]): number {
  return workers.reduce((sum, { requests }) => sum + requests.length, 0);
}

function spentBy(workers: readonly Worker[]): Worker["spent"] {
  return sumOf(workers.map(({ spent }) => spent));
}

/** Member by member. */
function sumOf<T extends object>(all: readonly T[]): T {
  const [first] = all;
  if (!first) throw new Error("a sum of nothing");
  const sum = (name: string) => all.reduce((total, each) => total + Number(Reflect.get(each, name)), 0);
  return Object.fromEntries(Object.keys(first).map((name) => [name, sum(name)])) as T;
}

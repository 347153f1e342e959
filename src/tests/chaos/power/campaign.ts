// Runs a power campaign: folders that lose power again and again, networks that stay up, and the verdict.
import { rmSync } from "node:fs";
import { networks } from "../../../app/networks.ts";
import { startSimulator, type Simulator } from "../../../simulator/server.ts";
import { seededFaults } from "../../support/seeded-faults.ts";
import { forgetful } from "../kill/forgetful.ts";
import { seedRandom } from "../kill/random.ts";
import { judge, together, type Asked, type Verdict } from "../kill/verdict.ts";
import { fastClock } from "./clock.ts";
import { makeFolder } from "./data-folder.ts";
import { runUntilCut, runToEnd, type Found, type PowerRun } from "./process-run.ts";
import type { Meter } from "./meter.ts";

export interface CampaignOptions {
  readonly cuts: number;
  readonly seed: number;
  /** Accounts of each post, and posts of each life that makes some. */
  readonly targets: number;
  readonly posts: number;
  /** Ends after the first round with something wrong. */
  readonly untilWrong: boolean;
  /** Whether high-water marks live through cuts: they would keep a database that lost something from delivering. */
  readonly marked: boolean;
  readonly faults: { readonly publishing: number; readonly other: number };
}

export interface Result {
  readonly cuts: number;
  /** Cuts in the middle of an operation on the database. */
  readonly inside: number;
  /** Cuts that took writes away which were not synced yet, and those that left one in part. */
  readonly losing: number;
  readonly tearing: number;
  readonly writesLost: number;
  readonly found: Found;
  readonly verdict: Verdict;
  readonly seconds: number;
}

/** A new data folder and new networks now and then: read-backs look through all of an account's posts. */
const CUTS_OF_A_ROUND = 50;
/** Accounts of a data folder for each of a post's. */
const POOL = 4;
const SPEED = 60;

/** @param folder best in memory: what survives a cut is the bench's business, and a real disk would only be slow */
export async function campaign(
  options: CampaignOptions,
  folder: string,
  meter: Meter,
  report: (cuts: number, wrong: number) => void,
): Promise<Result> {
  const began = performance.now();
  const found: Found = { givenBack: 0, uncertain: 0 };
  const count = { cuts: 0, inside: 0, losing: 0, tearing: 0, writesLost: 0 };
  const verdicts: Verdict[] = [];
  const wrong = () => verdicts.reduce((sum, verdict) => sum + faultsOf(verdict).length, 0);
  while (count.cuts < options.cuts && !(options.untilWrong && wrong() > 0)) {
    const upTo = Math.min(count.cuts + CUTS_OF_A_ROUND, options.cuts);
    verdicts.push(await round(verdicts.length, upTo));
  }
  return { ...count, found, verdict: together(verdicts), seconds: (performance.now() - began) / 1000 };

  async function round(n: number, upTo: number): Promise<Verdict> {
    const clock = fastClock(SPEED);
    const seed = options.seed * 1000 + n;
    const simulator = await startSimulator({
      networks: networks.simulated.map(forgetful),
      clock,
      faults: seededFaults(seed, options.faults),
    });
    const requests: Asked[] = [];
    const { targets, posts, marked } = options;
    const run: PowerRun = {
      meter,
      clock,
      networksUrl: simulator.url,
      random: seedRandom(seed),
      targets,
      posts,
      requests,
      marked,
      found,
    };
    let workspace = await makeFolder(folder, `r${n}`, targets * POOL, {
      networksUrl: simulator.url,
      clock,
      say: () => {},
    });
    try {
      while (count.cuts < upTo) {
        const cut = await runUntilCut(workspace, run);
        ({ workspace } = cut);
        count.cuts++;
        count.inside += Number(cut.inside);
        count.losing += Number(cut.lost > 0);
        count.tearing += Number(cut.torn);
        count.writesLost += cut.lost;
        report(count.cuts, wrong());
      }
      const posts = await runToEnd(workspace, run);
      return judge(requests, posts, liveOn(simulator));
    } finally {
      await simulator.stop();
      rmSync(workspace.folder, { recursive: true, force: true });
    }
  }
}

function liveOn(simulator: Simulator) {
  return networks.list.flatMap(({ id }) => simulator.published(id));
}

export function faultsOf({ double, lost, disagreement, stuck }: Verdict): string[] {
  return [...double, ...lost, ...disagreement, ...stuck];
}

export function merge(all: readonly Result[]): Result {
  const sum = (of: (result: Result) => number) => all.reduce((total, result) => total + of(result), 0);
  return {
    cuts: sum(({ cuts }) => cuts),
    inside: sum(({ inside }) => inside),
    losing: sum(({ losing }) => losing),
    tearing: sum(({ tearing }) => tearing),
    writesLost: sum(({ writesLost }) => writesLost),
    found: {
      givenBack: sum(({ found }) => found.givenBack),
      uncertain: sum(({ found }) => found.uncertain),
    },
    verdict: together(all.map(({ verdict }) => verdict)),
    seconds: Math.max(...all.map(({ seconds }) => seconds)),
  };
}

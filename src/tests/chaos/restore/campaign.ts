// Runs many restores one after the other, and adds up the results.
import { makeTemplate } from "./setup.ts";
import { runOnce, type RunResult } from "./run.ts";
import { runProcesses } from "./processes.ts";

export interface CampaignOptions {
  readonly runs: number;
  /** How many of the runs use real processes, kill -9 and the real commands. */
  readonly real: number;
  readonly seed: number;
  readonly targets: number;
  readonly faults: { readonly publishing: number; readonly other: number };
  readonly control: boolean;
  readonly program: readonly string[];
  readonly progress: (done: number) => void;
}

export interface Result {
  readonly runs: number;
  readonly posts: number;
  readonly targets: number;
  readonly posted: number;
  readonly failed: number;
  readonly uncertain: number;
  readonly held: number;
  readonly heldLive: number;
  readonly found: number;
  readonly handMade: number;
  /** What the backups caught, by state. */
  readonly states: Readonly<Record<string, number>>;
  /** One line each, with the seed of its run. */
  readonly double: readonly string[];
  readonly lost: readonly string[];
  readonly disagreement: readonly string[];
  readonly selfSent: readonly string[];
}

/** Accounts to draw a post's from. */
const ACCOUNTS = 12;

export async function campaign(options: CampaignOptions): Promise<Result> {
  const { runs, real, seed, targets, faults, control, program } = options;
  using template = await makeTemplate(ACCOUNTS);
  const results: { seed: number; run: RunResult }[] = [];
  const done = (one: number, run: RunResult) => options.progress(results.push({ seed: one, run }));
  for (let n = 0; n < runs - real; n++) {
    const one = seed * 100_000 + n;
    done(one, await runOnce(template, { seed: one, targets, faults, control }));
  }
  for (let n = runs - real; n < runs; n++) {
    const one = seed * 100_000 + n;
    done(one, await runProcesses({ seed: one, accounts: ACCOUNTS, targets, faults, program }));
  }
  return summed(results);
}

function summed(results: readonly { seed: number; run: RunResult }[]): Result {
  const sum = (of: (run: RunResult) => number) => results.reduce((all, { run }) => all + of(run), 0);
  const lines = (of: (run: RunResult) => readonly string[]) =>
    results.flatMap(({ seed, run }) => of(run).map((line) => `${line} [run ${seed}]`));
  const names = new Set(results.flatMap(({ run }) => Object.keys(run.states)));
  return {
    runs: results.length,
    posts: sum(({ posts }) => posts),
    targets: sum(({ targets }) => targets),
    posted: sum(({ posted }) => posted),
    failed: sum(({ failed }) => failed),
    uncertain: sum(({ uncertain }) => uncertain),
    held: sum(({ held }) => held),
    heldLive: sum(({ heldLive }) => heldLive),
    found: sum(({ found }) => found),
    handMade: sum(({ handMade }) => Number(handMade)),
    states: Object.fromEntries(
      [...names].toSorted().map((name) => [name, sum(({ states }) => states[name] ?? 0)]),
    ),
    double: lines(({ double }) => double),
    lost: lines(({ lost }) => lost),
    disagreement: lines(({ disagreement }) => disagreement),
    selfSent: lines(({ selfSent }) => selfSent),
  };
}

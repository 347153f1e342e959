// Runs thousands of simulated worlds: at most one send per human decision, and every report is true.
import { expect, test } from "bun:test";
import { campaign } from "./simulate/campaign.ts";
import { runSeed } from "./simulate/seed.ts";
import { add, emptyTally, movesMissing, total, type Tally } from "./simulate/tally.ts";
import { openWorkshop, type Workshop } from "./simulate/workshop.ts";

const SEEDS = 4000;
const MOST_SEEDS = 5 * SEEDS;

test("4,000 seeds", async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const began = performance.now();
  const tally = await untilEveryMoveIsMade(seed);
  const { seeds, sends, faults, crashes, acts, violations } = tally;
  const perSecond = Math.round((seeds * 1000) / (performance.now() - began));
  const figures = {
    seed,
    seeds,
    perSecond,
    sends,
    faults: total(faults),
    deaths: total(crashes),
    acts: total(acts),
  };
  console.log(`simulation: ${JSON.stringify(figures)}`);
  const messages = violations.map(
    (each) => `${each.what}; replay: scripts/bench simulate --seed ${each.seed} --seeds 1 --trace`,
  );
  expect(messages).toEqual([]);
  expect(seeds).toBeGreaterThanOrEqual(SEEDS);
  // Worlds in which something never happens prove nothing about it.
  expect(movesMissing(tally)).toEqual([]);
  for (const happened of [sends, total(faults), total(crashes), total(acts)])
    expect(happened).toBeGreaterThan(1000);
});

/** The rarest moves are made a few times in so many worlds: now and then one of them is missing, and it takes more. */
async function untilEveryMoveIsMade(seed: number): Promise<Tally> {
  const tally = emptyTally();
  while (tally.seeds < MOST_SEEDS && tally.violations.length === 0 && movesMissing(tally).length > 0)
    add(tally, await campaign({ seed: seed + tally.seeds, seeds: SEEDS, jobs: 2, progress: () => {} }));
  return tally;
}

test("the same seed is the same world, whatever was simulated before", async () => {
  using workshop = await openWorkshop();
  let seed = Math.floor(Math.random() * 1e9);
  let first = await traceOf(seed, workshop);
  // Some worlds are over before much has happened in them.
  while (first.length <= 10) first = await traceOf(++seed, workshop);
  for (let other = seed + 1; other < seed + 20; other++) await traceOf(other, workshop);
  expect(await traceOf(seed, workshop)).toEqual(first);
  using another = await openWorkshop();
  expect(await traceOf(seed, another)).toEqual(first);
});

async function traceOf(seed: number, workshop: Workshop): Promise<string[]> {
  const lines: string[] = [];
  await runSeed(seed, workshop, emptyTally(), (line) => lines.push(line));
  return lines;
}

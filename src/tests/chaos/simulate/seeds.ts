// Runs seeds one after the other in this process.
import { runSeed } from "./seed.ts";
import { emptyTally, type Tally } from "./tally.ts";
import { openWorkshop } from "./workshop.ts";

export interface Seeds {
  /** The first; the others follow it. */
  readonly seed: number;
  readonly seeds: number;
  /** Ends at the first violation. */
  readonly untilFirst?: boolean;
  readonly progress: (done: number, violations: number) => void;
  /** Takes every line of what happens. */
  readonly trace?: (line: string) => void;
}

const EVERY = 50;

export async function runSeeds({ seed, seeds, untilFirst, progress, trace }: Seeds): Promise<Tally> {
  const tally = emptyTally();
  using workshop = await openWorkshop();
  for (let each = seed; each < seed + seeds; each++) {
    await runSeed(each, workshop, tally, trace ?? null);
    if (untilFirst && tally.violations.length > 0) break;
    if (tally.seeds % EVERY === 0) progress(tally.seeds, tally.violations.length);
  }
  return tally;
}

// One process of a campaign: worker.ts <first seed> <how many> <1 to end at the first violation>.
import type { Report } from "./campaign.ts";
import { runSeed } from "./seed.ts";
import { emptyTally } from "./tally.ts";
import { openWorkshop } from "./workshop.ts";

const [first = 1, many = 1, untilFirst = 0] = process.argv.slice(2).map(Number);
const EVERY = 50;

const tell = (report: Report) => process.stdout.write(`${JSON.stringify(report)}\n`);
const tally = emptyTally();
{
  using workshop = await openWorkshop();
  for (let seed = first; seed < first + many; seed++) {
    await runSeed(seed, workshop, tally, null);
    if (untilFirst && tally.violations.length > 0) break;
    if (tally.seeds % EVERY === 0) tell({ done: tally.seeds, violations: tally.violations.length });
  }
}
tell({ tally });

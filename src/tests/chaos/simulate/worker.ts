// Runs seeds in one process of a campaign: worker.ts <first seed> <how many> <1 to end at the first violation>.
import type { Report } from "./campaign.ts";
import { runSeeds } from "./seeds.ts";

const [seed = 1, seeds = 1, untilFirst = 0] = process.argv.slice(2).map(Number);
const tell = (report: Report) => process.stdout.write(`${JSON.stringify(report)}\n`);
const progress = (done: number, violations: number) => tell({ done, violations });
tell({ tally: await runSeeds({ seed, seeds, untilFirst: untilFirst > 0, progress }) });

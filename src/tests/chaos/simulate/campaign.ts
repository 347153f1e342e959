// Runs many seeds in parallel processes and adds up their results.
import { join } from "node:path";
import { runSeeds, type Seeds } from "./seeds.ts";
import { add, emptyTally, type Tally } from "./tally.ts";

export interface CampaignOptions extends Omit<Seeds, "trace"> {
  /** Processes; with one, everything happens in this one. */
  readonly jobs: number;
}

/** What a worker says on its standard output, a line each. */
export type Report = { readonly done: number; readonly violations: number } | { readonly tally: Tally };

/** @throws Error when a worker ends without its tally: the bench itself is broken */
export async function campaign({ jobs, ...all }: CampaignOptions): Promise<Tally> {
  if (jobs === 1) return await runSeeds(all);
  const { seed, seeds, untilFirst, progress } = all;
  const share = Math.ceil(seeds / jobs);
  const starts = Array.from({ length: jobs }, (_, n) => n * share).filter((start) => start < seeds);
  const done = new Map<number, { done: number; violations: number }>();
  const workers = starts.map((start) => {
    const cmd = [process.execPath, join(import.meta.dir, "worker.ts")];
    const args = [seed + start, Math.min(share, seeds - start), untilFirst ? 1 : 0].map(String);
    return Bun.spawn([...cmd, ...args], { stdout: "pipe", stderr: "inherit" });
  });
  try {
    const tallies = workers.map(async (worker, n) => {
      const tally = await tallyOf(worker.stdout, (report) => {
        done.set(n, report);
        const all = [...done.values()];
        progress(sum(all.map((each) => each.done)), sum(all.map((each) => each.violations)));
      });
      if (!tally) throw new Error(`worker ${n} ended with ${await worker.exited} and no figures`);
      // The others need not go on.
      if (untilFirst && tally.violations.length > 0) for (const other of workers) other.kill();
      return tally;
    });
    const found = await (untilFirst ? settledOf(tallies) : Promise.all(tallies));
    const total = emptyTally();
    for (const tally of found) add(total, tally);
    return total;
  } finally {
    for (const worker of workers) worker.kill();
  }
}

const sum = (all: readonly number[]) => all.reduce((so, each) => so + each, 0);

/** The ones that came to an end; all of them, unless one found something first. */
async function settledOf(tallies: readonly Promise<Tally>[]): Promise<Tally[]> {
  const settled = await Promise.allSettled(tallies);
  const found = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const broken = settled.find((each) => each.status === "rejected");
  if (broken && !found.some(({ violations }) => violations.length > 0)) throw broken.reason;
  return found;
}

async function tallyOf(
  stream: ReadableStream<Uint8Array>,
  progress: (report: { done: number; violations: number }) => void,
): Promise<Tally | null> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const report = JSON.parse(line) as Report;
      if ("tally" in report) return report.tally;
      progress(report);
    }
  }
  return null;
}

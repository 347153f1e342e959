// Kills the process at random moments while it publishes to faulty networks: nothing doubled, lost or misreported.
import { randomSeed, readOptions } from "../../../bench/options.ts";
import { campaign, type Progress, type Result } from "./campaign.ts";
import { programsOf } from "./program.ts";
import { verdictWords } from "./verdict.ts";

const HELP = `  --kills N      how often an appliance is killed (1000); 20000 is the long form
  --seed S       repeats a campaign's choices (a new one each time)
  --targets N    accounts of each post (11)
  --posts N      posts of each run (1)
  --workers N    appliances side by side (4)
  --served P     percent of the runs with the HTTP API; the others deliver only (10)
  --faults P     percent of publishing requests that go wrong (35)
  --others P     percent of other requests that go wrong (4)
  --slice N      after so many kills everything is settled and judged, and the rest begins anew (2000)
  --program F    the one-file program to kill where there is an HTTP API, in place of src/main.ts
  --json         the figures as JSON on standard output, a line for each slice`;

const values = readOptions("kill", HELP, {
  kills: 1000,
  seed: randomSeed(),
  targets: 11,
  posts: 1,
  workers: 4,
  served: 10,
  faults: 35,
  others: 4,
  slice: 2000,
  program: null,
  json: false,
});

const started = performance.now();
const { kills, slice } = values;
const programs = await programsOf(values.program);
let done = 0;
let failed = false;
for (let seed = values.seed; done < kills; seed++) {
  const result = await campaign({
    kills: Math.min(slice, kills - done),
    seed,
    targets: values.targets,
    posts: values.posts,
    workers: values.workers,
    served: values.served / 100,
    programs,
    faults: { publishing: values.faults / 100, other: values.others / 100 },
    progress: process.stderr.isTTY ? redraw : nowAndThen(5000),
  });
  done += result.kills;
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  console.log(values.json ? JSON.stringify({ seed, ...result }) : words(result, seed));
  failed ||= faultsOf(result).length > 0;
}
process.exit(failed ? 1 : 0);

function faultsOf({ double, lost, disagreement, stuck }: Result): string[] {
  return [...double, ...lost, ...disagreement, ...stuck];
}

function words(result: Result, seed: number): string {
  const { found } = result;
  const faults = faultsOf(result);
  const perMinute = Math.round((result.kills * 60_000) / result.killingMs);
  const spent = Object.entries(result.spent).map(([on, ms]) => `${on} ${Math.round(ms / result.kills)}`);
  const first = faults.slice(0, 20).map((line) => `  ${line}\n`);
  return `${first.join("")}${faults.length > 0 ? "FAILED" : "ok"}: ${[
    `${result.kills} kills (${perMinute}/min, settled in ${(result.settlingMs / 1000).toFixed(1)} s)`,
    `${found.hits} struck ${found.givenBack} preparing and ${found.uncertain} publishing`,
    ...verdictWords(result),
    `ms a kill: ${spent.join(", ")}`,
    `seed ${seed}`,
  ].join(" · ")}`;
}

function line({ stage, kills: now, posts }: Progress): string {
  const seconds = Math.round((performance.now() - started) / 1000);
  return `${stage} ${done + now}/${kills} kills · ${posts} posts · ${seconds} s`;
}

function redraw(state: Progress): void {
  process.stderr.write(`\r\u001b[K${line(state)}`);
}

function nowAndThen(everyMs: number): (state: Progress) => void {
  let last = -everyMs;
  return (state) => {
    if (performance.now() - last < everyMs && state.stage === "killing") return;
    last = performance.now();
    console.error(line(state));
  };
}

// Kills the process at random moments while it publishes to faulty networks: nothing doubled, lost or misreported.
import { parseArgs } from "node:util";
import { campaign, type Progress, type Result } from "./campaign.ts";
import { programsOf } from "./program.ts";

const HELP = `scripts/bench kill [options]
  --kills N      how often an appliance is killed (1000); 20000 is the long form
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

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e6)) },
    targets: { type: "string", default: "11" },
    posts: { type: "string", default: "1" },
    workers: { type: "string", default: "4" },
    served: { type: "string", default: "10" },
    faults: { type: "string", default: "35" },
    others: { type: "string", default: "4" },
    slice: { type: "string", default: "2000" },
    program: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const started = performance.now();
const kills = Number(values.kills);
const slice = Number(values.slice);
const programs = await programsOf(values.program ?? null);
let done = 0;
let failed = false;
for (let seed = Number(values.seed); done < kills; seed++) {
  const result = await campaign({
    kills: Math.min(slice, kills - done),
    seed,
    targets: Number(values.targets),
    posts: Number(values.posts),
    workers: Number(values.workers),
    served: Number(values.served) / 100,
    programs,
    faults: { publishing: Number(values.faults) / 100, other: Number(values.others) / 100 },
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
  const { found, double, lost, disagreement, stuck } = result;
  const faults = faultsOf(result);
  const perMinute = Math.round((result.kills * 60_000) / result.killingMs);
  const spent = Object.entries(result.spent).map(([on, ms]) => `${on} ${Math.round(ms / result.kills)}`);
  const first = faults.slice(0, 20).map((line) => `  ${line}\n`);
  return `${first.join("")}${faults.length > 0 ? "FAILED" : "ok"}: ${[
    `${result.kills} kills (${perMinute}/min, settled in ${(result.settlingMs / 1000).toFixed(1)} s)`,
    `${found.hits} struck ${found.givenBack} preparing and ${found.uncertain} publishing`,
    `${result.posts} posts`,
    `${result.targets} targets`,
    `${double.length} double`,
    `${lost.length} lost`,
    `${disagreement.length} disagreeing`,
    `${stuck.length} stuck`,
    `${result.posted} posted`,
    `${result.failed} failed`,
    `${result.uncertain} uncertain (${result.uncertainLive} of them live)`,
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

// kill -9 at random moments while posts go out to faulty networks: nothing may be doubled, lost or told wrongly.
import { parseArgs } from "node:util";
import { campaign, type Progress, type Result } from "./kill/campaign.ts";
import { programOf } from "./kill/program.ts";

const HELP = `scripts/bench kill [options]
  --kills N      how often the appliance is killed (200)
  --seed S       repeats a campaign's choices (a new one each time)
  --targets N    accounts of each post (12)
  --posts N      posts of each run (2)
  --lanes N      appliances side by side (2)
  --faults P     percent of publishing requests that go wrong (35)
  --others P     percent of other requests that go wrong (4)
  --program F    the one-file program to kill, in place of src/main.ts
  --json         the figures as one JSON document on standard output`;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e6)) },
    targets: { type: "string", default: "12" },
    posts: { type: "string", default: "2" },
    lanes: { type: "string", default: "2" },
    faults: { type: "string", default: "35" },
    others: { type: "string", default: "4" },
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
const seed = Number(values.seed);
const result = await campaign({
  kills,
  seed,
  targets: Number(values.targets),
  posts: Number(values.posts),
  lanes: Number(values.lanes),
  program: programOf(values.program ?? null),
  faults: { publishing: Number(values.faults) / 100, other: Number(values.others) / 100 },
  progress: process.stderr.isTTY ? redraw : nowAndThen(5000),
});
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const bad = result.double.length + result.lost.length + result.disagreement.length;
console.log(values.json ? JSON.stringify({ seed, ...result }, null, 2) : words(result));
process.exit(bad > 0 ? 1 : 0);

function words(found: Result): string {
  const { double, lost, disagreement } = found;
  const first = [...double, ...lost, ...disagreement].slice(0, 20).map((line) => `  ${line}\n`);
  const perMinute = Math.round((found.kills * 60_000) / found.killingMs);
  return `${first.join("")}${bad > 0 ? "FAILED" : "ok"}: ${[
    `${found.kills} kills (${perMinute}/min, settled in ${(found.settlingMs / 1000).toFixed(1)} s)`,
    `${found.posts} posts`,
    `${found.targets} targets`,
    `${double.length} double`,
    `${lost.length} lost`,
    `${disagreement.length} disagreeing`,
    `${found.posted} posted`,
    `${found.failed} failed`,
    `${found.uncertain} uncertain (${found.uncertainLive} of them live)`,
    `restarts found ${found.recovered.givenBack} preparing and ${found.recovered.uncertain} publishing`,
    `seed ${seed}`,
  ].join(" · ")}`;
}

function line({ stage, kills: done, posts }: Progress): string {
  const seconds = Math.round((performance.now() - started) / 1000);
  return `${stage} ${Math.min(done, kills)}/${kills} kills · ${posts} posts · ${seconds} s · seed ${seed}`;
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

// Restores older backups while posts go out: nothing may be published twice, and nothing overdue without a person.
import { parseArgs } from "node:util";
import { campaign, type Result } from "./campaign.ts";
import { crierOf } from "../kill/program.ts";

const HELP = `scripts/bench restore [options]
  --runs N       backups that are restored (100)
  --real N       how many of them with real processes, kill -9 and the real commands (2)
  --seed S       repeats a campaign's choices (a new one each time)
  --targets N    accounts of each post, at most (5)
  --faults P     percent of publishing requests that go wrong (35)
  --others P     percent of other requests that go wrong (4)
  --program F    the one-file program, in place of src/main.ts
  --control      puts the copy back by hand, without the hold: this must fail
  --json         the figures as one JSON document on standard output`;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "100" },
    real: { type: "string", default: "2" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e6)) },
    targets: { type: "string", default: "5" },
    faults: { type: "string", default: "35" },
    others: { type: "string", default: "4" },
    program: { type: "string" },
    control: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const started = performance.now();
const runs = Number(values.runs);
const seed = Number(values.seed);
const { control } = values;
let shownAt = started;
const result = await campaign({
  runs,
  seed,
  control,
  real: control ? 0 : Math.min(Number(values.real), runs),
  targets: Number(values.targets),
  faults: { publishing: Number(values.faults) / 100, other: Number(values.others) / 100 },
  program: crierOf(values.program ?? null),
  progress,
});
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const { double, lost, disagreement, selfSent } = result;
const bad = double.length + lost.length + disagreement.length + selfSent.length;
console.log(values.json ? JSON.stringify({ seed, ...result }, null, 2) : words(result));
process.exit(bad > 0 ? 1 : 0);

function words(found: Result): string {
  const first = [...double, ...selfSent, ...lost, ...disagreement].slice(0, 20).map((line) => `  ${line}\n`);
  const caught = Object.entries(found.states).map(([state, count]) => `${count} ${state}`);
  return `${first.join("")}${bad > 0 ? "FAILED" : "ok"}: ${[
    `${found.runs} restores (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    `${found.posts} posts`,
    `${found.targets} targets`,
    `${double.length} double`,
    `${selfSent.length} sent by themselves`,
    `${lost.length} lost`,
    `${disagreement.length} disagreeing`,
    `${found.held} held (${found.heldLive} of them live, ${found.found} found by asking)`,
    `${found.posted} posted, ${found.failed} failed, ${found.uncertain} uncertain`,
    `people acted in ${found.handMade} runs`,
    `the backups caught ${caught.join(", ")}`,
    `seed ${seed}`,
  ].join(" · ")}`;
}

function progress(done: number): void {
  const line = `${done}/${runs} restores · ${Math.round((performance.now() - started) / 1000)} s · seed ${seed}`;
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
  else if (performance.now() - shownAt > 5000 || done === runs) {
    shownAt = performance.now();
    console.error(line);
  }
}

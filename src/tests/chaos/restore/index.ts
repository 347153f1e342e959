// Restores older backups while posts go out: nothing may be published twice, and nothing overdue without a person.
import { randomSeed, readOptions } from "../../../bench/options.ts";
import { campaign, type Result } from "./campaign.ts";
import { crierOf } from "../kill/program.ts";

const HELP = `  --runs N       backups that are restored (100)
  --real N       how many of them with real processes, kill -9 and the real commands (2)
  --seed S       repeats a campaign's choices (a new one each time)
  --targets N    accounts of each post, at most (5)
  --faults P     percent of publishing requests that go wrong (35)
  --others P     percent of other requests that go wrong (4)
  --program F    the one-file program, in place of src/main.ts
  --control      puts the copy back by hand, without the hold: this must fail
  --json         the figures as one JSON document on standard output`;

const values = readOptions("restore", HELP, {
  runs: 100,
  real: 2,
  seed: randomSeed(),
  targets: 5,
  faults: 35,
  others: 4,
  program: null,
  control: false,
  json: false,
});

const started = performance.now();
const { runs, seed } = values;
const { control } = values;
let shownAt = started;
const result = await campaign({
  runs,
  seed,
  control,
  real: control ? 0 : Math.min(values.real, runs),
  targets: values.targets,
  faults: { publishing: values.faults / 100, other: values.others / 100 },
  program: crierOf(values.program),
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

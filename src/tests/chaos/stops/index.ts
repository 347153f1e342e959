// Suspends a publishing process (SIGSTOP, SIGCONT) while a second one wants its folder: nothing doubled or lost.
import { randomSeed, readOptions } from "../../../bench/options.ts";
import { programsOf } from "../kill/program.ts";
import { standstill } from "../kill/standstill.ts";

const HELP = `  --stops N      how often a process is stopped (20); 200 is the long form
  --seconds N    how long it stands still (20)
  --seed S       repeats a run's choices (a new one each time)
  --targets N    accounts of each post (11)
  --at-once N    stops side by side (20)
  --program F    the one-file program that also serves, in place of src/main.ts
  --json         the figures as one JSON document on standard output`;

const values = readOptions("stops", HELP, {
  stops: 20,
  seconds: 20,
  seed: randomSeed(),
  targets: 11,
  "at-once": 20,
  program: null,
  json: false,
});

const { stops, seed } = values;
const result = await standstill({
  stops,
  seed,
  targets: values.targets,
  atOnce: values["at-once"],
  stopMs: values.seconds * 1000,
  programs: await programsOf(values.program),
  progress: (done) => console.error(`${done}/${stops} stops`),
});
const { double, lost, disagreement, stuck, faults } = result;
const wrong = [...faults, ...double, ...lost, ...disagreement, ...stuck];
const words = [
  `${result.stops} stops of ${values.seconds} s in ${(result.ms / 1000).toFixed(1)} s`,
  `${result.underWay} attempts stood still`,
  `${result.targets} targets`,
  `${double.length} double`,
  `${lost.length} lost`,
  `${disagreement.length} disagreeing`,
  `${stuck.length} stuck`,
  `${faults.length} second processes or ends amiss`,
  `${result.posted} posted`,
  `${result.uncertain} uncertain (${result.uncertainLive} of them live)`,
  `seed ${seed}`,
].join(" · ");
const first = wrong.slice(0, 20).map((line) => `  ${line}\n`);
const verdict = `${first.join("")}${wrong.length > 0 ? "FAILED" : "ok"}: ${words}`;
console.log(values.json ? JSON.stringify({ seed, ...result }, null, 2) : verdict);
process.exit(wrong.length > 0 ? 1 : 0);

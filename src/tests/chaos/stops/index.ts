// Suspends a publishing process (SIGSTOP, SIGCONT) while a second one wants its folder: nothing doubled or lost.
import { parseArgs } from "node:util";
import { programsOf } from "../kill/program.ts";
import { standstill } from "../kill/standstill.ts";

const HELP = `scripts/bench stops [options]
  --stops N      how often a process is stopped (20); 200 is the long form
  --seconds N    how long it stands still (20)
  --seed S       repeats a run's choices (a new one each time)
  --targets N    accounts of each post (11)
  --at-once N    stops side by side (20)
  --program F    the one-file program that also serves, in place of src/main.ts
  --json         the figures as one JSON document on standard output`;

const { values } = parseArgs({
  options: {
    stops: { type: "string", default: "20" },
    seconds: { type: "string", default: "20" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e6)) },
    targets: { type: "string", default: "11" },
    "at-once": { type: "string", default: "20" },
    program: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const stops = Number(values.stops);
const seed = Number(values.seed);
const result = await standstill({
  stops,
  seed,
  targets: Number(values.targets),
  atOnce: Number(values["at-once"]),
  stopMs: Number(values.seconds) * 1000,
  programs: await programsOf(values.program ?? null),
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

// Cuts the power at random moments: unsynced writes are lost, and still nothing is doubled or lost.
import { randomSeed, readOptions } from "../../../bench/options.ts";
import { verdictWords } from "../kill/verdict.ts";
import { faultsOf, type Result } from "./campaign.ts";
import { powerCuts, whyNot } from "./shim.ts";

const HELP = `  --cuts N          how often the power goes (500)
  --seed S          repeats a campaign's choices, if not its timing (a new one each time)
  --synchronous M   full, as Crier has it, or normal, which must fail (full)
  --checkpoint N    a checkpoint after N pages, for more cuts in the middle of one (SQLite's own 1000)
  --targets N       accounts of each post (8)
  --posts N         posts of each life that makes some (2)
  --workers N       processes side by side (2)
  --faults P        percent of publishing requests that go wrong (35)
  --others P        percent of other requests that go wrong (4)
  --until-wrong     stop after the first 50 cuts of a worker with something wrong
  --json            the figures as one JSON document on standard output

A shim between SQLite and the kernel (compiled with cc, loaded with LD_PRELOAD) logs every write and every fsync that
came back. At a cut, all that was synced is kept; of the rest nothing, a first part, or any part, and one write torn.`;

const values = readOptions("power", HELP, {
  cuts: 500,
  seed: randomSeed(),
  synchronous: "full",
  checkpoint: null,
  targets: 8,
  posts: 2,
  workers: 2,
  faults: 35,
  others: 4,
  "until-wrong": false,
  json: false,
});
const reason = whyNot();
if (reason !== null) {
  console.error(`The power bench can't run here: ${reason}.`);
  process.exit(1);
}

const { cuts, seed } = values;
const started = performance.now();
const result = await powerCuts(
  {
    cuts,
    seed,
    workers: values.workers,
    targets: values.targets,
    posts: values.posts,
    faults: { publishing: values.faults / 100, other: values.others / 100 },
    synchronous: values.synchronous === "normal" ? "normal" : "full",
    checkpoint: values.checkpoint === null ? null : Number(values.checkpoint),
    // The mark would see that something is missing and deliver nothing, and what FULL is for would not show.
    marked: values.synchronous !== "normal",
    untilWrong: values["until-wrong"],
  },
  progress(),
);
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const faults = faultsOf(result.verdict);
console.log(values.json ? JSON.stringify({ seed, ...result }, null, 2) : words(result));
process.exit(faults.length > 0 ? 1 : 0);

function words({ verdict, found, ...result }: Result): string {
  const first = faults.slice(0, 20).map((line) => `  ${line}\n`);
  return `${first.join("")}${faults.length > 0 ? "FAILED" : "ok"}: ${[
    `${result.cuts} cuts (synchronous=${values.synchronous}, ${result.inside} in the middle of an operation)`,
    `${result.losing} lost ${result.writesLost} writes, ${result.tearing} left one torn`,
    ...verdictWords(verdict),
    `starts found ${found.givenBack} preparing and ${found.uncertain} publishing`,
    `${result.seconds.toFixed(0)} s`,
    `seed ${seed}`,
  ].join(" · ")}`;
}

function progress(): (done: number, wrong: number) => void {
  let last = 0;
  return (done, wrong) => {
    const seconds = Math.round((performance.now() - started) / 1000);
    const line = `${done}/${cuts} cuts · ${wrong} wrong · ${seconds} s · seed ${seed}`;
    if (process.stderr.isTTY) return void process.stderr.write(`\r\u001b[K${line}`);
    if (performance.now() - last < 5000) return;
    last = performance.now();
    console.error(line);
  };
}

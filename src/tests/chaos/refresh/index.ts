// Kills processes that refresh rotating credentials: counts what is lost, and whether it is reported correctly.
import { randomSeed, readOptions } from "../../../bench/options.ts";
import { campaign, type Result } from "./campaign.ts";

const HELP = `  --kills N      processes that are killed while they renew (200)
  --accounts N   accounts that are renewed all the time (8)
  --latency MS   how long the network's answer is under way, at most (20)
  --seed S       repeats a campaign's moments (a new one each time)
  --control      the marks of what was asked are wiped after each kill: this must fail
  --json         the figures as one JSON document on standard output`;

const values = readOptions("refresh", HELP, {
  kills: 200,
  accounts: 8,
  latency: 20,
  seed: randomSeed(),
  control: false,
  json: false,
});

const started = performance.now();
const { seed } = values;
const result = await campaign({
  kills: values.kills,
  accounts: values.accounts,
  latencyMs: values.latency,
  seed,
  control: values.control,
  progress: (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done}/${values.kills} kills · seed ${seed}`);
  },
});
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const bad = result.silent.length + result.blamed.length;
console.log(values.json ? JSON.stringify({ seed, ...result }, null, 2) : words(result));
process.exit(bad > 0 ? 1 : 0);

function words(found: Result): string {
  const first = [...found.silent, ...found.blamed].slice(0, 20).map((line) => `  ${line}\n`);
  return `${first.join("")}${bad > 0 ? "FAILED" : "ok"}: ${[
    `${found.kills} kills (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    `${found.refresher} renewals`,
    `${found.doubts} under way when the process died`,
    `${found.lost} of those replaced at the network with nobody left to see it: the account says so`,
    `${found.silent.length} lost without being told`,
    `${found.blamed.length} accounts blamed for nothing`,
    `seed ${seed}`,
  ].join(" · ")}`;
}

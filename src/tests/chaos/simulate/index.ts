// Simulates the real engine and store deterministically: time, chance and networks come from a seed.
import { randomSeed, readOptions } from "../../../bench/options.ts";
import { campaign } from "./campaign.ts";
import { runSeeds } from "./seeds.ts";
import { allMoves, movesMissing, total, type Tally } from "./tally.ts";

const HELP = `  --seeds N      how many seeds (10,000); each is a small world of its own
  --seed S       the first of them (a new one each time); with --seeds 1 it repeats that one alone
  --jobs N       processes side by side (2)
  --first        ends at the first violation
  --trace        tells everything that happens, line by line; one process
  --json         the figures as one JSON document on standard output`;

const values = readOptions("simulate", HELP, {
  seeds: 10_000,
  seed: randomSeed(),
  jobs: 2,
  first: false,
  trace: false,
  json: false,
});

const started = performance.now();
let last = -Infinity;
const { seed, seeds, jobs } = values;
const tally = await (values.trace
  ? runSeeds({ seed, seeds, progress: () => {}, trace: console.log })
  : campaign({ seed, seeds, jobs, untilFirst: values.first, progress }));
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const { violations } = tally;
// A few seeds can't make every move; many that do not prove nothing about those they left out.
const missing = seeds >= 10_000 && violations.length === 0 ? movesMissing(tally) : [];
console.log(values.json ? JSON.stringify({ seed, missing, ...tally }, null, 2) : words(tally));
process.exit(violations.length > 0 || missing.length > 0 ? 1 : 0);

function words(found: Tally): string {
  const seconds = (performance.now() - started) / 1000;
  const made = Object.keys(found.moves).length;
  const lines = violations
    .slice(0, 20)
    .map(
      (each) =>
        `  seed ${each.seed}: ${each.what}\n    replay: scripts/bench simulate --seed ${each.seed} --seeds 1 --trace`,
    );
  const unmade = missing.map((move) => `  no seed made the move ${move}`);
  const verdict = `${violations.length + missing.length > 0 ? "FAILED" : "ok"}: ${[
    `${found.seeds} seeds (${Math.round(found.seeds / seconds)}/s)`,
    `${found.posts} posts`,
    `${found.targets} targets (${listed(found.ends)})`,
    `${found.sends} sends`,
    `${total(found.faults)} faults`,
    `${total(found.crashes)} deaths`,
    `${total(found.acts)} human acts`,
    `${made} of ${allMoves().length} moves`,
    `excused: ${listed(found.excused) || "nothing"}`,
    `${violations.length} violations`,
    `seed ${seed}`,
  ].join(" · ")}`;
  const detail = [
    `faults: ${listed(found.faults)}`,
    `deaths: ${listed(found.crashes)}`,
    `acts: ${listed(found.acts)}`,
  ];
  return [...detail, ...lines, ...unmade, verdict].join("\n");
}

function listed(counts: Readonly<Record<string, number>>): string {
  const names = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  return names.map(([name, times]) => `${times} ${name}`).join(", ");
}

function progress(done: number, bad: number): void {
  const now = performance.now();
  const every = process.stderr.isTTY ? 200 : 5000;
  if (now - last < every) return;
  last = now;
  const rate = Math.round((done * 1000) / (now - started));
  const line = `${done}/${seeds} seeds · ${rate}/s · ${bad} violations · seed ${seed}`;
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

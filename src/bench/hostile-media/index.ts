// Sends malicious files to a running server: each must get a clear answer soon, and no other file may be read.
import { randomSeed, readOptions } from "../options.ts";
import { campaign } from "./campaign.ts";

const HELP = `  --files N      files altered by chance, beside the ones that are always the same (10000)
  --seed S       repeats a campaign's choices (a new one each time)
  --parallel N   files sent at the same time (4)
  --json         the figures as JSON on standard output`;

const values = readOptions("hostile", HELP, {
  files: 10_000,
  seed: randomSeed(),
  parallel: 4,
  json: false,
});

const began = performance.now();
const { seed } = values;
let last = began;
const result = await campaign({
  mutations: values.files,
  seed,
  parallel: values.parallel,
  progress(done, all) {
    const now = performance.now();
    if (now - last < (process.stderr.isTTY ? 100 : 10_000)) return;
    last = now;
    const line = `${done}/${all} files · ${Math.round((now - began) / 1000)} s`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  },
});
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const { faults, files, taken, refused, slowestMs, slowestPulseMs, unwatched } = result;
const words = [
  `${files} files (${((performance.now() - began) / 1000).toFixed(0)} s)`,
  `${refused} refused`,
  `${taken} taken`,
  `${faults.length} faults`,
  `slowest ${Math.round(slowestMs)} ms`,
  `slowest /livez ${Math.round(slowestPulseMs)} ms`,
  unwatched === null ? "openings watched" : `openings not watched: ${unwatched}`,
  `seed ${seed}`,
];
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
console.log(
  values.json
    ? JSON.stringify({ seed, ...result })
    : `${faults.length > 0 ? "FAILED" : "ok"}: ${words.join(" · ")}`,
);
process.exit(faults.length > 0 ? 1 : 0);

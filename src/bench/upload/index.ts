// Uploads large files to a real server: speed compared with dd, memory, and whole files after interruptions and kills.
import { randomSeed, readOptions } from "../options.ts";
import { crierOf } from "../../tests/chaos/kill/program.ts";
import { campaign, type Result } from "./campaign.ts";

const HELP = `  --size MB      of the large upload, and of those that break (512)
  --rounds N     times that it is sent, in turn with dd (5)
  --many N       uploads at once (20)
  --many-size MB of each of them (32)
  --breaks N     times that a connection breaks in one upload (10)
  --kills N      uploads in which the server is killed (3)
  --seed S       repeats the choices (new ones each time)
  --program F    the one-file program, in place of src/main.ts
  --json         the figures as one JSON document on standard output

TMPDIR chooses the disk. Bounds: PUT at least 0.8 of the rate of \`dd conv=fsync\` (median of the rounds), and the server
at most 64 MB larger during one upload.`;

const MIN_RATIO = 0.8;
const MAX_GROWTH_MB = 64;
const MB = 1 << 20;

const values = readOptions("upload", HELP, {
  size: 512,
  rounds: 5,
  many: 20,
  "many-size": 32,
  breaks: 10,
  kills: 3,
  seed: randomSeed(),
  program: null,
  json: false,
});

const { seed } = values;
const size = values.size * MB;
const started = performance.now();
const result = await campaign({
  program: crierOf(values.program),
  seed,
  size,
  rounds: values.rounds,
  many: values.many,
  manySize: values["many-size"] * MB,
  breaks: values.breaks,
  kills: values.kills,
  progress: (what) => console.error(`${Math.round((performance.now() - started) / 1000)} s · ${what}`),
});
const ratio = median(result.dd.map((ms, round) => ms / (result.put[round] ?? Number.NaN)));
const grown = Math.max(...result.growth);
const faults = [
  ...result.wrong,
  ...(ratio >= MIN_RATIO ? [] : [`PUT has ${ratio.toFixed(2)} of dd's rate`]),
  ...(grown <= MAX_GROWTH_MB ? [] : [`the server grew by ${grown.toFixed(0)} MB`]),
];
console.log(values.json ? JSON.stringify({ seed, ratio, ...result }, null, 2) : words(result));
process.exit(faults.length > 0 ? 1 : 0);

function words({ dd, put, growth, manyGrowth, manyMs, resumed, killed, keptShare }: Result): string {
  const rate = (times: readonly number[], bytes = size) => `${Math.round(bytes / 1e3 / median(times))} MB/s`;
  const each = growth.map((mb) => mb.toFixed(0)).join(", ");
  const manyBytes = values.many * values["many-size"] * MB;
  return `${faults.map((fault) => `  ${fault}\n`).join("")}${faults.length > 0 ? "FAILED" : "ok"}: ${[
    `${values.size} MB by PUT ${rate(put)}, dd conv=fsync ${rate(dd)}: ratio ${ratio.toFixed(2)}`,
    `the server grew by ${each} MB`,
    `${values.many} × ${values["many-size"]} MB at once ${rate([manyMs], manyBytes)}, grew by ${manyGrowth.toFixed(0)} MB`,
    `${resumed} breaks and ${killed} kills resumed, ${Math.round(keptShare * 100)} % kept over kills`,
    `${result.wrong.length} wrong`,
    `seed ${seed}`,
    `${((performance.now() - started) / 1000).toFixed(1)} s`,
  ].join(" · ")}`;
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
}

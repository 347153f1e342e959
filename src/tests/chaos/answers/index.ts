// Sends every possible answer to every network connector and checks that the verdict is never false.
import { readOptions } from "../../../bench/options.ts";
import { networks } from "../../../app/networks.ts";
import { sweep, type Sweep } from "./sweep.ts";

const HELP = `  --network ID   one network only (all: ${networks.list.map(({ id }) => id).join(", ")})
  --faults N     so many faults in words (20)
  --json         the figures as one JSON document on standard output

Every status from 100 to 599 with the network's own bodies, and more than a hundred spoiled bodies with the statuses at
which something is at stake, given to commit, settle and verify for every kind of post. All of it is tried, so there is
no seed.`;

const values = readOptions("answers", HELP, {
  network: null,
  faults: 20,
  json: false,
});

const started = performance.now();
const sweeps: Sweep[] = [];
const entries = networks.pairs.filter(({ network: { id } }) => (values.network ?? id) === id);
for (const entry of entries) {
  console.error(`${entry.network.id} …`);
  sweeps.push(await sweep(entry));
}
const faults = sweeps.flatMap((each) => each.faults);
const bad = faults.length > 0 || sweeps.length === 0;
console.log(values.json ? JSON.stringify(sweeps.map(plain), null, 2) : words());
process.exit(bad ? 1 : 0);

function words(): string {
  const total = sweeps.reduce((sum, { answers }) => sum + answers, 0);
  const slowest = Math.max(0, ...sweeps.map(({ slowestMs }) => slowestMs));
  const verdict = [
    `${sweeps.length} networks`,
    `${total} answers`,
    `${faults.length} wrongly read`,
    `slowest ${slowest.toFixed(0)} ms`,
    `${((performance.now() - started) / 1000).toFixed(1)} s`,
  ].join(" · ");
  const shown = faults.slice(0, values.faults).map((fault) => `  ${fault.slice(0, 400)}`);
  return [...shown, ...sweeps.flatMap(table), `${bad ? "FAILED" : "ok"}: ${verdict}`].join("\n");
}

function table({ network, answers, counts }: Sweep): string[] {
  const rows = [...counts].map(([step, kinds]) => {
    const messages = [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([kind, n]) => `${kind} ${n}`);
    return `  ${step.padEnd(8)}${messages.join(" · ")}`;
  });
  return [`${network}: ${answers} answers`, ...rows];
}

function plain({ counts, ...rest }: Sweep) {
  const steps = [...counts].map(([step, kinds]) => [step, Object.fromEntries(kinds)] as const);
  return { ...rest, counts: Object.fromEntries(steps) };
}

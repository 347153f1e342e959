// Measures lost answers on every network: how many Crier settles alone, and how many a person must check.
import { readOptions } from "../../../bench/options.ts";
import { networks } from "../../../app/networks.ts";
import { measure, type Measured } from "./measure.ts";

const HELP = `  --answers N    answers that are lost after delivery, for each network and kind of post (200)
  --network ID   one network only (all: ${networks.list.map(({ id }) => id).join(", ")})
  --json         the figures as one JSON document on standard output

A quarter as many requests are lost before delivery. Networks, faults and time are simulated and always the same, so
there is no seed.`;

const values = readOptions("lost", HELP, {
  answers: 200,
  network: null,
  json: false,
});

const started = performance.now();
const all: Measured[] = [];
for (const entry of networks.pairs.filter(({ network: { id } }) => (values.network ?? id) === id)) {
  console.error(`${entry.network.id} …`);
  all.push(...(await measure(entry, values.answers)));
}
const faults = all.flatMap((each) => each.faults.map((fault) => `  ${each.network}, ${each.kind}: ${fault}`));
const bad = faults.length > 0 || all.length === 0;
console.log(values.json ? JSON.stringify(all, null, 2) : words());
process.exit(bad ? 1 : 0);

function words(): string {
  const rows = all.map(
    ({ network, kind, delivered, found, undelivered, disproved }) =>
      `${network.padEnd(10)} ${kind.padEnd(6)} lost after delivery: ${found} of ${delivered} found · ` +
      `before: ${disproved} of ${undelivered} proven absent`,
  );
  const total = all.reduce((sum, { delivered, undelivered }) => sum + delivered + undelivered, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verdict = `${bad ? "FAILED" : "ok"}: ${total} lost answers · ${faults.length} faults · ${seconds} s`;
  return [...rows, ...faults.slice(0, 20), verdict].join("\n");
}

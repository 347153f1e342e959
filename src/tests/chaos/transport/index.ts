// Breaks calls at every possible point and counts what arrives: scripts/bench transport.
import { readOptions } from "../../../bench/options.ts";
import { openCalls } from "../../../networks/client/call.ts";
import { CELLS, nameOf, TEMPTING } from "./cells.ts";
import { faultOf, type Seen } from "./run.ts";
import { runCells, viaFetch } from "./table.ts";

const HELP = `  --only TEXT    cells whose name has this text, as "PUT over https" (all ${CELLS.length})
  --cells        every cell with what was seen, on standard output

Every break point with GET, POST, PUT, PATCH and DELETE, over http and https, on a first connection and after an
earlier call whose connection the server keeps open. The whole table is run, so there is no seed. Afterwards a part of
it is run with plain fetch, which sends some requests twice: that shows that the bench would see it.`;

const values = readOptions("transport", HELP, {
  only: "",
  cells: false,
});

const started = performance.now();
const selection = (cells: typeof CELLS) => cells.filter((cell) => nameOf(cell).includes(values.only));
const cells = selection(CELLS);
const seen = await runCells(cells, openCalls, progress);
const control = await runCells(selection(TEMPTING), viaFetch);
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const faults = seen.map(faultOf).filter((fault) => fault !== null);
if (values.cells) for (const each of seen) console.log(tell(each));
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
console.log(verdict());
// Some servers of the table hang by design; nothing else is left to do.
process.exit(faults.length > 0 || cells.length === 0 ? 1 : 0);

function verdict(): string {
  const count = (kind: string) => seen.filter(({ answer }) => answer?.kind === kind).length;
  const twice = control.filter(({ whole, begun }) => Math.max(whole, begun) > 1);
  const methods = [...new Set(twice.map(({ cell }) => cell.method))].toSorted().join(", ");
  return `${faults.length > 0 || cells.length === 0 ? "FAILED" : "ok"}: ${[
    `${cells.length} cells`,
    `${new Set(cells.map(({ point }) => point)).size} break points`,
    `${seen.filter(({ whole, begun }) => Math.max(whole, begun) > 1).length} sent twice`,
    `${faults.length} wrong`,
    `${count("unsent")} unsent, ${count("lost")} lost, ${count("answered")} answered`,
    twice.length > 0
      ? `plain fetch sent ${twice.length} of ${control.length} twice (${methods})`
      : `plain fetch sent none of ${control.length} twice: Bun ${Bun.version} no longer does that`,
    `${((performance.now() - started) / 1000).toFixed(1)} s`,
  ].join(" · ")}`;
}

function tell({ cell, answer, whole, begun, connections }: Seen): string {
  const result = answer?.kind === "answered" ? `answered ${answer.status}` : (answer?.kind ?? "no end");
  return `${nameOf(cell)}: ${result}; ${connections} connections, ${begun} begun, ${whole} whole`;
}

function progress(done: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done}/${cells.length} cells`);
  else if (done % 250 === 0) console.error(`${done}/${cells.length} cells`);
}

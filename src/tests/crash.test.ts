// Death at every named step, for every target of a fan-out of eleven: nothing is doubled, lost or told wrongly.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { verdictOf } from "../../scripts/benches/kill/campaign.ts";
import { cellsOf, die, nameOf, type Cell, type Died } from "../../scripts/benches/kill/cell.ts";
import { makeHouse } from "../../scripts/benches/kill/house.ts";
import { NO_FAULTS, programsOf, startNetworks } from "../../scripts/benches/kill/program.ts";
import { CRASH_STEPS } from "../publishing/engine.ts";

const TARGETS = 11;
const AT_ONCE = 8;

test(`each of the ${CRASH_STEPS.length} steps, at each of ${TARGETS} targets`, async () => {
  const built = process.env["CRIER_TEST_BINARY"] ?? "";
  const programs = await programsOf(existsSync(built) ? built : null);
  await using networks = await startNetworks(NO_FAULTS);
  const handles = (behaviour: string) => Array.from({ length: TARGETS }, (_, n) => `${behaviour}-${n}`);
  using answering = await makeHouse(handles("ok"), networks.url);
  // Their answers are lost, so that there is something to ask about.
  using silent = await makeHouse(handles("lost"), networks.url);
  using all = new DisposableStack();

  const cells = cellsOf(TARGETS);
  const died: Died[] = [];
  const began = performance.now();
  const dieIn = async (cell: Cell) => {
    const asks = cell.some(({ step }) => step === "asked" || step === "settled");
    died.push(all.use(await die(cell, asks ? silent : answering, programs, networks.url)));
  };
  const left = [...cells];
  const lane = async () => {
    for (let cell = left.shift(); cell; cell = left.shift()) await dieIn(cell);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));

  expect(died.flatMap(({ faults }) => faults)).toEqual([]);
  const verdict = await verdictOf(died, networks);
  const { posts, targets, posted, uncertain, uncertainLive } = verdict;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `crash: ${JSON.stringify({ cells: cells.map(nameOf).length, seconds, posts, targets, posted, uncertain, uncertainLive })}`,
  );
  expect(verdict).toMatchObject({ double: [], lost: [], disagreement: [], stuck: [] });
  expect(targets).toBe(cells.length * TARGETS);
}, 120_000);

// Crashes at every named step, for every target of a post to eleven networks: nothing doubled, lost or misreported.
import { expect, test } from "bun:test";
import { verdictOf } from "./kill/campaign.ts";
import { cellsOf, die, nameOf, type Cell, type Died } from "./kill/cell.ts";
import { makeFolder } from "./kill/data-folder.ts";
import { NO_FAULTS, programsOf, startNetworks } from "./kill/program.ts";
import { BINARY } from "../support/program.ts";
import { WORDY } from "./text-networks.ts";
import { CRASH_STEPS, type CrashStep } from "../../publishing/delivery/engine.ts";

const TARGETS = 11;
const AT_ONCE = 8;
const MIDDLE = 6;
const ABOUT_LOST: readonly CrashStep[] = ["asked", "settled"];

test(`each of the ${CRASH_STEPS.length} steps, at each of ${TARGETS} targets, and with a video to every network`, async () => {
  const programs = await programsOf(BINARY);
  await using networks = await startNetworks(NO_FAULTS);
  const handles = (behaviour: string) => Array.from({ length: TARGETS }, (_, n) => `${behaviour}-${n}`);
  using answering = await makeFolder(handles("ok"), networks.url, WORDY);
  // Their answers are lost, so that there is something to ask about.
  using silent = await makeFolder(handles("lost"), networks.url, WORDY);
  // A video, which every network takes, and which many of them process for a while.
  using filming = await makeFolder(handles("ok-filming"), networks.url);
  using all = new DisposableStack();

  const cells = cellsOf(TARGETS);
  const died: Died[] = [];
  const began = performance.now();
  const dieIn = async (cell: Cell) => {
    const asks = cell.some(({ step }) => ABOUT_LOST.includes(step));
    died.push(all.use(await die(cell, asks ? silent : answering, programs, networks.url)));
  };
  const dieFilming = async (cell: Cell) =>
    void died.push(all.use(await die(cell, filming, programs, networks.url, "video")));
  // Networks that process are asked too, and not about a lost answer: those two steps are another thing here.
  const filmed = cells.filter((cell) =>
    cell.every(({ step, nth }) => nth === MIDDLE && !ABOUT_LOST.includes(step)),
  );
  const left = [...filmed.map((cell) => () => dieFilming(cell)), ...cells.map((cell) => () => dieIn(cell))];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  expect(died.flatMap(({ faults }) => faults)).toEqual([]);
  const verdict = await verdictOf(died, networks);
  const { posts, targets, posted, uncertain, uncertainLive } = verdict;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `crash: ${JSON.stringify({ cells: cells.map(nameOf).length, seconds, posts, targets, posted, uncertain, uncertainLive })}`,
  );
  expect(verdict).toMatchObject({ double: [], lost: [], disagreement: [], stuck: [] });
  expect(targets).toBe((cells.length + filmed.length) * TARGETS);
});

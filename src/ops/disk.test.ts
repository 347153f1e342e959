// The floor and the reserve of a disk that fills up.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLog } from "../log.ts";
import { turnableClock } from "../tests/support/clock.ts";
import { openDisk } from "./disk.ts";

const MB = 1e6;
let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "crier-disk-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function disk(minFreeBytes: number, bytes: number) {
  const clock = turnableClock();
  const events: string[] = [];
  const room = { bytes };
  const log = openLog("info", clock, (line) => events.push((JSON.parse(line) as { event: string }).event));
  return {
    clock,
    events,
    room,
    disk: openDisk({ folder, minFreeBytes, clock, log, free: () => room.bytes }),
  };
}

async function reserve(bytes: number): Promise<void> {
  const size = () => statSync(join(folder, "reserve"), { throwIfNoEntry: false })?.size;
  while (size() !== bytes) await new Promise(setImmediate);
}

test("below the floor nothing new begins; one event says so, and another when there is room again", () => {
  const { disk: it, clock, events, room } = disk(100 * MB, 110 * MB);
  expect(it.isLow()).toBe(false);
  room.bytes = 99 * MB;
  clock.turn(10_000);
  expect(it.isLow()).toBe(true);
  room.bytes = 101 * MB;
  clock.turn(10_000);
  expect(it.isLow()).toBe(false);
  expect(events).toEqual(["disk_low", "disk_has_room"]);
});

test("the reserve takes real space, is given up when a write fails, and comes back when there is room", async () => {
  const { disk: it, clock, events } = disk(8 * MB, 100 * MB);
  await reserve(2 * MB);
  const { blocks } = statSync(join(folder, "reserve"));
  expect(blocks * 512).toBeGreaterThanOrEqual(2 * MB);
  it.release();
  expect(statSync(join(folder, "reserve"), { throwIfNoEntry: false })).toBeUndefined();
  expect(events).toEqual(["disk_reserve_used"]);
  // Until the first is closed, no second one is made.
  while (statSync(join(folder, "reserve"), { throwIfNoEntry: false })?.size !== 2 * MB) {
    clock.turn(2000);
    await new Promise(setImmediate);
  }
});

test("the reserve is not kept where it would make the disk low", async () => {
  disk(8 * MB, 9 * MB);
  await new Promise(setImmediate);
  expect(statSync(join(folder, "reserve"), { throwIfNoEntry: false })).toBeUndefined();
});

test("no floor: no reserve, never low", () => {
  const { disk: it } = disk(0, 0);
  expect(it.isLow()).toBe(false);
});

// Two processes on one folder of media: what one of them stores and remembers, the other never removes.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock, type Clock } from "../../clock.ts";
import type { Store } from "../../domain/store/index.ts";
import { storeFiles } from "../../store/index.ts";
import { turnableClock } from "../../tests/support/clock.ts";
import { openSharedLocks } from "../../shared-locks.ts";
import { diskFiles, type Files } from "./files.ts";

const HELLO = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
const ROUNDS = 40;

let folder = "";
let stores: Store[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-locks-"));
  mkdirSync(join(folder, "data"));
  const open = () => storeFiles.open(join(folder, "data"));
  stores = [await open(), await open()];
});
afterAll(async () => {
  for (const store of stores) await store[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Files as one of the two processes has them. */
async function filesOf(process: 0 | 1, clock: Clock = systemClock): Promise<Files> {
  const store = storeOf(process);
  return await diskFiles(
    join(folder, "media"),
    openSharedLocks(store.sharedLocks, clock, () => crypto.randomUUID()),
  );
}

function storeOf(process: 0 | 1): Store {
  const store = stores[process];
  if (!store) throw new Error("no store");
  return store;
}

async function* hello() {
  yield new TextEncoder().encode("hello");
}

test("a file that one process stores while another one removes it is there, or was never remembered", async () => {
  const [mine, theirs] = [await filesOf(0), await filesOf(1)];
  for (let round = 0; round < ROUNDS; round++) {
    let isUsed = false;
    const removing = async () => {
      const used = isUsed;
      // As long as a look into the database takes.
      await new Promise(setImmediate);
      return used;
    };
    await using held = await mine.hold(hello(), 5);
    await Promise.all([
      mine.keep(held.path, HELLO, async () => void (isUsed = true)),
      theirs.drop(HELLO, removing),
      theirs.drop(HELLO, removing),
    ]);
    expect({ round, isThere: await theirs.has(HELLO) }).toEqual({ round, isThere: true });
    await theirs.drop(HELLO, async () => false);
  }
});

test("the lock of a process that died expires, and the file can be stored", async () => {
  await storeOf(0).sharedLocks.take({ name: HELLO, holder: "gone", now: Date.now() }, 300);
  const files = await filesOf(1);
  await using held = await files.hold(hello(), 5);
  await files.keep(held.path, HELLO, async () => {});
  expect(await files.has(HELLO)).toBe(true);
});

test("a process that stood still removes nothing, and stores again what may be gone", async () => {
  const clock = turnableClock();
  const [slow, other] = [await filesOf(0, clock), await filesOf(1)];
  await using held = await slow.hold(hello(), 5);
  await slow.keep(held.path, HELLO, async () => {
    clock.turn(10_000);
    // Others may have thought that it is over.
    rmSync(join(folder, "media", HELLO.slice(0, 2), HELLO));
  });
  expect(await other.has(HELLO)).toBe(true);
  await slow.drop(HELLO, async () => {
    clock.turn(10_000);
    return false;
  });
  expect(await other.has(HELLO)).toBe(true);
});

// Waits until a condition holds; time on a turnable clock passes only where that is asked for.
import { GIVE_UP_MS } from "./time-limits.ts";
import type { World } from "./world.ts";

/** Asked at once a few times, then with pauses: others need the processor for what is waited for. */
const AT_ONCE = 20;
const PAUSE_MS = 4;

/** @throws Error after minutes of real time */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const started = performance.now();
  for (let looks = 0; !(await condition()); looks++) {
    if (performance.now() - started > GIVE_UP_MS)
      throw new Error(`The condition did not become true within ${GIVE_UP_MS / 1000} s.`);
    await (looks < AT_ONCE ? new Promise((resolve) => setImmediate(resolve)) : Bun.sleep(PAUSE_MS));
  }
}

/**
 * Turns the clock in steps of `stepMs` until it is so. A request between two turns lets what is under way arrive: the clock
 * must not run ahead of answers that are waited for.
 */
export async function turnUntil(
  world: World,
  isSo: () => boolean | Promise<boolean>,
  stepMs = 300,
): Promise<void> {
  await waitUntil(async () => {
    if (await isSo()) return true;
    await world.turn(stepMs);
    await fetch(`${world.url}/livez`);
    return false;
  });
}

// Lets a turnable clock run while something is awaited, so that what the server does by its timers goes on.
import type { World } from "./world.ts";

const TICK_MS = 20;
/** Of the world's clock: five times as fast as real time. */
const STEP_MS = 100;

export async function whileTurning<T>({ clock }: World, awaited: Promise<T>): Promise<T> {
  const timer = setInterval(() => clock.turn(STEP_MS), TICK_MS);
  try {
    return await awaited;
  } finally {
    clearInterval(timer);
  }
}

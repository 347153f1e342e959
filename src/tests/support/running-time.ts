// Lets a turnable clock run while something is awaited, so that what the server does by its timers goes on.
import type { World } from "./world.ts";

/** Lets the world's time run, by `stepMs` at a time, until a page shows or a program prints what is awaited. */
export async function whileTimeRuns<T>(world: World, shown: Promise<T>, stepMs = 250): Promise<T> {
  let isOver = false;
  const end = () => void (isOver = true);
  shown.then(end, end);
  while (!isOver) {
    await world.turn(stepMs);
    // Between two steps the appliance, the browser and the program do what became due.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return await shown;
}
const PAUSE_MS = 10;

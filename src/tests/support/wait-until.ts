// Waits until a condition holds, without letting time pass on a turnable clock.

const GIVE_UP_MS = 60_000;

/** @throws Error after 60 s of real time */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (!(await condition())) {
    if (performance.now() - started > GIVE_UP_MS)
      throw new Error("The condition did not become true within 60 s.");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

// Limits how often something is done that many may ask for.
import type { Clock } from "../clock.ts";

/** What succeeded this short a time ago is not done again; what is under way is waited for. */
export function atMostEvery(ms: number, act: () => Promise<void>, clock: Clock): () => Promise<void> {
  let running: Promise<void> | null = null;
  let doneAt = -Infinity;
  return async () => {
    if (clock.monotonic() - doneAt < ms) return;
    running ??= act().finally(() => (running = null));
    await running;
    doneAt = clock.monotonic();
  };
}

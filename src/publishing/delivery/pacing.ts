// Starts attempts a few per event-loop turn, so that a burst does not block the process.
import type { Clock } from "../../clock.ts";

/** Let in within one turn of the loop. */
const PER_TURN = 4;
/** At work at once. */
const AT_WORK = 96;
/** An attempt that takes longer only waits for a network and costs nothing: the next one may start. */
const COUNTED_MS = 2000;

/** Waits for a turn. @returns to be called when the work is done */
export type Pacing = () => Promise<() => void>;

export function openPacing(clock: Clock): Pacing {
  const waiting: (() => void)[] = [];
  let atWork = 0;
  let scheduled = false;

  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    admit();
    await promise;
    return leave();
  };

  function admit(): void {
    if (scheduled || waiting.length === 0 || atWork >= AT_WORK) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      for (const enter of waiting.splice(0, Math.min(PER_TURN, AT_WORK - atWork))) {
        atWork += 1;
        enter();
      }
      admit();
    });
  }

  function leave(): () => void {
    let counted = true;
    const done = () => {
      if (!counted) return;
      counted = false;
      stopTimer();
      atWork -= 1;
      admit();
    };
    const stopTimer = clock.after(COUNTED_MS, done);
    return done;
  }
}

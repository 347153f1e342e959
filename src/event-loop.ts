// Shares the event loop: a job that works through much text lets other work run in between. And watches how long it stands still.
import { every, type Clock } from "./clock.ts";

/** Characters that may be worked through in one turn of the loop, by all callers together: a few milliseconds of it. */
const SHARE = 20_000;

const waiting: (() => void)[] = [];
let used = 0;

/**
 * To be awaited before each step of a long job. Goes on at once while this turn of the loop has handled little, else in
 * a turn of its own, one caller after the other.
 * @param characters how much text the step is about to work through
 */
export async function shareLoop(characters: number): Promise<void> {
  if (used === 0) setImmediate(nextTurn);
  used += characters;
  if (used <= SHARE) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  await promise;
}

function nextTurn(): void {
  used = 0;
  const next = waiting.shift();
  if (!next) return;
  used = SHARE;
  setImmediate(nextTurn);
  next();
}

export interface StallWatch {
  /** How long nothing else could run, at the longest of the last half minute or a little more, ms. */
  longest(): number;
  stop(): void;
}

const TICK_MS = 100;
const WINDOW_MS = 30_000;

/** Measures how late a timer fires: that long, one piece of work had the loop to itself. Reading it resets nothing. */
export function watchStalls(clock: Clock): StallWatch {
  let ticked = clock.monotonic();
  let window = { began: ticked, before: 0, longest: 0 };
  const ticks = every(clock, TICK_MS, tick, { firstAfterMs: TICK_MS });
  return { longest: () => Math.max(window.before, window.longest), stop: () => void ticks.stop() };

  function tick(): void {
    const now = clock.monotonic();
    if (now - window.began >= WINDOW_MS) window = { began: now, before: window.longest, longest: 0 };
    window.longest = Math.max(window.longest, now - ticked - TICK_MS);
    ticked = now;
  }
}

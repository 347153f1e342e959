// Shares the event loop: a job that works through much text lets other work run in between.

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

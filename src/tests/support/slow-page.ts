// Slows down the time of a page, so that a busy machine has time enough for what the page offers only for seconds.
import type { Page } from "playwright-core";

/** Runs `act` while the clock and the timers of the page advance in steps of a millisecond; then they run normally again. */
export async function inSlowTime<T>(page: Page, act: () => Promise<T>): Promise<T> {
  await page.clock.install();
  await page.clock.pauseAt(Number(await page.evaluate("Date.now()")) + SOON_MS);
  let isOver = false;
  const end = () => void (isOver = true);
  const acting = act();
  acting.then(end, end);
  while (!isOver) await page.clock.runFor(1);
  await page.clock.resume();
  return await acting;
}

/** The clock can only be paused at a moment in the future. */
const SOON_MS = 1000;

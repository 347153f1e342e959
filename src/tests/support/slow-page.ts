// Slows the time of a page, so that what it allows only for seconds is there however busy the machine is.
import type { Page } from "playwright-core";

/**
 * While something is done in the page, its timers and its clock go on by a millisecond between two looks, and no
 * faster. Afterwards they go on as always.
 */
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

/** A page can be stopped only at a moment that is still to come. */
const SOON_MS = 1000;

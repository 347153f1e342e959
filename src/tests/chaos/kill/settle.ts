// Runs a data folder until every delivery has settled, letting time pass whenever everything waits.
import { openView, pass, type View } from "./progress.ts";
import { readiness, startAppliance } from "./program.ts";

/** Longer than two questions about a lost answer must lie apart, ms. */
export const PASSES_MS = 40_000;
/** The longest wait that is passed at once: what is overdue by an hour is not published any more (D25). */
const LONGEST_MS = 50 * 60_000;
/**
 * Settling is over when this many processes in a row, each given longer than the one before, got nothing done. A count
 * of processes alone would end it early on a busy machine, where each of them gets less done.
 */
const MOST_IDLE_STARTS = 8;
/** A delivery that never settles must not keep a test running forever. */
const MOST_STARTS = 400;
const LOOK_EVERY_MS = 25;
/** Without news for so long, what is under way hangs; an appliance looks for what is due every half second. */
const QUIET_MS = 1200;
/** What is put off ever again waits for a network that asked for it, by a clock that is not passed: the next one knows nothing of that. */
const IDLE_PASSES = 4;
/** A process without news may have been waiting for its network or for the processor: the next one gets longer. */
const QUIET_MOST_MS = 10_000;

/** What waits is helped by time that passes; what hangs is killed, and its answer is lost like any other. */
export async function settle(folder: string, engine: readonly string[], networksUrl: string): Promise<void> {
  let [quietMs, idleStarts] = [QUIET_MS, 0];
  for (let starts = 0; starts < MOST_STARTS && idleStarts < MOST_IDLE_STARTS; starts++) {
    await using appliance = startAppliance(engine, folder, networksUrl);
    await readiness(appliance);
    using view = openView(folder);
    const { news } = view.left();
    let [last, idle] = [news, 0];
    while (await untilQuiet(view, quietMs)) {
      const { open, waitMs, news: now } = view.left();
      if (open === 0) return;
      [last, idle] = now > last ? [now, 0] : [last, idle + 1];
      if (idle > IDLE_PASSES) break;
      pass(folder, Math.min(LONGEST_MS, Math.max(PASSES_MS, waitMs)));
    }
    await appliance.end("SIGKILL");
    const gotOn = view.left().news > news;
    quietMs = gotOn ? QUIET_MS : Math.min(QUIET_MOST_MS, quietMs * 2);
    idleStarts = gotOn ? 0 : idleStarts + 1;
  }
}

/** @returns whether nothing is left that could begin now; false when there has been no news for `quietMs` */
export async function untilQuiet(view: View, quietMs: number): Promise<boolean> {
  let [news, since] = [-1, performance.now()];
  for (;;) {
    const now = view.left();
    if (now.busy === 0) return true;
    if (now.news > news) [news, since] = [now.news, performance.now()];
    else if (performance.now() - since > quietMs) return false;
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

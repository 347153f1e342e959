// Measures how long the server's event loop is blocked, and its memory; loaded into the server before anything else.
import { existsSync, readFileSync } from "node:fs";

export interface Reading {
  /** The longest time between two turns of the event loop since the last reading, ms. */
  readonly stallMs: number;
  /** Resident memory, bytes; what the process really needs if it was collected first. */
  readonly rss: number;
  /** The most resident memory that any look since the last reading saw, bytes. */
  readonly peakRss: number;
}

const TICK_MS = 2;
const LOOK_AT_MEMORY_EVERY = 5;
/** Seen on Bun 1.4.5: after a busy time, resident memory falls for more than three seconds, not steadily. */
const COLLECT_EVERY_MS = 300;
/** So many collections in a row that free nothing are enough. */
const ENOUGH_WITHOUT_GAIN = 5;
const MAX_COLLECTIONS = 50;
/** Of the main thread: ns on a processor, ns spent waiting for one, turns (Linux: proc(5), Documentation/scheduler/sched-stats). */
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;
const knowsWaits = existsSync(SCHEDSTAT);

let [last, waited, stallMs, peakRss, ticks] = [performance.now(), waitedMs(), 0, 0, 0];
setInterval(tick, TICK_MS).unref();

process.on("message", (request) => void answer(request === "collect"));
// The channel to the bench must not keep a server alive that was told to end.
process.channel?.unref();

async function answer(collects: boolean): Promise<void> {
  if (collects) await collect();
  tick();
  const rss = process.memoryUsage.rss();
  process.send?.({ stallMs, rss, peakRss: Math.max(rss, peakRss) } satisfies Reading);
  [stallMs, peakRss] = [0, 0];
}

/** Collects garbage until resident memory stops falling: the allocators return it later, on threads of their own. */
async function collect(): Promise<void> {
  let [least, withoutGain] = [Infinity, 0];
  for (let n = 0; n < MAX_COLLECTIONS && withoutGain < ENOUGH_WITHOUT_GAIN; n++) {
    Bun.gc(true);
    await Bun.sleep(COLLECT_EVERY_MS);
    const rss = process.memoryUsage.rss();
    withoutGain = rss < least ? 0 : withoutGain + 1;
    least = Math.min(least, rss);
  }
}

function tick(): void {
  const [now, waitedNow] = [performance.now(), waitedMs()];
  stallMs = Math.max(stallMs, now - last - TICK_MS - (waitedNow - waited));
  [last, waited] = [now, waitedNow];
  if (ticks++ % LOOK_AT_MEMORY_EVERY === 0) peakRss = Math.max(peakRss, process.memoryUsage.rss());
}

/** How long the main thread has waited for a processor so far, ms; 0 where the system does not tell. */
function waitedMs(): number {
  return knowsWaits ? Number(readFileSync(SCHEDSTAT, "latin1").split(" ")[1]) / 1e6 : 0;
}

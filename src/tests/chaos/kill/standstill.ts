// Suspends many processes in parallel: that costs time but hardly any work.
import { verdictOf } from "./campaign.ts";
import { makeFolder } from "./data-folder.ts";
import { NO_FAULTS, startNetworks, type Programs } from "./program.ts";
import { seedRandom } from "./random.ts";
import { stopOnce, type Stopped } from "./stop.ts";
import type { Verdict } from "./verdict.ts";

export interface StandstillOptions {
  readonly stops: number;
  readonly seed: number;
  /** Accounts of each post. */
  readonly targets: number;
  readonly atOnce: number;
  readonly stopMs: number;
  readonly programs: Programs;
  readonly progress: (stops: number) => void;
}

export interface Standstill extends Verdict {
  readonly stops: number;
  /** Attempts that stood still. */
  readonly underWay: number;
  readonly ms: number;
  /** Processes that did not do as they must. */
  readonly faults: readonly string[];
}

export async function standstill(options: StandstillOptions): Promise<Standstill> {
  const { stops, seed, targets, atOnce, programs } = options;
  const began = performance.now();
  await using networks = await startNetworks({ ...NO_FAULTS, seed });
  const handles = Array.from({ length: targets }, (_, n) => `ok-stop-${n}`);
  using template = await makeFolder(handles, networks.url);
  using all = new DisposableStack();
  const done: Stopped[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < stops; n = next++) {
      const own = {
        name: String(n),
        template,
        networksUrl: networks.url,
        random: seedRandom(seed * 1000 + n),
      };
      done.push(all.use(await stopOnce({ ...options, ...own, programs })));
      options.progress(done.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, stops) }, worker));
  return {
    ...(await verdictOf(done, networks)),
    stops: done.length,
    underWay: done.reduce((sum, { underWay }) => sum + underWay, 0),
    faults: done.flatMap(({ faults }) => faults),
    ms: performance.now() - began,
  };
}

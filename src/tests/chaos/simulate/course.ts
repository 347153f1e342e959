// Describes the state of one seed's run, apart from its world.
import type { Network } from "../../../networks/network.ts";
import type { CrashStep } from "../../../publishing/delivery/engine.ts";
import type { People } from "./people.ts";
import type { Workshop } from "./workshop.ts";
import type { World } from "./world.ts";

export interface Course {
  readonly world: World;
  readonly workshop: Workshop;
  readonly people: People;
  readonly networks: (platform: string) => Network | null;
  /** Counts everything that may lead to more. */
  stirs: number;
  starts: number;
  ids: number;
  /** The process ends when it has come this far. */
  ending: { step: CrashStep; left: number } | null;
  /** The next process finds a backup's database. */
  restored: { everything: boolean } | null;
  readonly failures: unknown[];
}

/** One turn of the event loop, in which everything runs that can. */
export function turn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setImmediate(resolve);
  return promise;
}

// Measures how long each step of a delivery takes at its network.
import type { Clock } from "../clock.ts";
import type { StepName } from "../domain/evidence.ts";
import type { Network } from "../networks/network.ts";
import type { Counters } from "../ops/counters.ts";

/** The same network; each step that ends is counted, also one that throws. */
export function timedNetwork(network: Network, counters: Counters, clock: Clock): Network {
  return {
    ...network,
    prepare: (draft, io) => time("prepare", () => network.prepare(draft, io)),
    commit: (prepared, io) => time("publish", () => network.commit(prepared, io)),
    settle: (prepared, receipt, io) => time("settle", () => network.settle(prepared, receipt, io)),
    verify: (prepared, attempt, io) => time("look", () => network.verify(prepared, attempt, io)),
  };

  async function time<T>(step: StepName, act: () => Promise<T>): Promise<T> {
    const began = clock.monotonic();
    try {
      return await act();
    } finally {
      counters.stepEnded(network.id, step, clock.monotonic() - began);
    }
  }
}

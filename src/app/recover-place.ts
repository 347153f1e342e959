// Recovers a store for a move, as a start would: what a process left under way that has ended is given back, or is uncertain.
import type { Clock } from "../clock.ts";
import type { StorePlace } from "../domain/store/place.ts";
import { OperatorError } from "../errors.ts";
import { openLog } from "../log.ts";
import { refuseRewound } from "../ops/high-water.ts";
import { takeOver } from "../publishing/delivery/recover.ts";

/** @throws OperatorError while a server runs there */
export async function recoverPlace(place: StorePlace, folder: string, clock: Clock): Promise<void> {
  await using store = await place.open();
  await using lock = (await place.isServed()) ? null : await place.lockDelivery();
  if (!lock)
    throw new OperatorError(`A Crier server is using ${place.name}. Stop it first; nothing was changed.`);
  await refuseRewound(store.highWater, folder);
  if ((await store.highWater.failover()) !== null)
    throw new OperatorError(
      `A standby has taken over from the server of ${place.name}, and may lack what came last. ` +
        "Start Crier there once: it holds what may have gone out. Nothing was changed.",
    );
  // Those whose lease is over have ended.
  await store.nodes.renewLease();
  await takeOver({ journal: store.journal, clock, log: openLog("silent", clock, () => {}) });
}

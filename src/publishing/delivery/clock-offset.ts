// Whether this machine's clock agrees with the one that all processes share.
import { every, type Clock } from "../../clock.ts";
import type { Nodes } from "../../domain/store/nodes.ts";
import type { Log } from "../../log.ts";

/** A post may go out this much too early or too late, ms. */
const MOST_OFFSET_MS = 5000;

/** With such a clock a process would send what is not due yet. */
export const isClockOff = ({ clockOffset }: Pick<Nodes, "clockOffset">): boolean =>
  Math.abs(clockOffset()) > MOST_OFFSET_MS;

/** Says once when it is off, and when it is right again. @returns ends it */
export function watchClockOffset(nodes: Nodes, leaseMs: number, clock: Clock, log: Log): () => Promise<void> {
  let wasOff = false;
  const looks = every(clock, leaseMs / 4, () => {
    const isOff = isClockOff(nodes);
    if (isOff === wasOff) return;
    wasOff = isOff;
    const ms = nodes.clockOffset();
    if (isOff)
      log.warn("clock_off", {
        ms,
        detail: "this machine's clock is not the database server's: nothing is sent",
      });
    else log.info("clock_right", { ms });
  });
  return looks.stop;
}

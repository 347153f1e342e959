// Delivers an answer to the process that asked, if it still runs.
import type { Io } from "../../../networks/network.ts";
import type { ProcessRun } from "./process-run.ts";
import type { World } from "./world.ts";

/** The process that made this call; null when it is no more. */
export function senderOf({ running }: World, { credentials }: Io): ProcessRun | null {
  return running && String(running.number) === credentials["process"] ? running : null;
}

/** What `value` says after `ms`, or `broken` when the process ends its calls before; nothing when the caller has died. */
export function respond<T>(
  world: World,
  io: Io,
  { ms, value, broken }: { ms: number; value: () => T; broken: () => T },
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const running = senderOf(world, io);
  if (!running) return promise;
  world.agenda.after(ms, "appliance", () => arrive(value), running.owner);
  io.signal.addEventListener("abort", () => arrive(broken), { once: true });
  return promise;

  function arrive(what: () => T) {
    if (senderOf(world, io) === null) return;
    world.stirred();
    try {
      resolve(what());
    } catch (error) {
      // What it throws is the answer.
      reject(error);
    }
  }
}

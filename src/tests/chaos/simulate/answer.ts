// How an answer comes back to whoever asked, if it still lives.
import type { Io } from "../../../networks/network.ts";
import type { Life } from "./life.ts";
import type { World } from "./world.ts";

/** The process that made this call; null when it is no more. */
export function lifeOf({ life }: World, { credentials }: Io): Life | null {
  return life && String(life.number) === credentials["life"] ? life : null;
}

/** What `value` says after `ms`, or `broken` when the process ends its calls before; nothing when the caller has died. */
export function answered<T>(
  world: World,
  io: Io,
  { ms, value, broken }: { ms: number; value: () => T; broken: () => T },
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const life = lifeOf(world, io);
  if (!life) return promise;
  world.agenda.after(ms, "here", () => arrive(value), life.owner);
  io.signal.addEventListener("abort", () => arrive(broken), { once: true });
  return promise;

  function arrive(what: () => T) {
    if (lifeOf(world, io) === null) return;
    world.stirred();
    try {
      resolve(what());
    } catch (error) {
      // What it throws is the answer.
      reject(error);
    }
  }
}

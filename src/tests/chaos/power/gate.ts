// Stands between the server and the networks: once the power is off, nothing passes in either direction.
import { openCalls, type Answer } from "../../../networks/client/call.ts";

export interface Gate {
  readonly openCalls: typeof openCalls;
  /** Requests that wanted to leave, and answers that wanted in. */
  readonly passed: number;
  /** Resolves when what had left before the cut has arrived, or `withinMs` are over. */
  landed(withinMs: number): Promise<void>;
  /** Lets go what hangs, so that a dead appliance can be cleared away; nothing more leaves. */
  release(): void;
}

/** @param passing called before a request leaves and before an answer is handed over; it may end the power */
export function openGate(isOff: () => boolean, passing: (nth: number) => void): Gate {
  let passed = 0;
  const underway = new Set<Promise<unknown>>();
  const released = Promise.withResolvers<Answer>();
  const ends = () => {
    if (!isOff()) passing(++passed);
    return isOff();
  };
  return {
    openCalls(options) {
      const call = openCalls(options);
      return async (request) => {
        // The last moment before its first byte, after the send mark of a request that publishes.
        const maySend = async () => (await (request.maySend?.() ?? true)) && !ends();
        const sent = call({ ...request, maySend });
        underway.add(sent);
        const answer = await Promise.race([sent.finally(() => underway.delete(sent)), released.promise]);
        return ends() ? await released.promise : answer;
      };
    },
    get passed() {
      return passed;
    },
    async landed(withinMs) {
      await Promise.race([Promise.allSettled([...underway]), Bun.sleep(withinMs)]);
    },
    release: () => released.resolve({ kind: "lost", detail: "the power went off" }),
  };
}

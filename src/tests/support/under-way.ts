// What a world is still at work on, so that its clock does not run ahead of it.
import { openCalls, type Call } from "../../networks/client/call.ts";
import type { TestDatabase } from "./test-database.ts";

/** The clock may be so many times as fast as the machine's while something is under way. */
const FASTEST = 5;
/** For a call that hangs by intention and a clock that is turned by hours. */
const LONGEST_MS = 10_000;
/** Between a call and the statement that records its outcome, neither is under way. */
const QUIET_LOOKS = 3;
/** When the machine has stalled, the time is up at once, but a call still needs turns of the event loop to go on. */
const LEAST_LOOKS = 50;
/** ms. Long, because all servers are on this machine: connecting to one times out only if the clock runs ahead. */
const CONNECT_TIMEOUT_MS = 300_000;

export interface UnderWay {
  /** Counts the calls to networks, and gives them longer to connect. */
  readonly openCalls: typeof openCalls;
  /**
   * Resolves when nothing is under way, or when no call has begun or ended for a share of `ms`, the time by which the
   * clock is turned next.
   */
  rest(ms: number): Promise<void>;
}

export function watchCalls(database: TestDatabase): UnderWay {
  let begun = 0;
  let ended = 0;
  return {
    openCalls(options): Call {
      const call = openCalls({ ...options, connectTimeoutMs: CONNECT_TIMEOUT_MS });
      return (request) => {
        begun++;
        return call(request).finally(() => ended++);
      };
    },
    async rest(ms) {
      const patience = Math.min(ms / FASTEST, LONGEST_MS);
      let changes = begun + ended;
      let giveUp = performance.now() + patience;
      for (let quiet = 0, looks = 0; quiet < QUIET_LOOKS; looks++) {
        if (looks > LEAST_LOOKS && performance.now() > giveUp) return;
        await new Promise(setImmediate);
        quiet = begun === ended && !(await database.isBusy()) ? quiet + 1 : 0;
        if (changes === begun + ended) continue;
        changes = begun + ended;
        giveUp = performance.now() + patience;
        looks = 0;
      }
    },
  };
}

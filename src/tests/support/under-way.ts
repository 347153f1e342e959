// What a world is still at work on, so that its clock does not run ahead of it.
import { openCalls, type Call } from "../../networks/client/call.ts";
import type { TestDatabase } from "./test-database.ts";

/** The clock may be so many times as fast as the machine's while something is under way. */
const FASTEST = 5;
/** For a call that hangs by intention and a clock that is turned by hours. */
const LONGEST_MS = 10_000;
/** Between a call and the statement that records its outcome, neither is under way. */
const LOOKS = 3;

export interface UnderWay {
  /** Counts the calls to networks. */
  readonly openCalls: typeof openCalls;
  /** Resolves when nothing is under way, or after a share of `ms`, the time by which the clock is turned next. */
  rest(ms: number): Promise<void>;
}

export function watchCalls(database: TestDatabase): UnderWay {
  let calls = 0;
  return {
    openCalls(options): Call {
      const call = openCalls(options);
      return (request) => {
        calls++;
        return call(request).finally(() => calls--);
      };
    },
    async rest(ms) {
      const giveUp = performance.now() + Math.min(ms / FASTEST, LONGEST_MS);
      for (let quiet = 0; quiet < LOOKS && performance.now() < giveUp;) {
        await new Promise(setImmediate);
        quiet = calls === 0 && !(await database.isBusy()) ? quiet + 1 : 0;
      }
    },
  };
}

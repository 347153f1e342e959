// Keeps the search index up to date in the background, and removes deleted content from its file.
import { pause, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Search } from "../domain/store/search.ts";

/** Posts that were just made are found all the same: a search waits for them. */
const CATCH_UP_EVERY_MS = 2000;
/** This rewrites the whole index. */
const TIDY_EVERY_MS = 10 * 60_000;

/** @returns ends it, once the words of what was deleted are gone */
export function startSearchMaintenance(search: Search, clock: Clock, log: Log): () => Promise<void> {
  const ending = new AbortController();
  const ended = run();
  return async () => {
    ending.abort();
    await ended;
    await attempt(search.tidy);
  };

  async function run(): Promise<void> {
    for (let waited = 0; ; waited += CATCH_UP_EVERY_MS) {
      await pause(clock, CATCH_UP_EVERY_MS, ending.signal);
      if (ending.signal.aborted) return;
      await attempt(search.catchUp);
      if (waited < TIDY_EVERY_MS) continue;
      waited = 0;
      await attempt(search.tidy);
    }
  }

  /** If the disk refuses the write now, a later round succeeds. */
  async function attempt(act: () => Promise<unknown>): Promise<void> {
    await act().catch((error: unknown) => log.error("search_index_failed", { cause: error }));
  }
}

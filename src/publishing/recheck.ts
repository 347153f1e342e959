// Looks at waiting posts again a day and an hour before they are due, and says what would go wrong (D25a). Blocks nothing.
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import type { Log } from "../log.ts";
import { intentsOf, type PublishingDeps } from "./intent.ts";
import { preflight } from "./preflight.ts";
import { isUnstarted, type Post } from "./post.ts";
import { asTargeted } from "./revise.ts";
import { nextCheck } from "./schedule.ts";

const LOOK_EVERY_MS = 60_000;
const AT_ONCE = 100;

/** @returns a function that ends it */
export function startRechecks(deps: PublishingDeps, clock: Clock, log: Log): () => void {
  let stopped = false;
  let takeBack = () => {};
  void round();
  return () => {
    stopped = true;
    takeBack();
  };

  async function round(): Promise<void> {
    try {
      for (const post of await deps.posts.dueChecks(clock.now(), AT_ONCE)) await recheck(post);
    } catch (error) {
      log.error("recheck_failed", { cause: error });
    }
    if (!stopped) takeBack = clock.after(LOOK_EVERY_MS, () => void round());
  }

  async function recheck(post: Post): Promise<void> {
    const at = clock.now();
    const warnings = isUnstarted(post) ? await warningsFor(post) : [];
    const next = post.scheduledFor === null ? null : nextCheck(post.scheduledFor, at);
    const event = { kind: "preflight.warning", detail: warnings.join(" "), at } as const;
    await deps.posts.checked(post.id, next, warnings.length > 0 ? event : null);
  }

  async function warningsFor(post: Post): Promise<string[]> {
    try {
      const found = preflight(await intentsOf(post.profileId, asTargeted(post), deps));
      return found.flatMap(({ platform, handle, problems }) =>
        problems.map(({ message }) => `${platform} (${handle}): ${message}`),
      );
    } catch (error) {
      if (error instanceof Problem) return [error.detail];
      throw error;
    }
  }
}

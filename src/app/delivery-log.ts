// Logs what happens to posts: each outcome that a journal records is one line.
import type { Log } from "../log.ts";
import type { Journal } from "../domain/store/journal.ts";
import type { AttemptRef } from "../domain/target-move.ts";

/** What an operator wants to know of; the other moves are steps on the way. */
const NEWS: { readonly [move: string]: readonly [level: "info" | "warn", event: string] } = {
  accept: ["info", "posted"],
  postpone: ["info", "postponed"],
  refuse: ["warn", "failed"],
  reject: ["warn", "failed"],
  exhaust: ["warn", "failed"],
  miss: ["warn", "failed"],
  lapse: ["warn", "failed"],
  lose: ["warn", "uncertain"],
  find: ["info", "found_live"],
  disprove: ["info", "found_absent"],
};

/** The same journal; what it wrote down is logged. */
export function loggedJournal(journal: Journal, log: Log): Journal {
  return {
    ...journal,
    async move(ref, from, move, facts) {
      const isDone = await journal.move(ref, from, move, facts);
      const [level, event] = NEWS[move] ?? [];
      if (isDone && level && event)
        log[level](event, { ...factsOf(ref), detail: facts.remote?.url ?? facts.detail });
      return isDone;
    },
    async lookAgain(ref, state, change) {
      const isDone = await journal.lookAgain(ref, state, change);
      if (isDone && state === "uncertain" && change.dueAt === null)
        log.warn("needs_decision", { ...factsOf(ref), detail: change.detail });
      return isDone;
    },
  };
}

/** Of an attempt that an earlier process left behind, the network is not known. */
function factsOf(ref: AttemptRef & { readonly platform?: string }) {
  const { id: targetId, postId, attempt, platform } = ref;
  return { ...(platform !== undefined && { platform }), postId, targetId, attempt };
}

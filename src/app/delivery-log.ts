// Logs what happens to posts: each outcome that a journal records is one line.
import type { AnyTransition } from "../domain/target-state.ts";
import type { Log } from "../log.ts";
import type { Journal } from "../domain/store/journal.ts";
import type { AttemptRef } from "../domain/target-move.ts";

/** What an operator wants to know of; the other moves are steps on the way. */
const NEWS: ReadonlyMap<AnyTransition, { readonly level: "info" | "warn"; readonly event: string }> = new Map(
  [
    ["accept", { level: "info", event: "posted" }],
    ["postpone", { level: "info", event: "postponed" }],
    ["refuse", { level: "warn", event: "failed" }],
    ["reject", { level: "warn", event: "failed" }],
    ["exhaust", { level: "warn", event: "failed" }],
    ["miss", { level: "warn", event: "failed" }],
    ["lapse", { level: "warn", event: "failed" }],
    ["lose", { level: "warn", event: "uncertain" }],
    ["find", { level: "info", event: "found_live" }],
    ["disprove", { level: "info", event: "found_absent" }],
  ],
);

/** The same journal; what it wrote down is logged. */
export function loggedJournal(journal: Journal, log: Log): Journal {
  return {
    ...journal,
    async move(ref, from, move, facts) {
      const isDone = await journal.move(ref, from, move, facts);
      const news = NEWS.get(move);
      if (isDone && news)
        log[news.level](news.event, { ...factsOf(ref), detail: facts.remote?.url ?? facts.detail });
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

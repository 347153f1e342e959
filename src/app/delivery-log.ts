// Logs what happens to posts: each outcome that a journal records is one line.
import type { AnyTransition } from "../domain/target-state.ts";
import type { Log } from "../log.ts";
import type { Journal } from "../domain/store/journal.ts";
import type { AttemptRef, TargetFacts, TargetMove } from "../domain/target-move.ts";
import type { Posts } from "../domain/store/posts.ts";

/** What an operator wants to know of; the other moves are steps on the way. */
const NEWS: ReadonlyMap<AnyTransition, { readonly level: "info" | "warn"; readonly event: string }> = new Map(
  [
    ["accept", { level: "info", event: "posted" }],
    ["unsent", { level: "info", event: "postponed" }],
    ["postpone", { level: "info", event: "postponed" }],
    ["refuse", { level: "warn", event: "failed" }],
    ["reject", { level: "warn", event: "failed" }],
    ["exhaust", { level: "warn", event: "failed" }],
    ["miss", { level: "warn", event: "failed" }],
    ["lapse", { level: "warn", event: "failed" }],
    ["lose", { level: "warn", event: "uncertain" }],
    ["find", { level: "info", event: "found_live" }],
    ["disprove", { level: "info", event: "found_absent" }],
    ["markPublished", { level: "info", event: "marked_published" }],
    ["confirmNotPublished", { level: "info", event: "marked_not_published" }],
  ],
);

/** The same posts; what a person decides about a lost answer is logged. */
export function loggedPosts(posts: Posts, log: Log): Posts {
  return {
    ...posts,
    async revise(profileId, id, decide) {
      let moves: readonly TargetMove[] = [];
      const post = await posts.revise(profileId, id, (now) => {
        const revision = decide(now);
        moves = revision.moves ?? [];
        return revision;
      });
      if (post)
        for (const { ref, move, facts } of moves) {
          const platform = post.targets.find((target) => target.id === ref.id)?.platform;
          logMove({ ...ref, platform }, move, facts, log);
        }
      return post;
    },
  };
}

/** The same journal; what it wrote down is logged. */
export function loggedJournal(journal: Journal, log: Log): Journal {
  return {
    ...journal,
    async move(ref, from, move, facts) {
      const isDone = await journal.move(ref, from, move, facts);
      if (isDone) logMove(ref, move, facts, log);
      return isDone;
    },
    async report(ref, report, facts) {
      const isDone = await journal.report(ref, report, facts);
      if (isDone) logMove(ref, report, facts, log);
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

function logMove(ref: LoggedRef, move: AnyTransition, { remote, detail }: TargetFacts, log: Log): void {
  const news = NEWS.get(move);
  if (news) log[news.level](news.event, { ...factsOf(ref), detail: remote?.url ?? detail });
}

type LoggedRef = AttemptRef & { readonly platform?: string | undefined };

/** Of an attempt that an earlier process left behind, the network is not known. */
function factsOf(ref: LoggedRef) {
  const { id: targetId, postId, attempt, platform } = ref;
  return { ...(platform !== undefined && { platform }), postId, targetId, attempt };
}

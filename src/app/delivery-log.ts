// Logs and counts what happens to posts: each outcome that a journal records is one line.
import type { AnyTransition } from "../domain/target-state.ts";
import type { Log } from "../log.ts";
import type { Journal } from "../domain/store/journal.ts";
import type { Post } from "../domain/post.ts";
import type { AttemptRef, TargetFacts, TargetMove } from "../domain/target-move.ts";
import type { Posts } from "../domain/store/posts.ts";
import type { Counters, Outcome } from "../ops/counters.ts";

interface News {
  readonly level: "info" | "warn";
  readonly event: string;
  /** What it is counted as. */
  readonly outcome?: Outcome;
}

const FAILED: News = { level: "warn", event: "failed", outcome: "failed" };

/** What an operator wants to know of; the other moves are steps on the way. */
const NEWS: ReadonlyMap<AnyTransition, News> = new Map<AnyTransition, News>([
  ["accept", { level: "info", event: "posted", outcome: "posted" }],
  ["unsent", { level: "info", event: "postponed" }],
  ["postpone", { level: "info", event: "postponed" }],
  ["refuse", FAILED],
  ["reject", FAILED],
  ["exhaust", FAILED],
  ["miss", FAILED],
  ["lapse", FAILED],
  ["lose", { level: "warn", event: "uncertain", outcome: "uncertain" }],
  ["find", { level: "info", event: "found_live", outcome: "posted" }],
  ["disprove", { level: "info", event: "found_absent" }],
  ["markPublished", { level: "info", event: "marked_published", outcome: "posted" }],
  ["confirmNotPublished", { level: "info", event: "marked_not_published", outcome: "failed" }],
]);

/** Who hears of it. */
export interface Observers {
  readonly log: Log;
  readonly counters: Counters;
}

/** The same posts; new ones are counted, and what a person decides about a lost answer is logged. */
export function loggedPosts(posts: Posts, observers: Observers): Posts {
  return {
    ...posts,
    async create(...post) {
      const created = await posts.create(...post);
      if (created.kind === "created") observers.counters.postCreated(created.post.schedule);
      return created;
    },
    async revise(profileId, id, decide, ...rest) {
      let moves: readonly TargetMove[] = [];
      const noting = (now: Post) => {
        const revision = decide(now);
        moves = revision.moves ?? [];
        return revision;
      };
      const post = await posts.revise(profileId, id, noting, ...rest);
      if (post)
        for (const { ref, move, facts } of moves) {
          const platform = post.targets.find((target) => target.id === ref.id)?.platform;
          noteMove({ ...ref, platform }, move, facts, observers);
        }
      return post;
    },
  };
}

/** The same journal; what it wrote down is logged. */
export function loggedJournal(journal: Journal, observers: Observers): Journal {
  return {
    ...journal,
    async claim(due, from, at) {
      const work = await journal.claim(due, from, at);
      const isFirst = due.attempt === 0;
      if (work && isFirst)
        observers.counters.attemptStarted(Math.max(0, at - (due.deferredSince ?? due.dueAt)));
      return work;
    },
    async move(ref, from, move, facts) {
      const isDone = await journal.move(ref, from, move, facts);
      if (isDone) noteMove(ref, move, facts, observers);
      return isDone;
    },
    async report(ref, report, facts) {
      const isDone = await journal.report(ref, report, facts);
      if (isDone) noteMove(ref, report, facts, observers);
      return isDone;
    },
    async lookAgain(ref, state, change) {
      const isDone = await journal.lookAgain(ref, state, change);
      if (isDone && state === "uncertain" && change.dueAt === null)
        observers.log.warn("needs_decision", { ...factsOf(ref), detail: change.detail });
      return isDone;
    },
  };
}

function noteMove(
  ref: LoggedRef,
  move: AnyTransition,
  { remote, detail }: TargetFacts,
  observers: Observers,
): void {
  const news = NEWS.get(move);
  if (!news) return;
  const { level, event, outcome } = news;
  observers.log[level](event, { ...factsOf(ref), detail: remote?.url ?? detail });
  if (outcome) observers.counters.targetSettled(ref.platform ?? "unknown", outcome);
}

type LoggedRef = AttemptRef & { readonly platform?: string | undefined };

function factsOf(ref: LoggedRef) {
  const { id: targetId, postId, attempt, platform } = ref;
  return { ...(platform !== undefined && { platform }), postId, targetId, attempt };
}

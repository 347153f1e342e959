// Checks that each human decision led to at most one send, and that its report matches the networks.
import type { Target } from "../../../domain/post.ts";
import type { JournalEvent } from "../../../domain/event.ts";
import { count } from "./tally.ts";
import type { LivePost, Send } from "./truth.ts";
import type { World } from "./world.ts";

/** Answers that prove that nothing was published. */
const PROVEN_NO: readonly Send["answer"][] = ["refused", "notSent", "busy"];
/** Two "absent" must lie this far apart to count; a little less in true time, for a clock that was set slowly. */
const ABSENT_TWICE_MS = 30_000;

interface Case {
  readonly target: Target;
  readonly events: readonly JournalEvent[];
  readonly sends: readonly Send[];
  readonly livePosts: readonly LivePost[];
  readonly world: World;
  wrong(what: string): void;
}

export function judgeSends(target: Target, events: readonly JournalEvent[], world: World): void {
  const wrong = (what: string) => world.violate(`target ${target.id} (${target.platform}) ${what}`);
  const one: Case = { target, events, world, wrong, ...world.truth.of(target.id) };
  judgeRepeats(one);
  judgeDoubles(one);
  judgeProofs(one);
  judgeWord(one);
}

const has = ({ events }: Case, kind: JournalEvent["kind"], attempt: number) =>
  events.some((event) => event.kind === kind && event.attempt === attempt);

/** Nothing is sent again unless a no was proven, or a person said so. */
function judgeRepeats(one: Case): void {
  for (const [place, send] of one.sends.entries()) {
    if (!has(one, "prepared", send.attempt)) one.wrong(`was sent in attempt ${send.attempt} without a mark`);
    const before = one.sends[place - 1];
    if (!before) continue;
    const { attempt, answer, settledNo } = before;
    const free = PROVEN_NO.includes(answer) || settledNo;
    if (!free && !has(one, "disprove", attempt) && !has(one, "confirmNotPublished", attempt)) {
      one.wrong(
        `was sent again in attempt ${send.attempt}; nobody knows of attempt ${attempt} (${answer ?? "no answer"})`,
      );
    }
  }
}

/** A person who said "not published" of attempts that were, or would be, has made the next one a second post. */
function judgeDoubles(one: Case): void {
  const words = one.events.flatMap(({ kind, attempt }) =>
    kind === "confirmNotPublished" ? [attempt ?? 0] : [],
  );
  const epochs = Map.groupBy(
    one.livePosts,
    ({ send }) => words.filter((attempt) => send.attempt > attempt).length,
  );
  for (const [epoch, livePosts] of epochs) {
    if (livePosts.length > 1)
      one.wrong(`is live ${livePosts.length} times (attempts ${attemptsOf(livePosts)})`);
    if (epoch > 0 && epochs.size > 1) count(one.world.tally.excused, "a person's false word doubled it");
  }
}

const attemptsOf = (livePosts: readonly LivePost[]) => livePosts.map(({ send }) => send.attempt).join(", ");

/** "Certainly not published" needs two looks that lie apart. */
function judgeProofs(one: Case): void {
  const { world, target } = one;
  for (const { kind, attempt } of one.events) {
    if (kind !== "disprove") continue;
    const looks = world.truth.absents.filter(
      (each) => each.targetId === target.id && each.attempt === attempt,
    );
    const times = looks.map(({ at }) => at);
    if (times.length < 2 || Math.max(...times) - Math.min(...times) < ABSENT_TWICE_MS)
      one.wrong(`was disproved after looks at ${times.join(" and ") || "nothing"} ms`);
  }
}

function judgeWord(one: Case): void {
  const { target, livePosts, events, world } = one;
  const last = events.findLast(({ kind }) => WORDS.has(kind))?.kind;
  const excuse = (what: string) => count(world.tally.excused, what);
  if (target.state === "posted") {
    const own = livePosts.find(({ remoteId }) => remoteId === target.remoteId);
    if (last === "markPublished") {
      if (livePosts.length === 0) excuse("a person saw what is not there");
    } else if (!own) {
      one.wrong(`is posted as ${target.remoteId ?? "nothing"}; live are ${attemptsOf(livePosts) || "none"}`);
    }
  }
  const unstarted = target.state === "draft" && livePosts.length > 0;
  if (unstarted) one.wrong("is a draft, but live");
  if (target.state !== "failed" || livePosts.length === 0) return;
  if (last === "confirmNotPublished") return excuse("a person said that it is not there");
  const denials = events.flatMap(({ kind, attempt }) =>
    kind === "confirmNotPublished" ? [attempt ?? 0] : [],
  );
  const since = Math.max(0, ...denials);
  const lies = livePosts.filter((live) => live.send.attempt > since && !networkLied(one, live));
  if (lies.length > 0) one.wrong(`is failed, but live (attempts ${attemptsOf(lies)})`);
}

/** Moves that decide what is said in the end. */
const WORDS: ReadonlySet<string> = new Set([
  "accept",
  "find",
  "markPublished",
  "confirmNotPublished",
  "refuse",
  "reject",
  "exhaust",
]);

/** It arrived only after what its network saw when it said, the last time, that it was not there. */
function networkLied(one: Case, live: LivePost): boolean {
  const { attempt } = live.send;
  const looks = one.world.truth.absents.filter(
    (each) => each.targetId === one.target.id && each.attempt === attempt,
  );
  const lied = has(one, "disprove", attempt) && looks.every(({ by }) => by < live.at);
  if (lied) count(one.world.tally.excused, "its network proved it absent before it arrived");
  return lied;
}

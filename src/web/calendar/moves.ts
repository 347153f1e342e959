// Moves posts: once each, with the revision they were seen at, with the truth when an answer is lost, and with a way back.
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { call, isProblem, NoAnswerError, now, ProblemError, v1 } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import { conditionsOf } from "../post/change.ts";
import { useProfile, useZone } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { problemText } from "../words/problem.ts";
import { refusalText } from "./refusal.ts";
import { movedText, type Moved } from "./moved-text.ts";

/** A post, as far as moving it goes. */
export interface Movable {
  readonly id: string;
  readonly revision: number;
  /** Its time; null for a draft. */
  readonly at: string | null;
  /** It holds a slot of the queue. */
  readonly isQueued: boolean;
}

/** Where it is to go. */
export type Goal =
  | { readonly kind: "slot"; readonly at: string }
  /** @param skipped the time that was asked for, where the clocks skip it on that day */
  | { readonly kind: "time"; readonly at: string; readonly skipped?: string | undefined }
  /** It exchanges its time with another one's. */
  | { readonly kind: "swap"; readonly at: string; readonly withId: string }
  /** Out, at once. */
  | { readonly kind: "now" }
  /** Back to the drafts. */
  | { readonly kind: "draft" };

export interface Moves {
  /** Where posts are shown that are being moved, by id. */
  readonly moving: ReadonlyMap<string, string>;
  readonly move: (post: Movable, goal: Goal) => void;
  /** Acts at once, or as soon as the post stands where it is being moved to; not at all when that failed. */
  readonly whenStill: (id: string, act: () => void) => void;
  /** Takes the last move back; null when there is none. */
  readonly undo: (() => void) | null;
  /** Notes what takes a change back that was made elsewhere. */
  readonly noteUndo: (undo: (() => void) | null) => void;
}

const NOTHING: ReadonlyMap<string, string> = new Map();
const ASK_EVERY_MS = 2000;

/** @param onMove when a move begins; what it returns is called once the post stands where it was moved to */
export function useMoves(onMove: (id: string) => (at: string | null) => void): Moves {
  const { id: profileId } = useProfile();
  const zone = useZone();
  const queries = useQueryClient();
  const notice = useNotice();
  const [moving, setMoving] = useState(NOTHING);
  const [undo, setUndo] = useState<{ readonly run: () => void } | null>(null);
  /** What waits for each post that is being moved. */
  const running = useRef(new Map<string, readonly (() => void)[]>());
  const gone = useRef(new AbortController());
  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);

  const place = (entries: readonly (readonly [string, string | null])[]) =>
    setMoving((old) => {
      const next = new Map(old);
      for (const [id, at] of entries)
        if (at === null) next.delete(id);
        else next.set(id, at);
      return next;
    });
  const whenStill = useCallback((id: string, act: () => void) => {
    const waiting = running.current.get(id);
    if (waiting === undefined) act();
    else running.current.set(id, [...waiting, act]);
  }, []);
  const run = async (post: Movable, goal: Goal, isUndo: boolean) => {
    const refused = refusalOf(goal);
    if (refused !== null) return notice({ text: refused });
    if (running.current.has(post.id)) return notice({ text: words.stillMoving });
    running.current.set(post.id, []);
    const onMoved = onMove(post.id);
    let waiting: readonly (() => void)[] = [];
    const others = goal.kind === "swap" && post.at !== null ? [[goal.withId, post.at] as const] : [];
    const shown = "at" in goal ? [[post.id, goal.at] as const, ...others] : [];
    place(shown);
    try {
      const moved = await untilKnown(profileId, post, goal, gone.current.signal, () =>
        notice({ text: words.asking }),
      );
      if (moved === "left") return;
      await refresh(queries);
      place(shown.map(([id]) => [id, null]));
      const back = backOf(post, goal);
      const revert = () => void run({ ...post, ...moved }, back ?? { kind: "draft" }, true);
      setUndo(back === null || isUndo ? null : { run: revert });
      notice({
        ...movedText(goal, { ...moved, id: post.id }, queries, profileId, zone),
        ...(back !== null && !isUndo && { action: { label: words.undo, run: revert } }),
      });
      onMoved(moved.at);
      waiting = running.current.get(post.id) ?? [];
    } catch (error) {
      await refresh(queries);
      place(shown.map(([id]) => [id, null]));
      const text = await refusalText(post.id, profileId, zone, error).catch(() => problemText(error));
      notice({ text, tone: "bad" });
    } finally {
      running.current.delete(post.id);
    }
    for (const act of waiting) whenStill(post.id, act);
  };
  const latest = useRef(run);
  useEffect(() => void (latest.current = run));
  return {
    moving,
    move: useCallback((post, goal) => void latest.current(post, goal, false), []),
    whenStill,
    undo:
      undo === null
        ? null
        : () => {
            setUndo(null);
            undo.run();
          },
    noteUndo: useCallback((act) => setUndo(act === null ? null : { run: act }), []),
  };
}

function refusalOf(goal: Goal): string | null {
  return "at" in goal && Date.parse(goal.at) <= now() ? words.past : null;
}

/** What takes it back: to its slot, its time, or the drafts; null when that is over. */
function backOf({ at, isQueued }: Movable, goal: Goal): Goal | null {
  if (goal.kind === "now") return null;
  if (at === null) return { kind: "draft" };
  if (Date.parse(at) <= now()) return null;
  if (goal.kind === "swap") return { ...goal, at };
  return isQueued ? { kind: "slot", at } : { kind: "time", at };
}

/** All that shows where posts stand. */
const SHOWN = [
  "getCalendar",
  "listPosts",
  "countPosts",
  "getQueue",
  "getPost",
  "getAttention",
  "previewSlots",
];

export const refresh = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [operation] }) => SHOWN.includes(String(operation)) });

/**
 * Moves it. When the answer is lost, the server is asked how the post stands; what did not arrive is sent once more:
 * with the revision at which it was seen, it can take effect only once.
 * @returns "left" when nobody waits for it any more
 */
async function untilKnown(
  profileId: string,
  post: Movable,
  goal: Goal,
  signal: AbortSignal,
  onLost: () => void,
): Promise<Moved | "left"> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      return movedOf(await send(profileId, post, goal));
    } catch (error) {
      // It did arrive, and what answers is the second one.
      const isLate = !isFirst && isProblem(error, "revision_conflict");
      if (!isLate && !(error instanceof NoAnswerError)) throw error;
      if (isFirst) onLost();
      const found = await untilAnswered(profileId, post.id, signal);
      if (found === "left") return found;
      if (found.revision === post.revision) continue;
      if (isReached(found, goal)) return found;
      throw new ProblemError(CONFLICT);
    }
  }
  return "left";
}

const CONFLICT = {
  code: "revision_conflict",
  title: "",
  detail: words.changedFirst(words.somebody),
  status: 409,
};

const isReached = ({ at, isWaiting }: Moved, goal: Goal): boolean =>
  goal.kind === "now"
    ? !isWaiting
    : "at" in goal
      ? at !== null && Date.parse(at) === Date.parse(goal.at)
      : (at === null) === (goal.kind === "draft");

function send(profileId: string, { id, revision }: Movable, goal: Goal) {
  const conditions = conditionsOf(revision);
  const post = v1(profileId).posts({ id });
  if (goal.kind === "draft") return call(() => post.cancel.post(undefined, conditions));
  return call(() => post.schedule.post(bodyOf(goal), conditions));
}

function bodyOf(goal: Exclude<Goal, { kind: "draft" }>) {
  if (goal.kind === "now") return { schedule: "now" };
  if (goal.kind === "slot") return { slotAt: goal.at };
  return goal.kind === "swap" ? { swapWith: goal.withId } : { schedule: goal.at };
}

const movedOf = (post: { revision: number; scheduledFor: string | null; status: string }): Moved => ({
  revision: post.revision,
  at: post.scheduledFor,
  isQueued: post.status === "queued",
  isWaiting: ["draft", "queued", "scheduled"].includes(post.status),
});

async function untilAnswered(profileId: string, id: string, signal: AbortSignal): Promise<Moved | "left"> {
  while (!signal.aborted) {
    try {
      return movedOf(await call(() => v1(profileId).posts({ id }).get()));
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status < 500) throw error;
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
  return "left";
}

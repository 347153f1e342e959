// Moving the selected post by keyboard, and showing where it went.
import type { CalendarDate } from "@internationalized/date";
import { NoAnswerError } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import type { Cursor } from "./cursor.ts";
import { dateOf, isIn, rangeOf } from "./days.ts";
import { useMoves, type Goal, type Movable, type Moves } from "./moves.ts";
import type { Place } from "./place.ts";
import { plannedMovable, useMovePlanned, type PlannedDraft } from "./planned-drafts.ts";
import { movableOf, type Known } from "./planning.ts";

interface Context {
  readonly place: Place;
  /** A week is shown day by day. */
  readonly isPhone: boolean;
  readonly go: (change: { readonly at: CalendarDate }) => void;
  readonly cursor: Cursor;
  readonly known: Known;
  readonly planned: readonly PlannedDraft[];
  readonly query: { readonly error: unknown };
}

export interface Actions {
  readonly moves: Moves;
  /** A post on the server, or a draft that has its time here. */
  readonly move: (post: Movable, goal: Goal) => void;
  readonly moveByDays: (id: string, days: 1 | -1) => void;
  readonly moveBySlot: (id: string, by: 1 | -1) => void;
  /** Why nothing can be moved at present; null when it can. */
  readonly obstacle: string | null;
}

export function useActions(context: Context): Actions {
  const { isPhone, go, cursor, known, planned, query } = context;
  const { view, at } = context.place;
  const zone = useZone();
  const { weekStart } = useProfile();
  const notice = useNotice();
  const moves = useMoves((id) => {
    const isStill = cursor.watch(`post:${id}`);
    return (movedTo) => {
      // Someone who has moved on in the meantime keeps their place.
      if (movedTo === null || !isStill()) return;
      const date = dateOf(movedTo, zone);
      cursor.goTo(`post:${id}`);
      const isShown =
        view === "week" && isPhone ? date.compare(at) === 0 : isIn(rangeOf(view, at, weekStart), date);
      if (view !== "list" && !isShown) go({ at: date });
    };
  });
  const obstacle = query.error instanceof NoAnswerError ? words.offline : null;
  const movePlanned = useMovePlanned(moves.noteUndo);
  const plannedOf = (id: string) => planned.find(({ draft }) => draft.id === id);
  const move = (id: string, goalOf: (post: Movable) => Goal | null) => {
    const draft = plannedOf(id);
    if (draft) {
      const goal = goalOf(plannedMovable(draft));
      return goal === null ? notice({ text: words.noSlot }) : movePlanned(id, goal);
    }
    const post = known.post(id);
    if (post === null) return;
    if (obstacle !== null) return notice({ text: obstacle });
    if (!post.movable) return notice({ text: words.begun(post.why ?? "") });
    const goal = goalOf(movableOf(post));
    if (goal === null) notice({ text: words.noSlot });
    else moves.move(movableOf(post), goal);
  };
  return {
    moves,
    move: (post, goal) => (plannedOf(post.id) ? movePlanned(post.id, goal) : moves.move(post, goal)),
    obstacle,
    moveByDays: (id, days) => moves.whenStill(id, () => move(id, (post) => known.daysOn(post, days))),
    moveBySlot: (id, by) => moves.whenStill(id, () => move(id, (post) => known.slotBeside(post, by))),
  };
}

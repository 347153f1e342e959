// Moving posts in the calendar by mouse: to a day, to a slot, into another's place, or between two of a day.
import { parseDate } from "@internationalized/date";
import type { RefObject } from "react";
import { now } from "../api.ts";
import { useNotice } from "../parts/Notices.tsx";
import type { Landing } from "../parts/drag-marks.ts";
import { useDragging } from "../parts/useDragging.ts";
import { useZone } from "../profile.tsx";
import { clockTime } from "../time.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { dateOf, startOf } from "./days.ts";
import { shortDay } from "./names.ts";
import type { Goal, Movable } from "./moves.ts";
import { plannedMovable, type PlannedDraft } from "./planned-drafts.ts";
import { between, draftOf, movableOf, type Known } from "./planning.ts";
import type { Draft } from "./queries.ts";

interface Context {
  readonly known: Known;
  readonly move: (post: Movable, goal: Goal) => void;
  readonly planned: readonly PlannedDraft[];
  readonly drafts: () => readonly Draft[];
  /** Why nothing can be moved at present; null when it can. */
  readonly obstacle: string | null;
}

type Place = Landing<Goal>;

/** Of a card's height, where a drop means its place and not beside it. */
const MIDDLE = [0.3, 0.7] as const;

export function useMovingByMouse(root: RefObject<HTMLElement | null>, context: Context): void {
  const { known, move, planned, drafts, obstacle } = context;
  const zone = useZone();
  const notice = useNotice();
  const when = (at: string) => `${shortDay(dateOf(at, zone))} ${clockTime(at, zone)}`;
  const labelOf = (goal: Goal): string => {
    if (!("at" in goal)) return "";
    if (goal.kind === "slot") return words.takes(when(goal.at));
    if (goal.kind === "swap") return words.swaps(when(goal.at));
    return goal.skipped === undefined ? when(goal.at) : words.shifted(goal.skipped, when(goal.at));
  };
  const land = (goal: Goal | null, element: HTMLElement, side: Place["side"]): Place | null => {
    const isOver = goal === null || !("at" in goal) || Date.parse(goal.at) <= now();
    return isOver ? null : { goal, element, side, label: labelOf(goal) };
  };
  /** A card's middle is its place: a post that holds a slot gives it in exchange. */
  const overCard = (item: Movable, card: HTMLElement, y: number): Place | null => {
    const other = known.post(card.dataset["post"] ?? "");
    if (other === null || other.id === item.id) return null;
    const { top, height } = card.getBoundingClientRect();
    const part = (y - top) / height;
    const isMiddle = part > MIDDLE[0] && part < MIDDLE[1];
    const isPlanned = planned.some(({ draft }) => draft.id === item.id);
    if (isMiddle && !isPlanned && item.at !== null && other.movable && other.status === "queued")
      return land({ kind: "swap", at: other.at, withId: other.id }, card, "into");
    if (item.at === null || dayOf(card) !== dateOf(item.at, zone).toString()) return null;
    const isBefore = part < 0.5;
    const cards = cardsOf(card).filter(({ dataset }) => dataset["post"] !== item.id);
    const index = cards.indexOf(card);
    const beside = cards[isBefore ? index - 1 : index + 1];
    const neighbour = beside ? Date.parse(known.post(beside.dataset["post"] ?? "")?.at ?? "") : null;
    const at = Date.parse(other.at);
    const goal = isBefore ? between(neighbour, at) : between(at, neighbour);
    return land(goal, card, isBefore ? "before" : "after");
  };
  const overDay = (item: Movable, day: HTMLElement): Place | null => {
    const date = parseDate(day.dataset["day"] ?? "");
    if (item.at !== null) {
      if (dateOf(item.at, zone).compare(date) === 0) return null;
      return land(known.onDay(item, date), day, "into");
    }
    const [from, to] = [startOf(date, zone), startOf(date.add({ days: 1 }), zone)];
    const slot = known.freeSlots().find((at) => Date.parse(at) >= from && Date.parse(at) < to);
    return land(slot === undefined ? null : { kind: "slot", at: slot }, day, "into");
  };
  useDragging<Movable, Goal>(root, {
    begin(element) {
      const { post: postId, draft: draftId } = element.dataset;
      const here = planned.find(({ draft }) => draft.id === draftId);
      if (here) return plannedMovable(here);
      if (obstacle !== null) {
        notice({ text: obstacle });
        return null;
      }
      const draft = drafts().find(({ id }) => id === draftId);
      if (draft) return draft.targets.length > 0 ? draftOf(draft) : null;
      const post = known.post(postId ?? "");
      if (post === null) return null;
      if (post.movable) return movableOf(post);
      notice({ text: words.begun(post.why ?? "") });
      return null;
    },
    over(item, target, { y }) {
      const slot = target.closest<HTMLElement>("[data-slot]");
      if (slot) return land({ kind: "slot", at: slot.dataset["slot"] ?? "" }, slot, "into");
      const card = target.closest<HTMLElement>("[data-post]");
      const onCard = card && overCard(item, card, y);
      const day = target.closest<HTMLElement>("[data-day]");
      return onCard ?? (day && overDay(item, day));
    },
    drop: move,
  });
}

const dayOf = (element: HTMLElement): string | undefined =>
  element.closest<HTMLElement>("[data-day]")?.dataset["day"];

const cardsOf = (card: HTMLElement): HTMLElement[] => [
  ...(card.closest("[data-day]")?.querySelectorAll<HTMLElement>("[data-post]") ?? []),
];

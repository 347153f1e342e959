// The keyboard's place in the calendar: one day, post or slot has the focus, and the arrow keys move it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";

/** Where the focus is: `post:<id>`, `slot:<time>`, `day:<date>` or `more:<date>`. */
type Stop = string;
export type Direction = "left" | "right" | "up" | "down";

export interface Cursor {
  /** Moves the focus. @returns false when there is nothing further in that direction */
  readonly move: (direction: Direction) => boolean;
  /** The post that has the focus; null without one. */
  readonly postId: () => string | null;
  /** The post or the draft that has the focus. */
  readonly cardId: () => string | null;
  /** The day in which the focus is, as 2027-03-29; null outside of all. */
  readonly day: () => string | null;
  /** The time of the free slot that has the focus. */
  readonly slot: () => string | null;
  /** Focuses it, at once or as soon as it is shown. */
  readonly goTo: (stop: Stop) => void;
  /** @returns a function that says whether the focus has stayed where it is now, or is on this stop */
  readonly watch: (stop: Stop) => () => boolean;
}

interface Awaited {
  /** What is focused as soon as it is shown. */
  stop: Stop | null;
  /** What got the focus in place of what is not shown any more. */
  substitute: HTMLElement | null;
}

const stopsOf = (element: Element): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>("[data-stop]"),
];
const stopOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>("[data-stop]") ?? null;
const find = (root: Element, stop: Stop): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`);

/** @param columns days beside each other; 1 when they are below each other */
export function useCursor(root: RefObject<HTMLElement | null>, columns: number): Cursor {
  const last = useRef<{ stop: Stop; day: string | null } | null>(null);
  const [awaited] = useState((): Awaited => ({ stop: null, substitute: null }));
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const note = ({ target }: FocusEvent) => {
      const stop = target instanceof Element ? stopOf(target) : null;
      if (stop === null) return;
      last.current = { stop: stop.dataset["stop"] ?? "", day: dayOf(stop)?.dataset["day"] ?? null };
      awaited.stop = null;
      makeTabStop(element, stop);
    };
    // Who leaves on purpose has left; what was removed was not left.
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null && target instanceof Element && target.isConnected) last.current = null;
    };
    element.addEventListener("focusin", note);
    element.addEventListener("focusout", leave);
    return () => {
      element.removeEventListener("focusin", note);
      element.removeEventListener("focusout", leave);
    };
  }, [root, awaited]);
  // After every drawing: one of them can be reached by Tab, and what was drawn elsewhere keeps the focus.
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const goal = awaited.stop === null ? null : find(element, awaited.stop);
    if (goal) return focus(goal);
    const isLost = document.activeElement === document.body && last.current !== null;
    const { stop = "", day = null } = last.current ?? {};
    if (isLost) substitute(awaited, find(element, stop) ?? find(element, `day:${day ?? ""}`));
    if (element.querySelector("[data-stop][tabindex='0']") === null) {
      const first =
        element.querySelector<HTMLElement>("[data-day].is-today [data-stop]") ?? stopsOf(element)[0];
      if (first) makeTabStop(element, first);
    }
  });
  return useMemo(() => cursorOf(root, columns, awaited), [root, columns, awaited]);
}

function cursorOf(root: RefObject<HTMLElement | null>, columns: number, awaited: Awaited): Cursor {
  const current = () => stopOf(document.activeElement);
  const subject = (kind: string) => {
    const stop = current()?.dataset["stop"] ?? "";
    return stop.startsWith(`${kind}:`) ? stop.slice(kind.length + 1) : null;
  };
  return {
    move(direction) {
      const element = root.current;
      if (element === null) return false;
      const from = current();
      const goal =
        from === null || !element.contains(from)
          ? element.querySelector<HTMLElement>("[data-stop][tabindex='0']")
          : beside(element, from, direction, columns);
      if (!goal) return false;
      focus(goal);
      return true;
    },
    postId: () => subject("post"),
    cardId: () => subject("post") ?? subject("draft"),
    slot: () => subject("slot"),
    day: () => (current() ? (dayOf(current())?.dataset["day"] ?? null) : null),
    goTo(stop) {
      awaited.stop = stop;
      const goal = root.current && find(root.current, stop);
      if (goal) focus(goal);
    },
    watch(stop) {
      const start = document.activeElement;
      return () => {
        const element = document.activeElement;
        if (awaited.stop !== null) return awaited.stop === stop;
        const isFree = element === document.body || element === start || element === awaited.substitute;
        return isFree || current()?.dataset["stop"] === stop;
      };
    },
  };
}

const dayOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>("[data-day]") ?? null;

function makeTabStop(root: Element, stop: HTMLElement): void {
  for (const other of root.querySelectorAll("[data-stop][tabindex='0']"))
    other.setAttribute("tabindex", "-1");
  stop.setAttribute("tabindex", "0");
}

function substitute(awaited: Awaited, stop: HTMLElement | null): void {
  awaited.substitute = stop;
  stop?.focus();
}

function focus(stop: HTMLElement): void {
  stop.focus({ preventScroll: true });
  stop.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** What lies beside it: days beside each other to the left and right, a day's entries below each other. */
function beside(
  root: Element,
  from: HTMLElement,
  direction: Direction,
  columns: number,
): HTMLElement | undefined {
  const days = [...root.querySelectorAll<HTMLElement>("[data-day]")];
  const day = dayOf(from);
  if (day === null) return undefined;
  const [stops, index] = [stopsOf(day), days.indexOf(day)];
  const place = stops.indexOf(from);
  if (direction === "left" || direction === "right") {
    const next = days[index + (direction === "left" ? -1 : 1)];
    const others = next ? stopsOf(next) : [];
    return others[Math.min(place, others.length - 1)];
  }
  const by = direction === "up" ? -1 : 1;
  const inDay = stops[place + by];
  if (inDay) return inDay;
  const next = days[index + by * columns];
  const others = next ? stopsOf(next) : [];
  return by === 1 ? others[0] : others.at(-1);
}

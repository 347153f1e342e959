// Dragging with the mouse by the browser's own means: whoever uses it gives keys and buttons for the same.
import { useEffect, useEffectEvent, type RefObject } from "react";
import { openMarks, type Landing } from "./drag-marks.ts";

interface Rules<Item, Goal> {
  /** What is taken hold of; null when it can't be dragged. */
  readonly begin: (element: HTMLElement) => Item | null;
  /** @param pointer where in the window; null where nothing can be dropped */
  readonly over: (item: Item, element: Element, pointer: { readonly y: number }) => Landing<Goal> | null;
  readonly drop: (item: Item, goal: Goal) => void;
}

/** Elements with `draggable` below the root can be dragged. */
export function useDragging<Item, Goal>(root: RefObject<HTMLElement | null>, rules: Rules<Item, Goal>): void {
  const begin = useEffectEvent(rules.begin);
  const over = useEffectEvent(rules.over);
  const drop = useEffectEvent(rules.drop);
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    return listen(element, {
      begin: (source) => begin(source),
      over: (item, target, pointer) => over(item, target, pointer),
      drop: (item, goal) => drop(item, goal),
    });
  }, [root]);
}

function listen<Item, Goal>(root: HTMLElement, { begin, over, drop }: Rules<Item, Goal>): () => void {
  let item: Item | null = null;
  let source: HTMLElement | null = null;
  const marks = openMarks<Goal>(root);
  const end = () => {
    source?.removeAttribute("data-dragged");
    [item, source] = [null, null];
    marks.clear();
    root.removeAttribute("data-dragging");
  };
  const events = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ) => root.addEventListener(name, act, { signal: events.signal });
  on("dragstart", (event) => {
    const held =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[draggable=true]") : null;
    item = held && begin(held);
    if (item === null || held === null) return event.preventDefault();
    source = held;
    if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
    // The browser takes its picture of it first.
    requestAnimationFrame(() => {
      if (source !== held) return;
      held.setAttribute("data-dragged", "");
      root.setAttribute("data-dragging", "");
    });
  });
  on("dragover", (event) => {
    if (item === null || !(event.target instanceof Element)) return;
    const landing = over(item, event.target, { y: event.clientY });
    marks.show(landing, event);
    if (landing !== null) event.preventDefault();
  });
  on("drop", (event) => {
    const { landing } = marks;
    const dropped = item;
    end();
    if (dropped === null || landing === null) return;
    event.preventDefault();
    drop(dropped, landing.goal);
  });
  on("dragend", end);
  // What was dragged may have been drawn elsewhere meanwhile: then nothing says that it was let go, but the mouse moves.
  on("mousemove", () => item !== null && end());
  return () => {
    events.abort();
    end();
  };
}

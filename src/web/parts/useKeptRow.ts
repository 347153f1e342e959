// Keeps the focus in a list whose rows come and go.
import { useEffect, type RefObject } from "react";

interface Focused {
  readonly element: Element;
  readonly row: Element;
  /** With the rows beside it. */
  readonly rows: Element;
  /** Among them, from 0. */
  readonly place: number;
}

/** When what has the focus goes, the focus goes to its row; when the row goes, to the one that takes its place. */
export function useKeptRow(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let focused: Focused | null = null;
    const note = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? placeOf(target) : null;
    };
    // Who leaves the list has left it; what was removed was not left.
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (focused?.element === target && focused?.element.isConnected) focused = null;
      });
    const observer = new MutationObserver(() => {
      if (focused === null || focused.element.isConnected) return;
      const { row, rows, place } = focused;
      focused = null;
      if (document.activeElement !== document.body) return;
      const beside = rowsIn(rows.isConnected ? rows : element);
      const next = row.isConnected ? row : beside[Math.min(place, beside.length - 1)];
      next?.querySelector<HTMLElement>("[data-row]")?.focus();
    });
    element.addEventListener("focusin", note);
    element.addEventListener("focusout", leave);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener("focusin", note);
      element.removeEventListener("focusout", leave);
      observer.disconnect();
    };
  }, [list]);
}

function placeOf(element: Element): Focused | null {
  const row = element.closest("[data-of-row]");
  const rows = row?.parentElement ?? null;
  return row && rows && { element, row, rows, place: rowsIn(rows).indexOf(row) };
}

const rowsIn = (element: Element): Element[] => [...element.querySelectorAll("[data-of-row]")];

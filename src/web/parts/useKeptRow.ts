// Keeps the focus in a list whose rows come and go.
import { useEffect, type RefObject } from "react";

interface Focused {
  readonly element: Element;
  readonly row: Element;
  /** With the rows beside it. */
  readonly rows: Element | null;
  /** Among them, from 0. */
  readonly place: number;
}

/** When what has the focus goes, the focus goes to its row; when the row goes, to the one that takes its place. */
export function useKeptRow(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let focused: Focused | null = null;
    const rows = () => [...element.querySelectorAll("[data-of-row]")];
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest("[data-of-row]") : null;
      focused =
        target instanceof Element && row ? { element: target, row, place: rows().indexOf(row) } : null;
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
      const beside = rowsIn(rows?.isConnected === true ? rows : element);
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

const rowsIn = (element: Element): Element[] => [...element.querySelectorAll("[data-of-row]")];

// Where each page of the list begins: where the one before it ends, also after that has changed.
import { useCallback, useState } from "react";
import type { Place } from "./place.ts";

interface Cursors {
  /** Of each page that is shown, the first one's null. */
  readonly cursors: readonly (string | null)[];
  readonly place: Place;
  /** Notes where the page after this one begins; null after the last. */
  readonly setNext: (index: number, next: string | null) => void;
  /** Shows one page more; null when there is none, or while the last one loads. */
  readonly showMore: (() => void) | null;
  /** The last page is shown. */
  readonly isWhole: boolean;
}

export function useCursors(begin: () => Place): Cursors {
  const [place, setPlace] = useState(begin);
  const setNext = useCallback((index: number, next: string | null) => {
    setPlace((old) => {
      if (old.nexts[index] === next) return old;
      const nexts = [...old.nexts];
      nexts[index] = next;
      // After the last page there is nothing.
      return next === null ? { nexts: nexts.slice(0, index + 1), count: index + 1 } : { ...old, nexts };
    });
  }, []);
  const add = useCallback(() => setPlace((old) => ({ ...old, count: old.count + 1 })), []);
  const { nexts, count } = place;
  const cursors: (string | null)[] = [null];
  for (const next of nexts.slice(0, count - 1)) {
    if (typeof next !== "string") break;
    cursors.push(next);
  }
  const next = nexts[cursors.length - 1];
  return { cursors, place, setNext, showMore: typeof next === "string" ? add : null, isWhole: next === null };
}

// Where somebody was in the list: they come back to it from the post that they opened.
import { useEffect } from "react";
import type { Filter } from "./filter.ts";

export interface Place {
  /** Where the page after each one begins: a cursor, or null after the last. */
  readonly nexts: readonly (string | null | undefined)[];
  /** Pages that are shown. */
  readonly count: number;
}

interface Left extends Place {
  readonly list: string;
  readonly postId: string;
}

let left: Left | null = null;

/** Notes where the list is left for a post. */
export function leaveList(profileId: string, filter: Filter, place: Place, postId: string): void {
  left = { ...place, list: nameOf(profileId, filter), postId };
}

/** Where to begin: where it was left, or at its beginning. */
export function placeOfList(profileId: string, filter: Filter): Place {
  const { nexts, count } = left?.list === nameOf(profileId, filter) ? left : { nexts: [], count: 1 };
  return { nexts, count };
}

export const idOfRow = (postId: string): string => `post-${postId}`;

/** Puts the focus back on the post that was opened. */
export function useReturn(profileId: string, filter: Filter): void {
  const list = nameOf(profileId, filter);
  useEffect(() => {
    if (left?.list !== list) return undefined;
    const { postId } = left;
    left = null;
    // The frame scrolls every new screen to its top, after this.
    const frame = requestAnimationFrame(() => {
      const row = document.getElementById(idOfRow(postId));
      row?.scrollIntoView({ block: "center" });
      row?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [list]);
}

const nameOf = (profileId: string, filter: Filter): string => JSON.stringify([profileId, filter]);

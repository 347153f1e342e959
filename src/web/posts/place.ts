// Where somebody was in the list: they come back to it from the post that they opened.
import { useEffect, useLayoutEffect } from "react";
import type { Filter } from "./filter.ts";

export interface Place {
  /** Where the page after each one begins: a cursor, or null after the last. */
  readonly nexts: readonly (string | null | undefined)[];
  /** Pages that are shown. */
  readonly count: number;
}

interface Left extends Place {
  readonly list: string;
  /** The post that was opened; null while none was. */
  readonly postId: string | null;
}

let left: Left | null = null;

/** Notes how far the list is shown. */
export function useNotePlace(profileId: string, filter: Filter, place: Place): void {
  const list = nameOf(profileId, filter);
  useEffect(() => {
    left = { ...place, list, postId: null };
  }, [list, place]);
}

/** Notes that the list is left for a post. */
export function noteOpened(postId: string): void {
  if (left) left = { ...left, postId };
}

/** Where to begin: where it was left, or at its beginning. */
export function placeOfList(profileId: string, filter: Filter): Place {
  const place = returnTo(profileId, filter);
  return place === null ? { nexts: [], count: 1 } : { nexts: place.nexts, count: place.count };
}

/** Whether somebody comes back to a post of this list. */
export const isReturning = (profileId: string, filter: Filter): boolean =>
  returnTo(profileId, filter) !== null;

const returnTo = (profileId: string, filter: Filter): Left | null =>
  left?.list === nameOf(profileId, filter) && left.postId !== null ? left : null;

const ROW_ID = "post-";

export const idOfRow = (postId: string): string => `${ROW_ID}${postId}`;

/** The post of an element in its row; null outside of all. */
export const postOfRow = (element: Element | null): string | null =>
  element?.closest(`[data-of-row][id^="${ROW_ID}"]`)?.id.slice(ROW_ID.length) ?? null;

/** Puts the focus back on the post that was opened. */
export function useReturn(profileId: string, filter: Filter): void {
  const list = nameOf(profileId, filter);
  // A list that is hidden while the post's screen loads keeps its state; its layout effects run when it is shown again.
  useLayoutEffect(() => {
    const postId = left?.list === list ? left.postId : null;
    if (postId === null) return undefined;
    // The frame scrolls every new screen to its top, after this.
    const frame = requestAnimationFrame(() => {
      if (left) left = { ...left, postId: null };
      const row = document.getElementById(idOfRow(postId));
      row?.scrollIntoView({ block: "center" });
      row?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [list]);
}

const nameOf = (profileId: string, filter: Filter): string => JSON.stringify([profileId, filter]);

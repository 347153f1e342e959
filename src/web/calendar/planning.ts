// Where a post would go: to another day at its time, to a slot, or between two others. Never both at once.
import type { CalendarDate } from "@internationalized/date";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { now } from "../api.ts";
import { useProfile, useZone } from "../profile.tsx";
import { clockTime } from "../time.ts";
import { proposedTime } from "./addresses.ts";
import type { Moment } from "./day-files.ts";
import { dateOf, middleOf, onDay, startOf } from "./days.ts";
import type { Goal, Movable } from "./moves.ts";
import type { CalendarPart, CalendarPost, Draft } from "./queries.ts";

/** What is shown of the calendar, looked up when something is done with it. */
export interface Known {
  readonly post: (id: string) => CalendarPost | null;
  /** Times of free slots, the earliest first. */
  readonly freeSlots: () => readonly string[];
  /** Times of posts. */
  readonly postTimes: () => readonly string[];
  /** The same time on another day; a queued post takes the slot that is there. */
  readonly onDay: (post: Movable, date: CalendarDate) => Goal | null;
  /** The same time so many days later. */
  readonly daysOn: (post: Movable, days: number) => Goal | null;
  /** The free slot before it or after it. */
  readonly slotBeside: (post: Movable, by: 1 | -1) => Goal | null;
}

export function useKnown(): Known {
  const queries = useQueryClient();
  const { id: profileId } = useProfile();
  const zone = useZone();
  return useMemo(() => {
    const parts = () =>
      queries
        .getQueriesData<CalendarPart | { readonly pages: readonly CalendarPart[] }>({
          queryKey: ["getCalendar", profileId],
          type: "active",
        })
        .flatMap(([, data]) => (data === undefined ? [] : "pages" in data ? data.pages : [data]));
    const freeSlots = () => {
      const free = parts().flatMap(({ slots }) => slots.filter(({ state }) => state === "free"));
      return [...new Set(free.map(({ at }) => at))].toSorted();
    };
    const onDate = ({ at, isQueued }: Movable, date: CalendarDate): Goal | null => {
      if (at === null) return null;
      const landing = onDay(at, date, zone);
      if (isQueued && freeSlots().includes(landing.at)) return { kind: "slot", at: landing.at };
      const skipped = landing.isShifted ? clockTime(at, zone) : undefined;
      return { kind: "time", at: landing.at, skipped };
    };
    return {
      post: (id) =>
        parts()
          .flatMap(({ posts }) => posts)
          .find((post) => post.id === id) ?? null,
      freeSlots,
      postTimes: () => parts().flatMap(({ posts }) => posts.map(({ at }) => at)),
      onDay: onDate,
      daysOn: (post, days) => (post.at === null ? null : onDate(post, dateOf(post.at, zone).add({ days }))),
      slotBeside({ at }, by) {
        if (at === null) return null;
        const from = Date.parse(at);
        const beside = freeSlots().filter((each) => (Date.parse(each) - from) * by > 0);
        const slot = by === 1 ? beside[0] : beside.at(-1);
        return slot === undefined ? null : { kind: "slot", at: slot };
      },
    };
  }, [queries, profileId, zone]);
}

export const movableOf = ({ id, revision, at, status }: CalendarPost): Movable => ({
  id,
  revision,
  at,
  isQueued: status === "queued",
});

export const draftOf = ({ id, revision }: Draft): Movable => ({ id, revision, at: null, isQueued: false });

const HOUR_MS = 3_600_000;

/**
 * When a new post of a day goes out: at its next free slot; without one at nine, or in the next full hour that is free.
 * @param held times that are meant for others already
 * @returns null on a day that is over
 */
export function momentOn(
  date: CalendarDate,
  zone: string,
  { freeSlots, postTimes }: Known,
  held: readonly string[],
): Moment | null {
  const end = startOf(date.add({ days: 1 }), zone);
  const taken = new Set(held.map((at) => Date.parse(at)));
  const isPossible = (at: number) => at > now() && at >= startOf(date, zone) && at < end && !taken.has(at);
  const slot = freeSlots().find((at) => isPossible(Date.parse(at)));
  if (slot !== undefined) return { kind: "slot", at: slot };
  for (const at of postTimes()) taken.add(Date.parse(at));
  for (let at = Date.parse(proposedTime(date, zone)); at < end; at += HOUR_MS)
    if (isPossible(at)) return { kind: "time", at: new Date(at).toISOString() };
  return null;
}

/** Between two posts of a day: in their middle, or an hour beside the only one. Null where that is over. */
export function between(before: number | null, after: number | null): Goal | null {
  const present = now();
  const from = before === null ? (after === null ? null : after - 2 * HOUR_MS) : Math.max(before, present);
  const to = after ?? (before === null ? null : before + 2 * HOUR_MS);
  if (from === null || to === null) return null;
  const at = middleOf(from, to);
  return at > present ? { kind: "time", at: new Date(at).toISOString() } : null;
}

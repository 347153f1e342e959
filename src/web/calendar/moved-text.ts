// Says where a post stands now, and among how many of that day.
import type { QueryClient } from "@tanstack/react-query";
import { clockTime } from "../time.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { dateOf } from "./days.ts";
import type { Goal } from "./moves.ts";
import { dayName } from "./names.ts";
import type { CalendarPart } from "./queries.ts";

/** How the server says that it stands. */
export interface Moved {
  readonly revision: number;
  /** Null for a draft. */
  readonly at: string | null;
  readonly isQueued: boolean;
}

/** Such as `Thursday 1 April 09:00`. */
export const whenText = (at: string, zone: string): string =>
  `${dayName(dateOf(at, zone))} ${clockTime(at, zone)}`;

/** @param before where it stood */
export function movedText(
  goal: Goal,
  { id, at }: Moved & { readonly id: string },
  queries: QueryClient,
  profileId: string,
  zone: string,
  before: string | null,
): { readonly text: string; readonly spoken?: string } {
  if (at === null) return { text: words.movedToDrafts };
  const when = whenText(at, zone);
  const text = goal.kind === "swap" ? words.swapped(when) : words.moved(when);
  const place = placeOf(id, at, queries, profileId, zone);
  // A day on which the clocks skip the time.
  const isShifted = goal.kind === "time" && before !== null && isSkipped(before, at, zone);
  return {
    text: isShifted ? `${text}.${words.skippedTime(clockTime(before, zone))}` : text,
    ...(place && { spoken: words.position(place.place, place.count) }),
  };
}

function placeOf(id: string, at: string, queries: QueryClient, profileId: string, zone: string) {
  const parts = queries
    .getQueriesData<CalendarPart | { readonly pages: readonly CalendarPart[] }>({ queryKey: ["getCalendar", profileId] })
    .flatMap(([, data]) => (data === undefined ? [] : "pages" in data ? data.pages : [data]));
  const part = parts.find(({ posts }) => posts.some((post) => post.id === id && post.at === at));
  const date = dateOf(at, zone);
  const ofDay = part?.posts.filter((post) => dateOf(post.at, zone).compare(date) === 0) ?? [];
  const place = ofDay.findIndex((post) => post.id === id);
  return place === -1 ? null : { place: place + 1, count: ofDay.length };
}

/** It was moved to the same time of another day, and became a later one. */
function isSkipped(before: string, at: string, zone: string): boolean {
  if (dateOf(before, zone).compare(dateOf(at, zone)) === 0) return false;
  const [asked, real] = [clockTime(before, zone), clockTime(at, zone)];
  return asked !== real;
}

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
  /** It has not begun. */
  readonly isWaiting: boolean;
}

/** Such as `Thursday 1 April 09:00`. */
export const whenText = (at: string, zone: string): string =>
  `${dayName(dateOf(at, zone))} ${clockTime(at, zone)}`;

export function movedText(
  goal: Goal,
  { id, at }: Moved & { readonly id: string },
  queries: QueryClient,
  profileId: string,
  zone: string,
): { readonly text: string; readonly spoken?: string } {
  if (goal.kind === "now") return { text: words.publishing };
  if (at === null) return { text: words.movedToDrafts };
  const when = whenText(at, zone);
  const text = goal.kind === "swap" ? words.swapped(when) : words.moved(when);
  const place = placeOf(id, at, queries, profileId, zone);
  const skipped = goal.kind === "time" ? goal.skipped : undefined;
  return {
    text: skipped === undefined ? text : `${text}.${words.skippedTime(skipped)}`,
    ...(place && { spoken: words.position(place.place, place.count) }),
  };
}

function placeOf(id: string, at: string, queries: QueryClient, profileId: string, zone: string) {
  const parts = queries
    .getQueriesData<CalendarPart | { readonly pages: readonly CalendarPart[] }>({
      queryKey: ["getCalendar", profileId],
    })
    .flatMap(([, data]) => (data === undefined ? [] : "pages" in data ? data.pages : [data]));
  const part = parts.find(({ posts }) => posts.some((post) => post.id === id && post.at === at));
  const date = dateOf(at, zone);
  const ofDay = part?.posts.filter((post) => dateOf(post.at, zone).compare(date) === 0) ?? [];
  const place = ofDay.findIndex((post) => post.id === id);
  return place === -1 ? null : { place: place + 1, count: ofDay.length };
}

// What the server knows of a part of the calendar, and the drafts that have no time yet.
import { queryOptions } from "@tanstack/react-query";
import { call, v1 } from "../api.ts";
import { listRows, type PostRow } from "../lists.ts";
import { boundsOf, type Range } from "./days.ts";
import type { Filter } from "./place.ts";

export const readPart = (profileId: string, range: Range, zone: string, filter: Filter) =>
  call(() =>
    v1(profileId).calendar.get({
      query: {
        ...boundsOf(range, zone),
        ...(filter.account !== "" && { accountId: filter.account }),
        ...(filter.network !== "" && { platform: filter.network }),
        ...(filter.label !== "" && { label: filter.label }),
        ...(filter.status !== "" && { status: filter.status }),
      },
    }),
  );

export type CalendarPart = Awaited<ReturnType<typeof readPart>>;
export type CalendarPost = CalendarPart["posts"][number];
export type CalendarSlot = CalendarPart["slots"][number];

export const calendarQuery = (profileId: string, range: Range, zone: string, filter: Filter) =>
  queryOptions({
    queryKey: ["getCalendar", profileId, { ...boundsOf(range, zone), ...filter }],
    queryFn: () => readPart(profileId, range, zone, filter),
  });

const MOST_DRAFTS = 50;

export type Draft = PostRow;

/** Drafts, the newest first. */
export const draftsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listPosts", profileId, { of: "calendar-drafts" }],
    queryFn: () => listRows(profileId, { status: "draft", sort: "created", limit: String(MOST_DRAFTS) }),
  });
